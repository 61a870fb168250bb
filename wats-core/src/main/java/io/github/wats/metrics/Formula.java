package io.github.wats.metrics;

import io.github.wats.metrics.Metric.Direction;
import java.util.Arrays;

/**
 * How a metric is computed. {@link Evaluation.Sums} knows these forms, not the metrics, so a new
 * metric of one of them needs no code elsewhere.
 */
sealed interface Formula {
  /** The value for at least one outcome. */
  double of(Outcomes outcomes, int bins);

  /** What one outcome adds to a sum: its probabilities, its label, and the predicted class. */
  interface Term {
    double add(double sum, double[] row, int label, int predicted);
  }

  /** A mean over outcomes. */
  record Mean(Direction direction, Term term) implements Formula {
    static final Mean SQUARED_ERROR =
        loss(
            (sum, row, label, predicted) -> {
              double total = sum;
              for (int c = 0; c < row.length; c++) {
                double difference = row[c] - (label == c ? 1 : 0);
                total += difference * difference;
              }
              return total;
            });

    static Mean score(Term term) {
      return new Mean(Direction.HIGHER_IS_BETTER, term);
    }

    static Mean loss(Term term) {
      return new Mean(Direction.LOWER_IS_BETTER, term);
    }

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

  /** {@code Σ_b (n_b / n) · |accuracy_b − confidence_b|}. */
  record MeanGap(Binning binning) implements Formula {
    @Override
    public double of(Outcomes outcomes, int bins) {
      return Bins.of(outcomes, binning, bins).meanGap();
    }
  }

  /** {@code max_b |accuracy_b − confidence_b|} in bins of equal width. */
  record LargestGap() implements Formula {
    @Override
    public double of(Outcomes outcomes, int bins) {
      return Bins.of(outcomes, Binning.EQUAL_WIDTH, bins).largestGap();
    }
  }

  /** The mean over classes of the gaps of that class's probability, in bins of equal width. */
  record ClasswiseGap() implements Formula {
    @Override
    public double of(Outcomes outcomes, int bins) {
      double[] edges = Binning.edges(bins);
      double[] row = new double[outcomes.classCount()];
      double[] excess = new double[row.length * bins];
      for (int k = 0; k < outcomes.size(); k++) {
        outcomes.copyRow(k, row);
        addExcess(row, outcomes.label(k), edges, excess);
      }
      return mean(excess, outcomes.size(), row.length);
    }

    /** Adds an outcome to {@code excess}: (C × M) Σ (probability − [label is the class]). */
    static void addExcess(double[] row, int label, double[] edges, double[] excess) {
      for (int c = 0; c < row.length; c++) {
        int bin = c * (edges.length - 1) + Binning.equalWidth(row[c], edges);
        excess[bin] += label == c ? row[c] - 1 : row[c];
      }
    }

    static double mean(double[] excess, long count, int classes) {
      return Arrays.stream(excess).map(Math::abs).sum() / count / classes;
    }
  }
}
