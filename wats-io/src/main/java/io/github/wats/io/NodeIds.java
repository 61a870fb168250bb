package io.github.wats.io;

import io.github.wats.calibration.GraphRows;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.calibration.PairData;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The ids of the nodes: the numbers 0 … n−1, or distinct names of any kind; or of rows that are
 * pairs of nodes, {@code a-b} of the ids of both, or labels of nodes. Results are written with
 * these. Immutable.
 */
public final class NodeIds {
  /** No node number has more digits. */
  private static final int MOST_DIGITS = 10;

  private final int nodeCount;
  private final String[] names; // (n), or empty for numbers
  private final Map<String, Integer> numbers;
  private final Optional<GraphRows> rows;
  private final Optional<NodeIds> nodes; // of the graph of the rows

  private NodeIds(int nodeCount, String[] names, Map<String, Integer> numbers) {
    this(nodeCount, names, numbers, Optional.empty(), Optional.empty());
  }

  private NodeIds(
      int nodeCount,
      String[] names,
      Map<String, Integer> numbers,
      Optional<GraphRows> rows,
      Optional<NodeIds> nodes) {
    this.nodeCount = nodeCount;
    this.names = names;
    this.numbers = numbers;
    this.rows = rows;
    this.nodes = nodes;
  }

  /** The ids of rows of a graph whose nodes have these ids. */
  public static NodeIds ofRows(GraphRows rows, NodeIds nodes) {
    return new NodeIds(
        rows.count(), new String[0], Map.of(), Optional.of(rows), Optional.of(nodes));
  }

  /** What these are the ids of, where they are no nodes. */
  public Optional<GraphRows> rows() {
    return rows;
  }

  /** The pairs of nodes that these are the ids of. */
  public Optional<PairData> pairs() {
    return rows.filter(PairData.class::isInstance).map(PairData.class::cast);
  }

  /** The labels of nodes that these are the ids of. */
  public Optional<MultiLabelData> severalLabels() {
    return rows.filter(MultiLabelData.class::isInstance).map(MultiLabelData.class::cast);
  }

  /** The ids of the nodes themselves. */
  public NodeIds ofNodes() {
    return nodes.orElse(this);
  }

  /** The ids 0 … n−1. */
  public static NodeIds numbers(int nodeCount) {
    return new NodeIds(nodeCount, new String[0], Map.of());
  }

  /**
   * Copies {@code names}, of which 0 … n−1 in order are numbers; a name given twice is an {@link
   * IllegalArgumentException}.
   */
  public static NodeIds of(String... names) {
    Map<String, Integer> numbers = new HashMap<>(names.length * 2);
    for (int i = 0; i < names.length; i++) {
      Integer earlier = numbers.put(names[i], i);
      if (earlier != null) {
        throw new IllegalArgumentException(
            "node ids must differ, got '" + names[i] + "' at nodes " + earlier + " and " + i);
      }
    }
    return IntStream.range(0, names.length).allMatch(i -> names[i].equals(Integer.toString(i)))
        ? numbers(names.length)
        : new NodeIds(names.length, names.clone(), numbers);
  }

  public int nodeCount() {
    return nodeCount;
  }

  /** Whether the ids are names and not the numbers 0 … n−1. */
  public boolean areNames() {
    return names.length > 0;
  }

  /** Whether the ids are 0 … n−1 in any order, which are the numbers of rows in other files. */
  public boolean areRowNumbers() {
    return IntStream.range(0, nodeCount).allMatch(i -> find(Integer.toString(i)).isPresent());
  }

  /** The id of a node. */
  public String get(int node) {
    NodeIds own = ofNodes();
    if (rows.isPresent() && rows.get() instanceof PairData pairs) {
      return own.get(pairs.source(node)) + "-" + own.get(pairs.target(node));
    }
    return areNames() ? names[node] : Integer.toString(node);
  }

  /** The node with this id, if there is one. */
  public Optional<Integer> find(String id) {
    if (areNames()) {
      return Optional.ofNullable(numbers.get(id));
    }
    int number = number(id);
    return number >= 0 && number < nodeCount ? Optional.of(number) : Optional.empty();
  }

  /** The value of plain digits that fit an int, or −1 for any other text. */
  public static int number(String text) {
    if (text.isEmpty() || text.length() > MOST_DIGITS) {
      return -1;
    }
    long value = 0;
    for (int k = 0; k < text.length(); k++) {
      int digit = text.charAt(k) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value <= Integer.MAX_VALUE ? (int) value : -1;
  }

  /** All ids: a copy. */
  public String[] toArray() {
    String[] all = new String[nodeCount];
    Arrays.setAll(all, this::get);
    return all;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeIds that
        && nodeCount == that.nodeCount
        && Arrays.equals(names, that.names);
  }

  @Override
  public int hashCode() {
    return 31 * nodeCount + Arrays.hashCode(names);
  }

  @Override
  public String toString() {
    return "NodeIds[" + nodeCount + (areNames() ? " names]" : " numbers]");
  }
}
