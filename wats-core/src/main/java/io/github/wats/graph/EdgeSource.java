package io.github.wats.graph;

import io.github.wats.internal.Check;

/**
 * Edges that can be read more than once in the same order: arrays, a file, a generator. Edges may
 * repeat, point either way, and be self-loops.
 */
@FunctionalInterface
public interface EdgeSource {
  /** Gives every edge to {@code consumer}, the same ones each time. */
  void forEach(EdgeConsumer consumer);

  /**
   * How many threads may read all edges at the same time. More than 1 pays where reading costs next
   * to nothing, as with arrays: each reader sorts its own share of the nodes.
   */
  default int readers() {
    return 1;
  }

  /** Takes one edge. */
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
