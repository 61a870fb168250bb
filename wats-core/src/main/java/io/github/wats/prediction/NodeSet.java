package io.github.wats.prediction;

import io.github.wats.internal.Check;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A sorted set of distinct node indices out of 0 … n−1. Immutable. */
public final class NodeSet {
  private final int nodeCount;
  private final int[] nodes; // ascending

  private NodeSet(int nodeCount, int[] nodes) {
    this.nodeCount = nodeCount;
    this.nodes = nodes;
  }

  /** Copies and sorts {@code nodes}, which must be distinct. */
  public static NodeSet of(int nodeCount, int... nodes) {
    int[] sorted = nodes.clone();
    Arrays.sort(sorted);
    for (int k = 0; k < sorted.length; k++) {
      Check.argument(
          sorted[k] >= 0 && sorted[k] < nodeCount,
          "nodes must be in 0 … %d, got %d",
          nodeCount - 1,
          sorted[k]);
      Check.argument(
          k == 0 || sorted[k] != sorted[k - 1],
          "nodes must be distinct, got %d more than once",
          sorted[k]);
    }
    return new NodeSet(nodeCount, sorted);
  }

  /** The nodes whose entry is true. */
  public static NodeSet ofMask(boolean[] mask) {
    int[] nodes = IntStream.range(0, mask.length).filter(i -> mask[i]).toArray();
    return new NodeSet(mask.length, nodes);
  }

  /** All nodes. */
  public static NodeSet all(int nodeCount) {
    return new NodeSet(nodeCount, IntStream.range(0, nodeCount).toArray());
  }

  /** The number n of nodes of the graph. */
  public int nodeCount() {
    return nodeCount;
  }

  public int size() {
    return nodes.length;
  }

  public boolean isEmpty() {
    return nodes.length == 0;
  }

  /** Node number {@code index} of the set, counted from 0 in ascending order. */
  public int get(int index) {
    return nodes[index];
  }

  public boolean contains(int node) {
    return Arrays.binarySearch(nodes, node) >= 0;
  }

  /** The nodes in ascending order: a copy. */
  public int[] toArray() {
    return nodes.clone();
  }

  /** One entry per node, true for those in the set. */
  public boolean[] toMask() {
    boolean[] mask = new boolean[nodeCount];
    for (int node : nodes) {
      mask[node] = true;
    }
    return mask;
  }

  /** The nodes of this set whose label is known. */
  public NodeSet withKnownLabel(Labels labels) {
    return new NodeSet(nodeCount, Arrays.stream(nodes).filter(labels::isKnown).toArray());
  }

  /**
   * Two random halves, such as nodes to fit on and nodes held out; the second may have one more.
   */
  public List<NodeSet> halves(long seed) {
    Split halves = Splits.random(this, new Splits.Fractions(0.5, 0.5, 0), seed);
    return List.of(halves.train(), halves.validation());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeSet that
        && nodeCount == that.nodeCount
        && Arrays.equals(nodes, that.nodes);
  }

  @Override
  public int hashCode() {
    return 31 * nodeCount + Arrays.hashCode(nodes);
  }

  @Override
  public String toString() {
    return "NodeSet[" + nodes.length + " of " + nodeCount + " nodes]";
  }
}
