package io.github.wats.calibration.auto;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The loss of each validation node under calibrators fitted without it. A held-out node is in no
 * part of the split its calibrator sees, so its label has no effect there, not even on neighbors.
 *
 * @param nodes validation nodes with a known label, shuffled (n)
 */
record CrossValidation(CalibrationData data, int[] nodes, int folds, long seed) {
  /** A probability of 0 counts as this, so that one node cannot make a mean infinite. */
  private static final double LEAST_PROBABILITY = 1e-300;

  static CrossValidation of(CalibrationData data, NodeSet nodes, int folds, long seed) {
    int[] shuffled = shuffled(nodes, data.logits(), Seeds.derive(seed, "auto-folds"));
    return new CrossValidation(data, shuffled, Math.min(folds, nodes.size()), seed);
  }

  /** {@code −ln p_y} of each node (n), in an order that is the same for all calibrators. */
  double[] losses(Calibrator<?> calibrator) {
    Labels labels = data.requireLabels();
    double[] losses = new double[nodes.length];
    for (int fold = 0; fold < folds; fold++) {
      CalibrationData without = data.withSplit(without(fold));
      Probabilities predicted = calibrator.fit(without, seed).calibrate(without).probabilities();
      for (int k = fold; k < nodes.length; k += folds) {
        double p = predicted.get(nodes[k], labels.get(nodes[k]));
        losses[k] = -Math.log(Math.max(p, LEAST_PROBABILITY));
      }
    }
    return losses;
  }

  /** The split without the nodes of a fold, which are then in none of its parts. */
  private Split without(int fold) {
    Split split = data.requireSplit();
    boolean[] kept = new boolean[data.nodeCount()];
    for (int k = 0; k < nodes.length; k++) {
      kept[nodes[k]] = k % folds != fold;
    }
    return new Split(split.train(), NodeSet.ofMask(kept), split.test());
  }

  /**
   * In an order drawn from the seed and a node's logits: how nodes are numbered does not matter.
   */
  private static int[] shuffled(NodeSet nodes, Logits logits, long stream) {
    int count = nodes.size();
    long[] keys = new long[logits.nodeCount()];
    double[] row = new double[logits.classCount()];
    for (int k = 0; k < count; k++) {
      logits.copyRow(nodes.get(k), row, 0);
      keys[nodes.get(k)] = Seeds.bits(stream, Arrays.hashCode(row));
    }
    return Arrays.stream(nodes.toArray())
        .boxed()
        .sorted(Comparator.comparingLong(node -> keys[node]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  /** The standard error of the mean of {@code a − b}, paired node by node. */
  static double standardErrorOfDifference(double[] a, double[] b) {
    double[] differences = new double[a.length];
    Arrays.setAll(differences, k -> a[k] - b[k]);
    double mean = mean(differences);
    double squares = Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
    return Math.sqrt(squares / (a.length - 1) / a.length);
  }
}
