package io.github.wats.engine.layer;

import io.github.wats.engine.kernel.PatternWithTranspose;
import io.github.wats.matrix.SparsePattern;
import java.util.stream.IntStream;

/**
 * For each of some target nodes the nodes it attends to. Row r of the pattern belongs to node
 * {@code target(r)}.
 */
public final class Neighborhoods {
  private final PatternWithTranspose pattern;
  private final int[] targets;

  private Neighborhoods(PatternWithTranspose pattern, int[] targets) {
    this.pattern = pattern;
    this.targets = targets;
  }

  /** A row for every node. */
  public static Neighborhoods of(SparsePattern neighbors) {
    int[] all = IntStream.range(0, neighbors.rowCount()).toArray();
    return new Neighborhoods(PatternWithTranspose.of(neighbors), all);
  }

  /** Rows for the given nodes only, in their order. */
  public static Neighborhoods of(SparsePattern neighbors, int[] targets) {
    return rows(neighbors.selectRows(targets), targets);
  }

  /** These rows, the neighborhoods of these nodes in this order. */
  public static Neighborhoods rows(SparsePattern rows, int[] targets) {
    return new Neighborhoods(PatternWithTranspose.of(rows), targets.clone());
  }

  public PatternWithTranspose pattern() {
    return pattern;
  }

  public int[] targets() {
    return targets;
  }
}
