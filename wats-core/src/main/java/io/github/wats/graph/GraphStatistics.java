package io.github.wats.graph;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** Degrees, connected components and homophily of a graph. Immutable. */
public final class GraphStatistics {
  private final Graph graph;
  private final int[] sortedDegrees; // (n) ascending
  private final Components components;

  private GraphStatistics(Graph graph) {
    this.graph = graph;
    sortedDegrees = IntStream.range(0, graph.nodeCount()).map(graph::degree).sorted().toArray();
    components = Components.of(graph);
  }

  public static GraphStatistics of(Graph graph) {
    return new GraphStatistics(graph);
  }

  /** {@code 2m / n}, or 0 without nodes. */
  public double meanDegree() {
    return Arrays.stream(sortedDegrees).average().orElse(0);
  }

  public int largestDegree() {
    return degreeQuantile(1);
  }

  /**
   * The smallest degree that is at least as large as the degree of this fraction of the nodes; 0
   * without nodes.
   */
  public int degreeQuantile(double fraction) {
    Check.argument(fraction >= 0 && fraction <= 1, "fraction must be in 0 … 1, got %s", fraction);
    if (sortedDegrees.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(fraction * sortedDegrees.length);
    return sortedDegrees[Math.max(rank, 1) - 1];
  }

  /** The number of nodes without a neighbor. */
  public int isolatedCount() {
    return (int) Arrays.stream(sortedDegrees).filter(degree -> degree == 0).count();
  }

  /** The number of connected components. */
  public int componentCount() {
    return components.count();
  }

  /** The number of nodes of the largest connected component; 0 without nodes. */
  public int largestComponentSize() {
    return components.count() == 0 ? 0 : components.sizes()[components.largest()];
  }

  /** The number of nodes of the connected component of {@code node}. */
  public int componentSize(int node) {
    return components.sizes()[components.componentOf()[node]];
  }

  /** The share of each node's neighbors that are of its class; NaN without neighbors. */
  public double[] agreement(int[] classes) {
    double[] shares = new double[graph.nodeCount()];
    for (int i = 0; i < shares.length; i++) {
      int equal = 0;
      for (int k = 0; k < graph.degree(i); k++) {
        equal += classes[graph.neighbor(i, k)] == classes[i] ? 1 : 0;
      }
      shares[i] = (double) equal / graph.degree(i);
    }
    return shares;
  }

  /**
   * Edge homophily {@code |{i–j : y_i = y_j}| / m}: the fraction of edges whose two ends have the
   * same label. A negative label is unknown, and edges of such a node do not count; empty where no
   * edge counts.
   */
  public OptionalDouble homophily(int[] labels) {
    Check.argument(
        labels.length == graph.nodeCount(),
        "one label per node: expected %d, got %d",
        graph.nodeCount(),
        labels.length);
    double labeled = countEdges(labels, false);
    double equal = countEdges(labels, true);
    return labeled == 0 ? OptionalDouble.empty() : OptionalDouble.of(equal / labeled);
  }

  /**
   * The number of directed edges between nodes of known label, or of those with equal labels: below
   * 2^31, so exact in a double.
   */
  private double countEdges(int[] labels, boolean equalOnly) {
    SparsePattern adjacency = graph.adjacency();
    return Rows.sum(
        graph.nodeCount(),
        adjacency.entryCount(),
        (from, to) -> {
          int count = 0;
          for (int i = from; i < to; i++) {
            for (int k = adjacency.offset(i); k < adjacency.offset(i + 1) && labels[i] >= 0; k++) {
              int other = labels[adjacency.column(k)];
              count += other == labels[i] || (!equalOnly && other >= 0) ? 1 : 0;
            }
          }
          return count;
        });
  }
}
