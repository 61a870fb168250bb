package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.ReliabilityBins.CurvePoint;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SmoothAccuracyTest {
  /** Confidences in 0.5 … 1; the accuracy is a function of them. */
  private static Outcomes outcomes(int n, DoubleUnaryOperator accuracy) {
    Random random = new Random(3);
    double[][] rows = new double[n][];
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      double confidence = 0.5 + 0.5 * random.nextDouble();
      rows[i] = new double[] {confidence, 1 - confidence};
      labels[i] = random.nextDouble() < accuracy.applyAsDouble(confidence) ? 0 : 1;
    }
    return Outcomes.of(Probabilities.of(rows), Labels.of(2, labels));
  }

  /** The sums over all outcomes, without a grid. */
  @Test
  void agreesWithTheSumsOverAllOutcomes() {
    Outcomes outcomes = outcomes(500, p -> p);
    double[] p = IntStream.range(0, 500).mapToDouble(outcomes::confidence).toArray();
    double mean = IntStream.range(0, 500).mapToDouble(k -> p[k]).average().orElseThrow();
    double variance =
        IntStream.range(0, 500).mapToDouble(k -> Math.pow(p[k] - mean, 2)).average().orElseThrow();
    double width = 1.06 * Math.sqrt(variance) * Math.pow(500, -0.2);
    List<CurvePoint> curve = SmoothAccuracy.of(outcomes);
    assertThat(curve).hasSizeGreaterThan(50);
    for (CurvePoint point : curve) {
      double t = point.confidence();
      double weight = 0;
      double hits = 0;
      for (int k = 0; k < 500; k++) {
        double kernel = 0;
        for (double image : new double[] {p[k], -p[k], 2 - p[k]}) {
          kernel += Math.exp(-Math.pow((t - image) / width, 2) / 2);
        }
        weight += kernel;
        hits += outcomes.isCorrect(k) ? kernel : 0;
      }
      assertThat(point.accuracy()).isCloseTo(hits / weight, within(0.01));
    }
  }

  @Test
  void bandsHoldTheAccuracyAboutAsOftenAsTheySay() {
    int inside = 0;
    List<CurvePoint> curve = SmoothAccuracy.of(outcomes(20_000, p -> 0.3 + 0.6 * p));
    for (CurvePoint point : curve) {
      double truth = 0.3 + 0.6 * point.confidence();
      inside += point.interval().low() <= truth && truth <= point.interval().high() ? 1 : 0;
    }
    assertThat((double) inside / curve.size()).isGreaterThan(0.8);
  }

  @Test
  void drawsNothingWhereThereAreNoOutcomes() {
    assertThat(SmoothAccuracy.of(outcomes(2000, p -> p)))
        .allSatisfy(point -> assertThat(point.confidence()).isGreaterThan(0.35));
    assertThat(SmoothAccuracy.of(outcomes(3, p -> p))).isEmpty();
  }
}
