package io.github.wats.graph;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.OptionalDouble;

/** {@code |{i–j : y_i = y_j}| / m}: the share of edges whose two ends have the same label. */
public final class EdgeHomophily {
  private EdgeHomophily() {}

  /**
   * The edge homophily of {@code graph} under one label per node. A negative label is unknown, and
   * edges at such a node do not count; empty where no edge counts.
   */
  public static OptionalDouble of(Graph graph, int[] labels) {
    Check.argument(
        labels.length == graph.nodeCount(),
        "one label per node: expected %d, got %d",
        graph.nodeCount(),
        labels.length);
    double counted = count(graph, (i, j) -> labels[i] >= 0 && labels[j] >= 0);
    double equal = count(graph, (i, j) -> labels[i] >= 0 && labels[i] == labels[j]);
    return counted == 0 ? OptionalDouble.empty() : OptionalDouble.of(equal / counted);
  }

  @FunctionalInterface
  private interface EdgeTest {
    boolean holds(int node, int other);
  }

  /** The number of directed edges that pass: a whole number below 2^31, so exact in a double. */
  private static double count(Graph graph, EdgeTest test) {
    SparsePattern adjacency = graph.adjacency();
    return Rows.sum(
        graph.nodeCount(),
        adjacency.entryCount(),
        (from, to) -> {
          int count = 0;
          for (int i = from; i < to; i++) {
            for (int k = adjacency.offset(i); k < adjacency.offset(i + 1); k++) {
              count += test.holds(i, adjacency.column(k)) ? 1 : 0;
            }
          }
          return count;
        });
  }
}
