package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.metrics.PairedComparison.Difference;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairedComparisonTest {
  private static final List<Metric> METRICS =
      List.of(Metric.NLL, Metric.ECE, Metric.DEGREE_ECE, Metric.AURC, Metric.ACCURACY);

  /** Nodes that are right with the probability {@code truth}, predicted with that plus a shift. */
  private static Outcomes outcomes(double shift, double noise, long seed, long noiseSeed) {
    SplittableRandom random = new SplittableRandom(seed);
    SplittableRandom noisy = new SplittableRandom(noiseSeed);
    double[][] rows = new double[300][];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double truth = 0.55 + 0.2 * random.nextDouble();
      double p = truth + shift + noise * (noisy.nextDouble() - 0.5);
      rows[i] = new double[] {p, 1 - p};
      labels[i] = random.nextDouble() < truth ? 0 : 1;
    }
    return Outcomes.of(Probabilities.of(rows), Labels.of(2, labels));
  }

  private static PairedComparison compare(Map<String, List<Outcomes>> methods) {
    return PairedComparison.of(methods, "ts", METRICS, 10, 3);
  }

  private static Map<String, List<Outcomes>> methods(long seed) {
    Map<String, List<Outcomes>> methods = new LinkedHashMap<>();
    methods.put("bad", List.of(outcomes(0.2, 0, seed, 1)));
    methods.put("ts", List.of(outcomes(0, 0.01, seed, 2)));
    methods.put("same", List.of(outcomes(0, 0.01, seed, 3)));
    return methods;
  }

  @Test
  void findsWhatDiffersAndOnlyThat() {
    PairedComparison comparison = compare(methods(1));
    assertThat(comparison.methods().keySet()).containsExactly("bad", "ts", "same");
    Difference difference = comparison.methods().get("bad").differences().get(Metric.NLL);
    assertThat(difference.value())
        .isCloseTo(value(comparison, "bad") - value(comparison, "ts"), within(1e-15));
    assertThat(difference.value()).isPositive();
    PairedComparison.Test bad = difference.test().orElseThrow();
    assertThat(bad.interval().low()).isPositive().isLessThan(difference.value());
    assertThat(bad.holm()).isBetween(bad.pValue(), 0.05);
    PairedComparison.Test same = test(comparison, "same");
    assertThat(same.holm()).isGreaterThan(0.05);
    assertThat(same.interval().low()).isNegative();
    assertThat(comparison.methods().get("ts").differences()).isEmpty();
  }

  private static PairedComparison.Test test(PairedComparison comparison, String method) {
    return comparison.methods().get(method).differences().get(Metric.NLL).test().orElseThrow();
  }

  private static double value(PairedComparison comparison, String method) {
    return comparison.methods().get(method).values().get(Metric.NLL);
  }

  /** One repeat gives the intervals of an evaluation with as many resamples. */
  @Test
  void agreesWithAnEvaluation() {
    PairedComparison comparison = compare(methods(1));
    Evaluation evaluation =
        Evaluation.of(
                methods(1).get("ts").get(0),
                Options.METRICS.withIntervalResamples(1000).withSeed(3))
            .orElseThrow();
    PairedComparison.Result ts = comparison.methods().get("ts");
    assertThat(ts.values()).doesNotContainKey(Metric.DEGREE_ECE).hasSize(4);
    ts.values().forEach((metric, v) -> assertThat(v).isEqualTo(evaluation.value(metric)));
    ts.intervals()
        .forEach((metric, v) -> assertThat(v).isEqualTo(evaluation.intervals().get(metric)));
  }

  /**
   * Every loss is lower by a rounding error, and the equal confidences are none any more, so the
   * ranks of AURC and the bin of 0.7 change. Holm counts the other method alone.
   */
  @Test
  void methodsThatAgreeButForRoundingAreEqual() {
    double[][] rows = new double[300][];
    double[][] rounded = new double[300][];
    int[] labels = new int[300];
    for (int i = 0; i < 300; i++) {
      double p = i < 100 ? 0.7 : 0.55 + 0.4 * (i % 200) / 200;
      labels[i] = i % 4 == 0 ? 1 : 0;
      double less = (labels[i] == 0 ? 1 : -1) * 3e-16;
      rows[i] = new double[] {p, 1 - p};
      rounded[i] = new double[] {p + less, 1 - p - less};
    }
    Labels actual = Labels.of(2, labels);
    Outcomes ts = Outcomes.of(Probabilities.of(rows), actual);
    Outcomes ets = Outcomes.of(Probabilities.of(rounded), actual);
    for (Metric metric : List.of(Metric.NLL, Metric.ECE, Metric.AURC)) {
      assertThat(metric.of(ts, 10)).as(metric.key()).isNotEqualTo(metric.of(ets, 10));
    }
    double[][] other = new double[300][];
    java.util.Arrays.setAll(
        other, i -> new double[] {0.6 + 0.001 * (i % 50), 0.4 - 0.001 * (i % 50)});
    Map<String, List<Outcomes>> methods = new LinkedHashMap<>();
    methods.put("ts", List.of(ts));
    methods.put("ets", List.of(ets));
    methods.put("other", List.of(Outcomes.of(Probabilities.of(other), actual)));
    PairedComparison comparison = compare(methods);
    comparison
        .methods()
        .get("ets")
        .differences()
        .forEach(
            (metric, difference) -> {
              assertThat(difference.value()).as(metric.key()).isZero();
              assertThat(difference.test()).as(metric.key()).isEmpty();
              assertThat(difference.equal()).isTrue();
            });
    assertThat(test(comparison, "other").holm()).isEqualTo(test(comparison, "other").pValue());
    Difference accuracy = comparison.methods().get("other").differences().get(Metric.ACCURACY);
    assertThat(accuracy.value()).as("the same classes are predicted").isZero();
    assertThat(accuracy.test()).isEmpty();
  }

  /** Both are nearly sure of the wrong class, but one a thousand times as much. */
  @Test
  void smallProbabilitiesThatDifferAreNotEqual() {
    Map<String, List<Outcomes>> methods = new LinkedHashMap<>();
    for (double p : new double[] {1e-14, 1e-10}) {
      double[][] rows = new double[60][];
      Arrays.setAll(rows, i -> new double[] {p, 1 - p});
      Labels labels = Labels.of(2, IntStream.range(0, 60).map(i -> i % 3 == 0 ? 0 : 1).toArray());
      methods.put(p < 1e-12 ? "sure" : "ts", List.of(Outcomes.of(Probabilities.of(rows), labels)));
    }
    Map<Metric, Difference> sure = compare(methods).methods().get("sure").differences();
    assertThat(sure.get(Metric.NLL).value()).isCloseTo(Math.log(1e4) / 3, within(1e-9));
    assertThat(sure.get(Metric.NLL).test()).isPresent();
    assertThat(sure.get(Metric.ECE).equal()).isFalse();
  }

  @Test
  void differencesOfCalibrationErrorsHaveNoTest() {
    Map<Metric, Difference> bad = compare(methods(1)).methods().get("bad").differences();
    assertThat(bad.get(Metric.ECE).value()).isGreaterThan(0.05);
    assertThat(bad.get(Metric.ECE).test()).isEmpty();
    assertThat(bad.get(Metric.ECE).equal()).isFalse();
    assertThat(bad.get(Metric.AURC).test()).isPresent();
  }

  @Test
  void averagesRepeatsAndNotTheirNodes() {
    Map<String, List<Outcomes>> methods = methods(1);
    methods.put("ts", List.of(outcomes(0, 0.01, 1, 2), outcomes(0.02, 0.01, 1, 9)));
    PairedComparison both = compare(methods);
    double first = Metric.NLL.of(methods.get("ts").get(0), 10).orElseThrow();
    double second = Metric.NLL.of(methods.get("ts").get(1), 10).orElseThrow();
    assertThat(value(both, "ts")).isCloseTo((first + second) / 2, within(1e-12));
    // a second look at the same nodes does not make the interval narrower by √2
    double width = width(both);
    assertThat(width).isCloseTo(width(compare(methods(1))), within(0.1 * width));
  }

  private static double width(PairedComparison comparison) {
    var interval = comparison.methods().get("ts").intervals().get(Metric.NLL);
    return interval.high() - interval.low();
  }

  /** Two methods that differ by noise alone: at most about 5 % of the tests reject. */
  @Test
  void rejectsNoMoreOftenThanItSays() {
    int rejected = 0;
    for (int seed = 0; seed < 100; seed++) {
      Map<String, List<Outcomes>> methods = new LinkedHashMap<>();
      methods.put("ts", List.of(outcomes(0, 0.1, seed, 1000 + seed)));
      methods.put("other", List.of(outcomes(0, 0.1, seed, 2000 + seed)));
      PairedComparison found = PairedComparison.of(methods, "ts", List.of(Metric.NLL), 10, 3);
      rejected += test(found, "other").holm() < PairedComparison.SIGNIFICANT ? 1 : 0;
    }
    assertThat(rejected).isLessThanOrEqualTo(11);
  }

  @Test
  void givesTheSameBitsForAnyNumberOfThreads() throws Exception {
    PairedComparison one = new ForkJoinPool(1).submit(() -> compare(methods(4))).get();
    assertThat(new ForkJoinPool(4).submit(() -> compare(methods(4))).get()).isEqualTo(one);
  }

  @Test
  void refusesOtherNodes() {
    Map<String, List<Outcomes>> methods = methods(1);
    methods.put("other", List.of(outcomes(0, 0, 5, 1)));
    assertThatThrownBy(() -> compare(methods))
        .hasMessage("all methods must be evaluated on the same nodes, got others for other");
    assertThatThrownBy(() -> PairedComparison.of(methods(1), "vs", METRICS, 10, 0))
        .hasMessage("the reference must be a method, got vs");
  }
}
