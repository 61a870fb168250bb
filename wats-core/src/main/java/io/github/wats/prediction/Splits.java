package io.github.wats.prediction;

import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Random splits into training, validation and test nodes; same seed, same split. */
public final class Splits {
  private Splits() {}

  /** All nodes 0 … nodeCount−1 in random order, cut by the fractions. */
  public static Split random(int nodeCount, Fractions fractions, long seed) {
    return random(NodeSet.all(nodeCount), fractions, seed);
  }

  /** The given nodes in random order, cut by the fractions; other nodes are in no part. */
  public static Split random(NodeSet nodes, Fractions fractions, long seed) {
    int[] order = nodes.toArray();
    Seeds.shuffleInPlace(order, 0, order.length, Seeds.derive(seed, "split"));
    return ofOrder(nodes.nodeCount(), order, fractions);
  }

  /** The given nodes, cut in their order by the fractions; other nodes are in no part. */
  static Split ofOrder(int nodeCount, int[] order, Fractions fractions) {
    int[] ends = fractions.ends(order.length);
    return new Split(
        NodeSet.of(nodeCount, Arrays.copyOfRange(order, 0, ends[0])),
        NodeSet.of(nodeCount, Arrays.copyOfRange(order, ends[0], ends[1])),
        NodeSet.of(nodeCount, Arrays.copyOfRange(order, ends[1], ends[2])));
  }

  /**
   * Random parts of the sizes that {@link #random} gives, in which every class is represented in
   * proportion to its size, to within two nodes. Nodes without a known label are in no part.
   */
  public static Split stratified(Labels labels, Fractions fractions, long seed) {
    int n = labels.nodeCount();
    int[] order = shuffledClassByClass(NodeSet.all(n).withKnownLabel(labels), labels, seed);
    int[] ends = fractions.ends(order.length);
    Picked train = pickEvenly(order, ends[0]);
    Picked calibration = pickEvenly(train.rest, ends[1] - ends[0]);
    Picked test = pickEvenly(calibration.rest, ends[2] - ends[1]);
    return new Split(
        NodeSet.of(n, train.nodes), NodeSet.of(n, calibration.nodes), NodeSet.of(n, test.nodes));
  }

  /** The nodes of class 0 in random order, then those of class 1, and so on. */
  private static int[] shuffledClassByClass(NodeSet nodes, Labels labels, long seed) {
    int[] counts = labels.select(nodes).counts();
    int[] starts = new int[counts.length + 1];
    for (int c = 0; c < counts.length; c++) {
      starts[c + 1] = starts[c] + counts[c];
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

  /** Picks {@code count} nodes at even steps: of any n in a row, n·count/length, ±1. */
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

  /**
   * The sizes of the parts as fractions of all nodes. If they sum to less than 1, some nodes are in
   * no part.
   *
   * @param train the fraction of training nodes
   * @param calibration the fraction of validation nodes, on which calibrators are fitted
   * @param test the fraction of test nodes
   */
  public record Fractions(double train, double calibration, double test) {
    /** 20 % training, 10 % validation, 70 % test: the paper's split. */
    public static final Fractions DEFAULT = new Fractions(0.2, 0.1, 0.7);

    /** For the rounding error of sums such as 0.2 + 0.1 + 0.7; far below one node in 2^31. */
    private static final double ROUNDING = 1e-12;

    public Fractions {
      checkFraction("train", train);
      checkFraction("validation", calibration);
      checkFraction("test", test);
      double sum = train + calibration + test;
      Check.argument(sum <= 1 + ROUNDING, "fractions must sum to at most 1, got %s", sum);
    }

    private static void checkFraction(String name, double value) {
      Check.argument(value >= 0 && value <= 1, "%s fraction must be in 0 … 1, got %s", name, value);
    }

    /** The ends of the training, validation and test nodes among {@code count} nodes in order. */
    int[] ends(int count) {
      return DoubleStream.of(train, train + calibration, train + calibration + test)
          .mapToInt(fraction -> (int) Math.min(count, Math.floor((fraction + ROUNDING) * count)))
          .toArray();
    }
  }
}
