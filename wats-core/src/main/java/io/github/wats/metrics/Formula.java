package io.github.wats.metrics;

import io.github.wats.metrics.Bootstrap.Statistic;
import io.github.wats.metrics.Bootstrap.Terms;
import io.github.wats.metrics.Metric.Order;
import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * How a metric is computed. {@link MetricSums} knows these forms, not the metrics, so a new metric
 * of one of them needs no code elsewhere.
 */
sealed interface Formula {
  /** The value of at least one outcome, NaN if it is not defined. */
  double of(Outcomes outcomes, int bins);

  /** A metric of which resamples make an interval. */
  sealed interface Resampled extends Formula {
    Statistic statistic(Outcomes outcomes, int bins);
  }

  /** Adds the term of one outcome, given its probabilities, label and predicted class. */
  interface Term {
    double add(double sum, double[] row, int label, int predicted);
  }

  /** A mean over outcomes. */
  record Mean(Term term) implements Resampled {
    static final Mean HITS =
        new Mean((sum, row, label, predicted) -> sum + (predicted == label ? 1 : 0));
    static final Mean LOG_LOSS =
        new Mean((sum, row, label, predicted) -> sum - Math.log(Math.max(row[label], 1e-300)));
    static final Mean SQUARED_ERROR =
        new Mean((sum, row, label, predicted) -> addSquaredErrors(sum, row, label));

    @Override
    public double of(Outcomes outcomes, int bins) {
      double[] row = new double[outcomes.classCount()];
      double sum = 0;
      for (int k = 0; k < outcomes.size(); k++) {
        outcomes.copyRow(k, row);
        sum = term.add(sum, row, outcomes.label(k), outcomes.predictedClass(k));
      }
      return sum / outcomes.size();
    }

    @Override
    public Statistic statistic(Outcomes outcomes, int bins) {
      double[] row = new double[outcomes.classCount()];
      double[] terms = new double[outcomes.size()];
      for (int k = 0; k < terms.length; k++) {
        outcomes.copyRow(k, row);
        terms[k] = term.add(0, row, outcomes.label(k), outcomes.predictedClass(k));
      }
      return new Terms(terms, new int[terms.length], 1);
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
  record MeanGap(Order order) implements Resampled {
    @Override
    public double of(Outcomes outcomes, int bins) {
      return Bins.of(outcomes, order, bins).meanGap();
    }

    @Override
    public Statistic statistic(Outcomes outcomes, int bins) {
      double[] gaps = new double[outcomes.size()];
      Arrays.setAll(gaps, k -> outcomes.confidence(k) - (outcomes.isCorrect(k) ? 1 : 0));
      return new Terms(gaps, outcomes.binned(order, bins), bins);
    }
  }

  /** A value of ranked outcomes, each of which counts several times. */
  record Ranked(ToDoubleBiFunction<RankedOutcomes, int[]> value) implements Resampled {
    @Override
    public double of(Outcomes outcomes, int bins) {
      return statistic(outcomes, bins).of(Bootstrap.once(outcomes.size()))[0];
    }

    @Override
    public Statistic statistic(Outcomes outcomes, int bins) {
      RankedOutcomes ranked = RankedOutcomes.of(outcomes);
      return times -> new double[] {value.applyAsDouble(ranked, times)};
    }
  }

  /** A value of the bins of equal width, such as {@code max_b |accuracy_b − confidence_b|}. */
  record OfBins(ToDoubleFunction<Bins> value) implements Formula {
    @Override
    public double of(Outcomes outcomes, int bins) {
      return value.applyAsDouble(Bins.of(outcomes, Order.NONE, bins));
    }
  }

  /** A value that needs all outcomes at once: it is absent where only sums of them are known. */
  record OfOutcomes(ToDoubleFunction<Outcomes> value) implements Formula {
    @Override
    public double of(Outcomes outcomes, int bins) {
      return value.applyAsDouble(outcomes);
    }
  }

  /** The mean over classes of the gaps of that class's probability, in bins of equal width. */
  record ClasswiseGap() implements Formula {
    @Override
    public double of(Outcomes outcomes, int bins) {
      return MetricSums.of(outcomes, bins).classwiseGap();
    }
  }
}
