package io.github.wats.experiment;

import com.fasterxml.jackson.annotation.JsonValue;
import io.github.wats.internal.Check;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Arrays;
import java.util.Locale;

/**
 * How runs are made. The first two cut the nodes 20 : 10 : 70 into training, validation and test
 * nodes in the order NumPy's {@code RandomState} shuffles them, so that runs pair with those of any
 * Python program that does the same.
 */
public enum Protocol {
  /** As the paper's text describes, and the fair test: every run has its own split. */
  PAPER,

  /**
   * How the published numbers were made: one split (seed 128) for all runs, which then differ in
   * their initialization alone; Photo and Computers without self-loops; temperatures stopped early
   * on the training nodes.
   */
  AUTHORS,

  /**
   * The splits of the data set in turns, such as those of GATS, and 15 bins as there: run r has
   * split r mod their number and its own initialization. Settings are those of {@link #PAPER}.
   */
  GATS;

  private static final long AUTHORS_SPLIT_SEED = 128;
  private static final double TRAIN_END = 0.2;
  private static final double VALIDATION_END = 0.3;

  /** The protocol of that name, in any case. */
  public static Protocol named(String name) {
    for (Protocol protocol : values()) {
      if (protocol.label().equalsIgnoreCase(name.trim())) {
        return protocol;
      }
    }
    throw new IllegalArgumentException("protocol must be paper, authors or gats, got " + name);
  }

  /** How results, their JSON and the command line call it. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return label();
  }

  /** How many bins the errors of calibration have. */
  int bins() {
    return this == GATS ? 15 : 10;
  }

  /** The split of run {@code run} on a data set. */
  Split split(Dataset dataset, long seed, int run) {
    if (this != GATS) {
      return split(dataset.nodeCount(), seed, run);
    }
    int count = dataset.publicSplits().size();
    Check.argument(count > 0, "protocol gats needs splits of %s: give --splits", dataset.name());
    return dataset.publicSplits().get(run % count);
  }

  /** The split of run {@code run}; under {@link #PAPER} that of NumPy seed {@code seed + run}. */
  public Split split(int nodeCount, long seed, int run) {
    int[] order = order(nodeCount, seed, run);
    int trainEnd = (int) (TRAIN_END * nodeCount);
    int validationEnd = (int) (VALIDATION_END * nodeCount);
    return new Split(
        part(order, 0, trainEnd),
        part(order, trainEnd, validationEnd),
        part(order, validationEnd, nodeCount));
  }

  /**
   * The test nodes of a run in the order in which they were shuffled. Nodes of equal degree are
   * many, and the degree-binned error depends on which of them come first: the published code has
   * them in this order. Node numbers would not do, since files list nodes by class or source.
   */
  int[] testOrder(Split split, long seed, int run) {
    int[] order = order(split.nodeCount(), seed, run);
    return Arrays.stream(order).filter(split.test()::contains).toArray();
  }

  private int[] order(int nodeCount, long seed, int run) {
    Check.argument(nodeCount >= 10, "a 20:10:70 split needs at least 10 nodes, got %d", nodeCount);
    long numpySeed = this == AUTHORS ? AUTHORS_SPLIT_SEED : seed + run;
    return new NumpyRandom(numpySeed).permutation(nodeCount);
  }

  private static NodeSet part(int[] order, int from, int to) {
    return NodeSet.of(order.length, Arrays.copyOfRange(order, from, to));
  }
}
