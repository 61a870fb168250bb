package io.github.wats.nn;

import io.github.wats.linalg.CsrPattern;
import io.github.wats.linalg.TwoWayPattern;
import java.util.stream.IntStream;

/**
 * For each of some target nodes the nodes it attends to. Row r of the pattern belongs to node
 * {@code target(r)}.
 */
public final class Neighborhoods {
  private final TwoWayPattern pattern;
  private final int[] targets;

  private Neighborhoods(TwoWayPattern pattern, int[] targets) {
    this.pattern = pattern;
    this.targets = targets;
  }

  /** A row for every node. */
  public static Neighborhoods of(CsrPattern neighbors) {
    int[] all = IntStream.range(0, neighbors.rowCount()).toArray();
    return new Neighborhoods(TwoWayPattern.from(neighbors), all);
  }

  /** Rows for the given nodes only, in their order. */
  public static Neighborhoods of(CsrPattern neighbors, int[] targets) {
    return rows(neighbors.selectRows(targets), targets);
  }

  /** These rows, the neighborhoods of these nodes in this order. */
  static Neighborhoods rows(CsrPattern rows, int[] targets) {
    return new Neighborhoods(TwoWayPattern.from(rows), targets.clone());
  }

  TwoWayPattern pattern() {
    return pattern;
  }

  int[] targets() {
    return targets;
  }
}
