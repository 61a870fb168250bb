package io.github.wats.calibration.internal;

import io.github.wats.prediction.Labels;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Weights {@code w_i ∝ [(b_c + ½) / (m + C/2)] / (a_c / n)}, c the label of i, for validation nodes
 * that were drawn by class, where a and b count the n validation and m training nodes of each
 * class; else 1. They sum to the effective number of nodes, {@code (Σr)² / Σr²}.
 *
 * <p>Nodes count as drawn by class if a χ² test rejects equal shares (error rate 0.1 %) and the
 * validation nodes have the more even shares.
 *
 * @param statistic χ² of the table of classes and parts
 * @param critical what it exceeds by chance with probability 0.001 (Wilson and Hilferty)
 * @param entropy of the shares of the validation nodes
 * @param trainingEntropy of the shares of the training nodes
 * @param weights w (n)
 */
public record ClassShares(
    double statistic, double critical, double entropy, double trainingEntropy, double[] weights) {
  private static final double NORMAL_QUANTILE = 3.0902; // of 1 − 0.001

  /**
   * The test and its weights.
   *
   * @param training how many training nodes each class has (C)
   */
  public static ClassShares of(Labels labels, int[] training) {
    int[] own = labels.counts();
    double n = labels.nodeCount();
    double m = Arrays.stream(training).sum();
    int freedom =
        (int) IntStream.range(0, own.length).filter(c -> own[c] + training[c] > 0).count() - 1;
    if (m == 0 || freedom < 1) {
      return none(labels.nodeCount());
    }
    double statistic = 0;
    for (int c = 0; c < own.length; c++) {
      double share = (own[c] + training[c]) / (n + m);
      if (share > 0) {
        statistic += square(own[c] - share * n) / (share * n);
        statistic += square(training[c] - share * m) / (share * m);
      }
    }
    double part = 2.0 / (9 * freedom);
    double critical = freedom * Math.pow(1 - part + NORMAL_QUANTILE * Math.sqrt(part), 3);
    ClassShares test =
        new ClassShares(
            statistic,
            critical,
            entropy(own, n),
            entropy(training, m),
            none(labels.nodeCount()).weights);
    if (test.shifted()) {
      double[] ratios = new double[training.length];
      Arrays.setAll(ratios, c -> (training[c] + 0.5) / (m + 0.5 * own.length) / (own[c] / n));
      Arrays.setAll(test.weights, i -> ratios[labels.get(i)]);
      double factor =
          Arrays.stream(test.weights).sum()
              / Arrays.stream(test.weights).map(ClassShares::square).sum();
      Arrays.setAll(test.weights, i -> test.weights[i] * factor);
    }
    return test;
  }

  /** All weights 1, without a test. */
  public static ClassShares none(int nodes) {
    double[] ones = new double[nodes];
    Arrays.fill(ones, 1);
    return new ClassShares(0, 0, 0, 0, ones);
  }

  private static double square(double value) {
    return value * value;
  }

  private static double entropy(int[] counts, double total) {
    return -Arrays.stream(counts)
        .filter(count -> count > 0)
        .mapToDouble(count -> count / total * Math.log(count / total))
        .sum();
  }

  /** Whether the validation nodes count as drawn by class. */
  public boolean shifted() {
    return statistic > critical && entropy > trainingEntropy;
  }

  /** What the test found, for the report. */
  public List<String> notes() {
    return shifted()
        ? List.of(
            String.format(
                Locale.ROOT,
                "the validation nodes seem to be drawn by class (χ² %.1f, by chance above %.1f in 0.1 %%"
                    + " of cases): weighted to the class shares of the training nodes, they count as"
                    + " %.0f of %d nodes",
                statistic,
                critical,
                Arrays.stream(weights).sum(),
                weights.length))
        : List.of();
  }
}
