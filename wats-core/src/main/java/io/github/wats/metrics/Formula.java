package io.github.wats.metrics;

import java.io.Serializable;
import java.util.Arrays;

/**
 * How a metric is computed. {@link MetricSums} knows these forms, not the metrics, so a new metric
 * of one of them needs no code elsewhere.
 */
sealed interface Formula {
  /** The value for at least one outcome. */
  double of(Outcomes outcomes, int bins);

  /** What one outcome adds to a sum: its probabilities, its label, and the predicted class. */
  interface Term extends Serializable {
    double add(double sum, double[] row, int label, int predicted);
  }

  /** How gaps of bins become one number. */
  enum Summary {
    /** {@code Σ_b (n_b / n) · |accuracy_b − confidence_b|}. */
    MEAN,
    /** {@code max_b |accuracy_b − confidence_b|}. */
    LARGEST
  }

  /** A mean over outcomes. */
  record Mean(Term term) implements Formula {
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
  }

  /** Gaps between confidence and accuracy over bins of outcomes. */
  record Gap(Binning binning, Summary summary) implements Formula {
    @Override
    public double of(Outcomes outcomes, int bins) {
      Bins sums = Bins.of(outcomes, binning, bins);
      return summary == Summary.MEAN ? sums.meanGap() : sums.largestGap();
    }
  }

  /** The mean over classes of the gaps of that class's probability, in bins of equal width. */
  record ClasswiseGap() implements Formula {
    @Override
    public double of(Outcomes outcomes, int bins) {
      int classes = outcomes.classCount();
      double[] edges = Binning.edges(bins);
      double[] excess = new double[classes * bins]; // Σ (probability − [label is the class])
      for (int k = 0; k < outcomes.size(); k++) {
        for (int c = 0; c < classes; c++) {
          double p = outcomes.probability(k, c);
          excess[c * bins + Binning.equalWidth(p, edges)] += outcomes.label(k) == c ? p - 1 : p;
        }
      }
      return mean(excess, outcomes.size(), classes);
    }

    static double mean(double[] excess, long count, int classes) {
      return Arrays.stream(excess).map(Math::abs).sum() / count / classes;
    }
  }
}
