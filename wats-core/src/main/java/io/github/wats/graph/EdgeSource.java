package io.github.wats.graph;

import io.github.wats.internal.Check;

/**
 * Edges that can be read more than once in the same order: arrays, a file, a generator. Edges may
 * be repeated, in either direction, and may be self-loops.
 */
@FunctionalInterface
public interface EdgeSource {
  /** Passes every edge to {@code consumer}, in the same order each time. */
  void forEach(EdgeConsumer consumer);

  /**
   * How many threads may read all edges at the same time. More than 1 is faster where reading is
   * cheap, as with arrays: every reader reads all edges and sorts those of its own nodes.
   */
  default int readers() {
    return 1;
  }

  /** Receives one edge. */
  @FunctionalInterface
  interface EdgeConsumer {
    void accept(int source, int target);
  }

  /** The edges {@code sources[k]}–{@code targets[k]}; the arrays are read, not copied. */
  static EdgeSource of(int[] sources, int[] targets) {
    Check.argument(
        sources.length == targets.length,
        "sources and targets must be equally long, got %d and %d",
        sources.length,
        targets.length);
    return new ArrayEdges(sources, targets, sources.length);
  }
}
