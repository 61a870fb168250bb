package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.kernel.PatternWithTranspose;
import io.github.wats.engine.kernel.Products;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What must be read to give some nodes, the targets, a sum over their neighbors: the nodes read,
 * and the rows of the neighborhoods cut down to them. A two-layer network takes the block of its
 * targets, then the block of what that reads.
 */
public final class NeighborBlock {
  private final int[] targets;
  private final int[] read; // rising
  private final SparsePattern pattern; // (targets × read)
  private @Nullable PatternWithTranspose withTranspose; // made when first needed

  private NeighborBlock(int[] targets, int[] read, SparsePattern pattern) {
    this.targets = targets;
    this.read = read;
    this.pattern = pattern;
  }

  /** The block of {@code targets} that reads all nodes, needed or not. */
  static NeighborBlock readingAll(SparsePattern whole, int[] targets) {
    int[] all = IntStream.range(0, whole.columnCount()).toArray();
    return new NeighborBlock(targets.clone(), all, whole.selectRows(targets));
  }

  /** The block of all nodes. */
  static NeighborBlock ofAll(SparsePattern whole) {
    return readingAll(whole, IntStream.range(0, whole.rowCount()).toArray());
  }

  /** The block of {@code targets} under the neighborhoods {@code whole} (n × n). */
  public static NeighborBlock of(SparsePattern whole, int[] targets) {
    SparsePattern rows = whole.selectRows(targets);
    int[] place = new int[whole.columnCount()]; // 1 where read, then the place among those read
    for (int k = 0; k < rows.entryCount(); k++) {
      place[rows.column(k)] = 1;
    }
    int[] read = new int[place.length];
    int count = 0;
    for (int i = 0; i < place.length; i++) {
      if (place[i] == 1) {
        place[i] = count;
        read[count++] = i;
      }
    }
    if (count == place.length) { // every node is read: nothing to renumber
      return new NeighborBlock(targets.clone(), read, rows);
    }
    int[] offsets = new int[targets.length + 1];
    int[] columns = new int[rows.entryCount()];
    Arrays.setAll(offsets, rows::offset);
    Arrays.setAll(columns, k -> place[rows.column(k)]);
    SparsePattern cut = SparsePattern.wrap(count, offsets, columns);
    return new NeighborBlock(targets.clone(), Arrays.copyOf(read, count), cut);
  }

  /** The nodes that are given a sum. */
  public int[] targets() {
    return targets.clone();
  }

  /** The nodes read, rising. */
  public int[] read() {
    return read.clone();
  }

  /** The place of each target among the nodes read; negative where it does not read itself. */
  public int[] targetsAmongRead() {
    return Arrays.stream(targets).map(node -> Arrays.binarySearch(read, node)).toArray();
  }

  /** (targets × read). */
  public SparsePattern pattern() {
    return pattern;
  }

  /** The pattern with its transpose, for attention; computed once. */
  public PatternWithTranspose patternWithTranspose() {
    if (withTranspose == null) {
      withTranspose = PatternWithTranspose.of(pattern);
    }
    return withTranspose;
  }

  /** The entries of an operator with the same neighborhoods (targets × read). */
  @SuppressWarnings("ReferenceEquality") // a block of all nodes has the operator's own pattern
  public SparseOperator cut(SparseOperator whole) {
    return pattern == whole.matrix().pattern()
        ? whole
        : new SparseOperator(
            SparseMatrix.wrap(pattern, whole.matrix().selectRows(targets).values()));
  }

  /**
   * Rows {@code nodes} of {@code S X} for an X that no step of a fit changes (n × columns):
   * computed once instead of every epoch.
   */
  public static DenseMatrix propagated(SparseOperator operator, DenseMatrix x, int[] nodes) {
    SparseMatrix rows = operator.matrix().selectRows(nodes);
    DenseMatrix result = DenseMatrix.zeros(nodes.length, x.columns());
    long work = (long) rows.entryCount() * x.columns();
    Products.forWork(work).spmm(rows, x, result, false);
    return result;
  }
}
