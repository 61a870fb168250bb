package io.github.wats.io.format;

import io.github.wats.io.Origin;

/**
 * How many nodes there are and how that is known, for messages about nodes beyond.
 *
 * @param reason such as {@code array 'logits' has 10 rows}
 */
record NodeCount(int count, String reason) {
  /** How many nodes more than edges × {@link #NODES_PER_EDGE} a lone number may announce. */
  private static final int FREE_NODES = 1 << 20;

  private static final int NODES_PER_EDGE = 64;

  /**
   * A count that rests on a single number in the file, not on a row of data for each node, so that
   * a wrong number must not cost memory without bounds.
   */
  static NodeCount announced(Origin origin, long count, String reason, long edges) {
    long most = Math.min(Integer.MAX_VALUE - 16L, FREE_NODES + edges * NODES_PER_EDGE);
    origin.check(
        count >= 0 && count <= most,
        "a graph of %d edges may announce up to %d nodes (more need logits, x or y with a row"
            + " each), got %d",
        edges,
        most,
        count);
    return new NodeCount((int) count, reason);
  }

  void checkEquals(long got, Origin origin, String what) {
    origin.check(got == count, "%s must be %d (%s), got %d", what, count, reason, got);
  }
}
