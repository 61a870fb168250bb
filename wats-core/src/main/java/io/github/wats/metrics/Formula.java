package io.github.wats.metrics;

import io.github.wats.metrics.Metric.Order;
import java.util.function.ToDoubleFunction;

/**
 * How a metric is computed. {@link MetricSums} knows these forms, not the metrics, so a new metric
 * of one of them needs no code elsewhere.
 */
sealed interface Formula {
  /** Adds the term of one outcome, given its probabilities, label and predicted class. */
  interface Term {
    double add(double sum, double[] row, int label, int predicted);
  }

  /** A mean over outcomes: a fraction of them (higher is better) or a loss (lower is better). */
  record Mean(boolean isShare, Term term) implements Formula {
    static final Mean HITS =
        new Mean(true, (sum, row, label, predicted) -> sum + (predicted == label ? 1 : 0));
    static final Mean LOG_LOSS =
        new Mean(
            false, (sum, row, label, predicted) -> sum - Math.log(Math.max(row[label], 1e-300)));
    static final Mean SQUARED_ERROR =
        new Mean(false, (sum, row, label, predicted) -> addSquaredErrors(sum, row, label));

    double of(Outcomes outcomes) {
      double[] row = new double[outcomes.classCount()];
      double sum = 0;
      for (int k = 0; k < outcomes.size(); k++) {
        outcomes.copyRow(k, row);
        sum = term.add(sum, row, outcomes.label(k), outcomes.predictedClass(k));
      }
      return sum / outcomes.size();
    }

    /** The term of each outcome. */
    double[] terms(Outcomes outcomes) {
      double[] row = new double[outcomes.classCount()];
      double[] terms = new double[outcomes.size()];
      for (int k = 0; k < terms.length; k++) {
        outcomes.copyRow(k, row);
        terms[k] = term.add(0, row, outcomes.label(k), outcomes.predictedClass(k));
      }
      return terms;
    }

    private static double addSquaredErrors(double sum, double[] row, int label) {
      double total = sum;
      for (int c = 0; c < row.length; c++) {
        double difference = row[c] - (label == c ? 1 : 0);
        total += difference * difference;
      }
      return total;
    }
  }

  /** {@code Σ_b (n_b / n) · |accuracy_b − confidence_b|}. */
  record MeanGap(Order order) implements Formula {}

  /** A value of the bins of equal width, such as {@code max_b |accuracy_b − confidence_b|}. */
  record OfBins(ToDoubleFunction<Bins> value) implements Formula {}

  /** A value that needs all outcomes at once: it is absent where only sums of them are known. */
  record OfOutcomes(ToDoubleFunction<Outcomes> value) implements Formula {}

  /** The mean over classes of the gaps of that class's probability, in bins of equal width. */
  record ClasswiseGap() implements Formula {}
}
