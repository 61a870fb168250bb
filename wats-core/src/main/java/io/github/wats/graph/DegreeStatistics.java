package io.github.wats.graph;

import io.github.wats.internal.Check;
import java.util.Arrays;

/** How the degrees of a graph are spread. Immutable. */
public final class DegreeStatistics {
  private final int[] sorted; // (n) rising

  private DegreeStatistics(int[] sorted) {
    this.sorted = sorted;
  }

  public static DegreeStatistics of(Graph graph) {
    int[] degrees = new int[graph.nodeCount()];
    Arrays.setAll(degrees, graph::degree);
    Arrays.sort(degrees);
    return new DegreeStatistics(degrees);
  }

  /** {@code 2m / n}, or 0 without nodes. */
  public double mean() {
    return Arrays.stream(sorted).average().orElse(0);
  }

  /** How many nodes have no neighbor. */
  public int isolatedCount() {
    int count = 0;
    while (count < sorted.length && sorted[count] == 0) {
      count++;
    }
    return count;
  }

  public int smallest() {
    return quantile(0);
  }

  public int median() {
    return quantile(0.5);
  }

  public int largest() {
    return quantile(1);
  }

  /**
   * The smallest degree that at least {@code share} of the nodes do not exceed, so always a degree
   * that occurs; 0 without nodes.
   */
  public int quantile(double share) {
    Check.argument(share >= 0 && share <= 1, "share must be in 0 … 1, got %s", share);
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(rank, 1) - 1];
  }

  @Override
  public String toString() {
    return "DegreeStatistics["
        + smallest()
        + " … "
        + median()
        + " … "
        + largest()
        + ", mean "
        + mean()
        + "]";
  }
}
