package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/** The matrices a network passes messages with. */
public final class GraphOperators {
  private GraphOperators() {}

  /**
   * {@code D̃^(−1/2) (A + I) D̃^(−1/2)} with {@code D̃ = D + I} (Kipf, Welling, ICLR 2017), or
   * without self-loops {@code D^(−1/2) A D^(−1/2)}, where the row of an isolated node is zero.
   */
  public static SparseOperator gcn(SparsePattern adjacency, boolean selfLoops) {
    SparsePattern pattern = selfLoops ? withSelfLoops(adjacency) : adjacency;
    float[] values = new float[pattern.entryCount()];
    Rows.forEachRow(
        pattern.rowCount(),
        4L * values.length,
        i -> {
          double own = pattern.rowLength(i);
          for (int k = pattern.offset(i); k < pattern.offset(i + 1); k++) {
            values[k] = (float) (1 / Math.sqrt(own * pattern.rowLength(pattern.column(k))));
          }
        });
    return SparseOperator.symmetric(SparseMatrix.wrap(pattern, values));
  }

  /** The adjacency, which has no self-loops, with one per node. */
  public static SparsePattern withSelfLoops(SparsePattern adjacency) {
    int n = adjacency.rowCount();
    int[] offsets = new int[n + 1];
    int[] columns = new int[Math.addExact(adjacency.entryCount(), n)];
    Arrays.setAll(offsets, i -> adjacency.offset(i) + i);
    Rows.forEachRow(
        n,
        columns.length,
        i -> {
          int smaller = -1 - adjacency.find(i, i); // where the node itself would stand
          int own = smaller + i; // each row before it has a self-loop too
          adjacency.copyRow(i, columns, offsets[i]);
          System.arraycopy(columns, own, columns, own + 1, offsets[i + 1] - own - 1);
          columns[own] = i;
        });
    return SparsePattern.wrap(n, offsets, columns);
  }
}
