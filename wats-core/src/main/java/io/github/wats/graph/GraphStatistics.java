package io.github.wats.graph;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.OptionalDouble;

/** Degrees, connected components and homophily of a graph. Immutable. */
public final class GraphStatistics {
  private final Graph graph;
  private final int[] sortedDegrees; // (n) ascending
  private final Components components;

  private GraphStatistics(Graph graph, int[] sortedDegrees, Components components) {
    this.graph = graph;
    this.sortedDegrees = sortedDegrees;
    this.components = components;
  }

  public static GraphStatistics of(Graph graph) {
    int[] degrees = new int[graph.nodeCount()];
    Arrays.setAll(degrees, graph::degree);
    Arrays.sort(degrees);
    return new GraphStatistics(graph, degrees, Components.of(graph));
  }

  /** {@code 2m / n}, or 0 without nodes. */
  public double meanDegree() {
    return Arrays.stream(sortedDegrees).average().orElse(0);
  }

  public int largestDegree() {
    return degreeQuantile(1);
  }

  /**
   * The smallest degree that at least {@code share} of the nodes do not exceed, so always a degree
   * that occurs; 0 without nodes.
   */
  public int degreeQuantile(double share) {
    Check.argument(share >= 0 && share <= 1, "share must be in 0 … 1, got %s", share);
    if (sortedDegrees.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(share * sortedDegrees.length);
    return sortedDegrees[Math.max(rank, 1) - 1];
  }

  /** How many nodes have no neighbor. */
  public int isolatedCount() {
    int count = 0;
    while (count < sortedDegrees.length && sortedDegrees[count] == 0) {
      count++;
    }
    return count;
  }

  /** The number of connected components. */
  public int componentCount() {
    return components.count();
  }

  /** How many nodes the largest connected component has; 0 without nodes. */
  public int largestComponentSize() {
    return components.count() == 0 ? 0 : components.size(components.largest());
  }

  /**
   * Edge homophily {@code |{i–j : y_i = y_j}| / m}: the share of edges whose two ends have the same
   * label. A negative label is unknown, and edges at such a node do not count; empty where no edge
   * counts.
   */
  public OptionalDouble homophily(int[] labels) {
    Check.argument(
        labels.length == graph.nodeCount(),
        "one label per node: expected %d, got %d",
        graph.nodeCount(),
        labels.length);
    double counted = count((i, j) -> labels[i] >= 0 && labels[j] >= 0);
    double equal = count((i, j) -> labels[i] >= 0 && labels[i] == labels[j]);
    return counted == 0 ? OptionalDouble.empty() : OptionalDouble.of(equal / counted);
  }

  @FunctionalInterface
  private interface EdgeTest {
    boolean holds(int node, int other);
  }

  /** The number of directed edges that pass: a whole number below 2^31, so exact in a double. */
  private double count(EdgeTest test) {
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

  @Override
  public String toString() {
    return "GraphStatistics["
        + graph
        + ", mean degree "
        + meanDegree()
        + ", "
        + componentCount()
        + " components]";
  }
}
