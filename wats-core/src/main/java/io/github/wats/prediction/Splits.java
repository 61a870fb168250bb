package io.github.wats.prediction;

import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import java.util.Arrays;

/** Cuts nodes into training, calibration and test nodes, at random but fixed by a seed. */
public final class Splits {
  private Splits() {}

  /** All nodes 0 … nodeCount−1 in random order, cut by the shares. */
  public static Split random(int nodeCount, Shares shares, long seed) {
    return random(NodeSet.all(nodeCount), shares, seed);
  }

  /** The given nodes in random order, cut by the shares; other nodes are in no part. */
  public static Split random(NodeSet nodes, Shares shares, long seed) {
    int[] order = nodes.toArray();
    Seeds.shuffleInPlace(order, 0, order.length, Seeds.derive(seed, "split"));
    return ofOrder(nodes.nodeCount(), order, shares);
  }

  /**
   * The given nodes in the given order, cut at ⌊train·n⌋ and ⌊(train + calibration)·n⌋ and, unless
   * the shares sum to 1, at the end of the test share.
   */
  public static Split ofOrder(int nodeCount, int[] order, Shares shares) {
    int count = order.length;
    int trainEnd = shares.trainEnd(count);
    int calibrationEnd = shares.calibrationEnd(count);
    return new Split(
        part(nodeCount, order, 0, trainEnd),
        part(nodeCount, order, trainEnd, calibrationEnd),
        part(nodeCount, order, calibrationEnd, shares.testEnd(count)));
  }

  /**
   * Random parts as large as {@link #random} makes them, in which every class has its share of each
   * part to within two nodes. Nodes without a known label are in no part.
   */
  public static Split stratified(Labels labels, Shares shares, long seed) {
    return stratified(NodeSet.all(labels.nodeCount()), labels, shares, seed);
  }

  /** Like {@link #stratified(Labels, Shares, long)}, among the given nodes only. */
  public static Split stratified(NodeSet nodes, Labels labels, Shares shares, long seed) {
    Check.argument(
        nodes.nodeCount() == labels.nodeCount(),
        "nodes and labels must have the same number of nodes, got %d and %d",
        nodes.nodeCount(),
        labels.nodeCount());
    int[] order = shuffledClassByClass(nodes.withKnownLabel(labels), labels, seed);
    int trainEnd = shares.trainEnd(order.length);
    int calibrationEnd = shares.calibrationEnd(order.length);
    int testEnd = shares.testEnd(order.length);
    Picked train = pickEvenly(order, trainEnd);
    Picked calibration = pickEvenly(train.rest, calibrationEnd - trainEnd);
    Picked test = pickEvenly(calibration.rest, testEnd - calibrationEnd);
    int n = nodes.nodeCount();
    return new Split(
        NodeSet.of(n, train.nodes), NodeSet.of(n, calibration.nodes), NodeSet.of(n, test.nodes));
  }

  /** The nodes of class 0 in random order, then those of class 1, and so on. */
  private static int[] shuffledClassByClass(NodeSet nodes, Labels labels, long seed) {
    int[] starts = new int[labels.classCount() + 1];
    for (int k = 0; k < nodes.size(); k++) {
      starts[labels.get(nodes.get(k)) + 1]++;
    }
    for (int c = 0; c < labels.classCount(); c++) {
      starts[c + 1] += starts[c];
    }
    int[] order = new int[nodes.size()];
    int[] next = starts.clone();
    for (int k = 0; k < nodes.size(); k++) {
      order[next[labels.get(nodes.get(k))]++] = nodes.get(k);
    }
    long stream = Seeds.derive(seed, "stratified split");
    for (int c = 0; c < labels.classCount(); c++) {
      Seeds.shuffleInPlace(order, starts[c], starts[c + 1], Seeds.derive(stream, c));
    }
    return order;
  }

  private record Picked(int[] nodes, int[] rest) {}

  /** Picks {@code count} nodes at even steps: any run of n of them gives n·count/length, ±1. */
  private static Picked pickEvenly(int[] order, int count) {
    Picked picked = new Picked(new int[count], new int[order.length - count]);
    int taken = 0;
    for (int k = 0; k < order.length; k++) {
      if ((k + 1L) * count / order.length > taken) {
        picked.nodes[taken++] = order[k];
      } else {
        picked.rest[k - taken] = order[k];
      }
    }
    return picked;
  }

  private static NodeSet part(int nodeCount, int[] order, int from, int to) {
    return NodeSet.of(nodeCount, Arrays.copyOfRange(order, from, to));
  }

  /**
   * What share of the nodes trains the network, calibrates it and tests the result. Shares that sum
   * to less than 1 leave nodes in no part.
   *
   * @param train the share of training nodes
   * @param calibration the share of validation nodes, on which calibrators are fitted
   * @param test the share of test nodes
   */
  public record Shares(double train, double calibration, double test) {
    /** 20 % training, 10 % calibration, 70 % test: the paper's split. */
    public static final Shares DEFAULT = new Shares(0.2, 0.1, 0.7);

    /** Covers the rounding of sums such as 0.2 + 0.1 + 0.7, far below one node in 2^31. */
    private static final double ROUNDING = 1e-12;

    public Shares {
      checkShare("train", train);
      checkShare("calibration", calibration);
      checkShare("test", test);
      double sum = train + calibration + test;
      Check.argument(sum <= 1 + ROUNDING, "shares must sum to at most 1, got %s", sum);
    }

    private static void checkShare(String name, double share) {
      Check.argument(share >= 0 && share <= 1, "%s share must be in 0 … 1, got %s", name, share);
    }

    /** The position after the last training node when {@code count} nodes are cut in order. */
    int trainEnd(int count) {
      return cut(train, count);
    }

    int calibrationEnd(int count) {
      return cut(train + calibration, count);
    }

    int testEnd(int count) {
      return cut(train + calibration + test, count);
    }

    private static int cut(double share, int count) {
      return (int) Math.min(count, Math.floor((share + ROUNDING) * count));
    }
  }
}
