package io.github.wats.metrics;

import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.ReliabilityBins.CurvePoint;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code accuracy(t) = Σ_i K(t, confidence_i) [correct_i] / Σ_i K(t, confidence_i)} (Nadaraya,
 * Watson 1964) with a Gaussian kernel K, reflected at 0 and 1. Its width is {@code 1.06 s n^(−1/5)}
 * (Silverman 1986), s the standard deviation of the confidences.
 *
 * <p>The interval is that of a proportion of {@code (Σ K)² / Σ K²} outcomes. It takes the accuracy
 * as constant within the kernel.
 */
final class SmoothAccuracy {
  /** Steps of the grid of confidences, on which outcomes are put. */
  private static final int GRID = 400;

  /** The curve has a point at every fourth of them. */
  private static final int STEP = 4;

  /** Narrower kernels fall between the points of the grid. */
  private static final double LEAST_WIDTH = 0.005;

  /** Without outcomes of this weight nearby there is no point, {@code K(t, t) = 1}. */
  private static final double LEAST_WEIGHT = 10;

  private SmoothAccuracy() {}

  static List<CurvePoint> of(Outcomes outcomes) {
    double[] counts = new double[GRID + 1];
    double[] hits = new double[GRID + 1];
    double sum = 0;
    double squares = 0;
    int n = outcomes.size();
    for (int k = 0; k < n; k++) {
      double confidence = outcomes.confidence(k);
      int place = (int) Math.round(confidence * GRID);
      counts[place]++;
      hits[place] += outcomes.isCorrect(k) ? 1 : 0;
      sum += confidence;
      squares += confidence * confidence;
    }
    double deviation = Math.sqrt(Math.max(0, squares / n - sum / n * (sum / n)));
    double width = Math.max(LEAST_WIDTH, 1.06 * deviation * Math.pow(n, -0.2));
    List<CurvePoint> points = new ArrayList<>();
    for (int t = 0; t <= GRID; t += STEP) {
      double weight = 0;
      double right = 0;
      double ofSquares = 0;
      for (int j = 0; j <= GRID; j++) {
        double kernel =
            kernel(t - j, width) + kernel(t + j, width) + kernel(2 * GRID - t - j, width);
        weight += kernel * counts[j];
        right += kernel * hits[j];
        ofSquares += kernel * kernel * counts[j];
      }
      if (weight >= LEAST_WEIGHT) {
        double accuracy = Math.min(1, right / weight);
        int effective = (int) Math.max(1, Math.round(weight * weight / ofSquares));
        points.add(
            new CurvePoint(
                (double) t / GRID, accuracy, Interval.ofProportion(accuracy, effective)));
      }
    }
    return points;
  }

  private static double kernel(int steps, double width) {
    double distance = steps / (GRID * width);
    return Math.exp(-distance * distance / 2);
  }
}
