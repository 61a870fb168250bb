package io.github.wats.io.format;

import io.github.wats.graph.EdgeSource;
import io.github.wats.internal.Rows;

/**
 * Edges of a file that several threads may read at once. Putting them in their places costs far
 * more than reading them, so it pays that a few readers decode the whole file each and take their
 * share of the nodes.
 */
record SharedEdges(EdgeSource edges, int readers) implements EdgeSource {
  private static final int MOST_READERS = 4;

  /** Below this many edges one reader is done before another has started. */
  private static final int FEW_EDGES = 1 << 15;

  static EdgeSource of(EdgeSource edges, long count) {
    return new SharedEdges(edges, count < FEW_EDGES ? 1 : Math.min(MOST_READERS, Rows.threads()));
  }

  @Override
  public void forEach(EdgeConsumer consumer) {
    edges.forEach(consumer);
  }
}
