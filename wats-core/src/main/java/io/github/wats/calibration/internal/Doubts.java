package io.github.wats.calibration.internal;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Says where calibration cannot help much, by tests whose error rate is stated. */
public final class Doubts {
  private static final int FEW = 100;
  private static final double CHANCE_ERRORS = 2; // exceeded by chance in 2.3 %
  private static final double GAIN_ERRORS = 1.6449; // exceeded by chance in 5 %
  private static final double TRAINED_ERRORS = 3.0902; // exceeded by chance in 0.1 %
  private static final double LEAST = 1e-300; // of a probability in a logarithm

  private Doubts() {}

  /** About the validation nodes of a fit with a prior on its temperature. */
  public static List<String> of(CalibrationRows rows) {
    int n = rows.nodes().size();
    int[] counts = rows.labels().counts();
    List<String> doubts = new ArrayList<>();
    if (counts.length == 1) {
      return doubts;
    }
    if (n < FEW) {
      doubts.add(
          "only %s validation nodes: with 50, a third of 63 measured fits had a higher NLL than no"
                  .formatted(n)
              + " calibration");
    }
    int most = 0; // the most frequent class
    for (int c = 1; c < counts.length; c++) {
      most = counts[c] > counts[most] ? c : most;
    }
    double[] ahead = new double[n]; // whether the network is right, minus whether that class is
    for (int i = 0; i < n; i++) {
      int label = rows.labels().get(i);
      ahead[i] = (rows.logits().predictedClass(i) == label ? 1 : 0) - (label == most ? 1 : 0);
    }
    double chance = (double) counts[most] / n;
    double[] lead = mean(ahead, ones(n));
    if (Math.rint(n * (lead[0] + chance)) == n) {
      doubts.add(
          "every validation node is predicted right, so they do not identify a temperature: its"
              + " prior decides");
    } else if (lead[0] <= CHANCE_ERRORS * lead[1]) {
      doubts.add(
          text(
              "the network's accuracy on the validation nodes (%.1f %%) is not clearly above that of always"
                  + " predicting the most frequent class (%.1f %%), by a test that misses 2.3 %% of"
                  + " such networks: mode free was overconfident on some such graphs; compare it"
                  + " with mode keep-class and ts",
              100 * (lead[0] + chance), 100 * chance));
    }
    return doubts;
  }

  /**
   * About losses of held-out nodes, by a paired one-sided test at 5 %.
   *
   * @param before of the network (n)
   * @param after calibrated without the node's label (n)
   * @param weights of the nodes (n)
   */
  public static List<String> ofGain(double[] before, double[] after, double[] weights) {
    double[] gains = new double[before.length];
    Arrays.setAll(gains, i -> before[i] - after[i]);
    double[] mean = mean(gains, weights);
    return mean[0] > GAIN_ERRORS * mean[1]
        ? List.of()
        : List.of(
            text(
                "cross-validated, calibration lowers the NLL by %.4f ± %.4f only, within noise (test at"
                    + " 5 %%): leaving the network as it is may do as well",
                mean[0], mean[1]));
  }

  /**
   * About validation nodes that the network fits better than test nodes of known label, by a
   * one-sided test at 0.1 %; none if their classes differ. Not for a fit: labels of test nodes have
   * no effect there.
   */
  public static List<String> ofTraining(CalibrationData data) {
    Labels labels = data.requireLabels();
    NodeSet validation = data.requireSplit().validation().withKnownLabel(labels);
    NodeSet test = data.requireSplit().test().withKnownLabel(labels);
    if (validation.size() < 2 || test.size() < 2) {
      return List.of();
    }
    ClassShares shares = ClassShares.of(labels.select(validation), labels.select(test).counts());
    double[] own = loss(data, validation);
    double[] other = loss(data, test);
    double error = Math.sqrt(own[1] * own[1] + other[1] * other[1]);
    return shares.statistic() > shares.critical() || other[0] - own[0] <= TRAINED_ERRORS * error
        ? List.of()
        : List.of(
            text(
                "the network's NLL is %.3f on the validation nodes and %.3f on test nodes (by chance in"
                    + " 0.1 %% of cases): if it was trained on validation nodes, calibrate on others",
                own[0], other[0]));
  }

  private static double[] loss(CalibrationData data, NodeSet nodes) {
    Probabilities p = data.logits().select(nodes).softmax();
    double[] losses = new double[nodes.size()];
    Arrays.setAll(
        losses, i -> -Math.log(Math.max(LEAST, p.get(i, data.requireLabels().get(nodes.get(i))))));
    return mean(losses, ones(losses.length));
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** The weighted mean and its standard error. */
  private static double[] mean(double[] values, double[] weights) {
    double total = Arrays.stream(weights).sum();
    double mean = 0;
    for (int i = 0; i < values.length; i++) {
      mean += weights[i] * values[i] / total;
    }
    double square = 0;
    for (int i = 0; i < values.length; i++) {
      square += weights[i] * weights[i] * (values[i] - mean) * (values[i] - mean);
    }
    return new double[] {mean, Math.sqrt(square) / total};
  }

  private static String text(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
