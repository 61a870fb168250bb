package io.github.wats.prediction;

import io.github.wats.internal.Check;
import java.util.Arrays;

/** The true class of each node, 0 … C−1, or unknown. Immutable. */
public final class Labels {
  /** Marks a missing label. */
  public static final int UNKNOWN = -1;

  private final int classCount;
  private final int[] values; // (n)

  private Labels(int classCount, int[] values) {
    this.classCount = classCount;
    this.values = values;
  }

  /** Copies {@code values}: 0 … classCount−1, or {@link #UNKNOWN}. */
  public static Labels of(int classCount, int[] values) {
    Check.argument(classCount >= 1, "there must be at least one class, got %d", classCount);
    int[] copy = values.clone();
    for (int i = 0; i < copy.length; i++) {
      Check.argument(
          copy[i] >= UNKNOWN && copy[i] < classCount,
          "labels must be in 0 … %d, or -1 for unknown, got %d at node %d",
          classCount - 1,
          copy[i],
          i);
    }
    return new Labels(classCount, copy);
  }

  public int nodeCount() {
    return values.length;
  }

  public int classCount() {
    return classCount;
  }

  /** The label of {@code node}, or {@link #UNKNOWN}. */
  public int get(int node) {
    return values[node];
  }

  public boolean isKnown(int node) {
    return values[node] != UNKNOWN;
  }

  /** All labels: a copy. */
  public int[] toArray() {
    return values.clone();
  }

  /** The number of nodes of each class (C). */
  public int[] counts() {
    int[] counts = new int[classCount];
    Arrays.stream(values).filter(label -> label != UNKNOWN).forEach(label -> counts[label]++);
    return counts;
  }

  /** The labels of the given nodes, in their order. */
  public Labels select(NodeSet nodes) {
    return new Labels(classCount, Arrays.stream(nodes.toArray()).map(i -> values[i]).toArray());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Labels that
        && classCount == that.classCount
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "Labels[" + values.length + " nodes, " + classCount + " classes]";
  }
}
