package io.github.wats.calibration.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.internal.TemperatureLoss;
import io.github.wats.calibration.scaling.TemperatureScaling.Solver;
import io.github.wats.graph.Graph;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Golden;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ScalingTest {
  private static final JsonNode GOLDEN = Golden.read("ts_ets.json");

  /** Every node is a validation node. */
  private static <F extends FittedCalibrator> F fit(
      Calibrator<F> calibrator, Logits logits, Labels labels) {
    return calibrator.fit(
        input(logits).withLabels(labels).withSplit(allCalibrate(logits.nodeCount())), 0);
  }

  private static CalibrationData input(Logits logits) {
    return CalibrationData.of(Graph.fromEdges(logits.nodeCount(), new int[0], new int[0]), logits);
  }

  private static Split allCalibrate(int n) {
    return new Split(NodeSet.of(n), NodeSet.all(n), NodeSet.of(n));
  }

  private static double nll(FittedCalibrator fitted, Logits logits, Labels labels) {
    Outcomes outcomes = Outcomes.of(fitted.calibrate(input(logits)).probabilities(), labels);
    return Metric.NLL.of(outcomes, 10).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"underconfident", "overconfident_noisy", "mixed"})
  void meetsTheGoldenOptima(String set) {
    JsonNode expected = GOLDEN.get(set);
    Logits logits = Logits.of(Golden.matrix(expected.get("logits")));
    Labels labels = Labels.of(4, Golden.ints(expected.get("labels")));

    TemperatureScaling.Fitted ts = fit(TemperatureScaling.DEFAULT, logits, labels);
    assertThat(ts.temperature()).isCloseTo(expected.get("temperature").doubleValue(), within(1e-7));
    assertThat(ts.report().converged()).isTrue();
    assertThat(ts.report().epochs()).isLessThan(20);
    assertThat(nll(ts, logits, labels))
        .isCloseTo(expected.get("nll_at_temperature").doubleValue(), within(1e-8));

    EnsembleTemperatureScaling.Fitted ets = fit(EnsembleTemperatureScaling.DEFAULT, logits, labels);
    double[] weights = ets.weights().doubles();
    assertThat(weights).containsExactly(Golden.doubles(expected.get("ets_weights")), within(1e-6));
    assertThat(ets.report().converged()).isTrue();
    assertThat(nll(ets, logits, labels))
        .isCloseTo(expected.get("nll_ets").doubleValue(), within(1e-8));

    VectorScaling.Fitted vs = fit(new VectorScaling(true, 0), logits, labels);
    assertThat(vs.scale().doubles())
        .containsExactly(Golden.doubles(expected.get("vs_scale")), within(1e-6));
    double[] bias = vs.bias().doubles();
    double mean = Arrays.stream(bias).average().orElseThrow();
    assertThat(Arrays.stream(bias).map(b -> b - mean).toArray())
        .containsExactly(Golden.doubles(expected.get("vs_bias_mean_removed")), within(1e-6));
    assertThat(vs.report().converged()).isTrue();
  }

  private static Logits noise(int n, int classes, double spread, long seed) {
    Random random = new Random(seed);
    return Logits.of(
        n, classes, random.doubles((long) n * classes).map(u -> spread * (u - 0.5)).toArray());
  }

  private static Labels randomLabels(int n, int classes, long seed) {
    return Labels.of(classes, new Random(seed).ints(n, 0, classes).toArray());
  }

  private static Labels predicted(Logits logits) {
    int[] labels = new int[logits.nodeCount()];
    Arrays.setAll(labels, logits::predictedClass);
    return Labels.of(logits.classCount(), labels);
  }

  @Test
  void temperatureIsNeverWorseThanOneOrAnyOther() {
    for (long seed = 0; seed < 20; seed++) {
      Logits logits = noise(30, 3, Math.pow(10, seed % 5 - 1), seed);
      Labels labels = randomLabels(30, 3, seed + 100);
      TemperatureLoss loss = new TemperatureLoss(logits, labels);
      double temperature = fit(TemperatureScaling.DEFAULT, logits, labels).temperature();
      double reached = loss.at(1 / temperature).loss();
      for (double log = -6; log <= 6; log += 0.25) {
        assertThat(reached)
            .as("seed %d against T = e^%s", seed, -log)
            .isLessThanOrEqualTo(loss.at(Math.exp(log)).loss() + 1e-12);
      }
    }
  }

  @Test
  void slopeAndCurvatureAreThoseOfTheLoss() {
    TemperatureLoss loss = new TemperatureLoss(noise(9, 4, 6, 1), randomLabels(9, 4, 2));
    double h = 1e-4;
    double up = loss.at(0.7 + h).loss();
    double down = loss.at(0.7 - h).loss();
    assertThat(loss.at(0.7).gradient()).isCloseTo((up - down) / (2 * h), within(1e-7));
    double second = (up - 2 * loss.at(0.7).loss() + down) / (h * h);
    assertThat(loss.at(0.7).curvature()).isCloseTo(second, within(1e-5));
  }

  @Test
  void temperatureStaysAtTheEndOfItsRangeWhereTheOptimumLiesBeyond() {
    Logits logits = noise(50, 3, 1, 5);
    TemperatureScaling.Fitted sharp = fit(TemperatureScaling.DEFAULT, logits, predicted(logits));
    assertThat(sharp.temperature()).isCloseTo(Math.exp(-6), within(1e-12));
    assertThat(sharp.report().notes()).anyMatch(note -> note.contains("ever sharper"));

    int[] wrong = predicted(logits).toArray();
    Arrays.setAll(wrong, i -> (wrong[i] + 1) % 3);
    TemperatureScaling.Fitted flat =
        fit(TemperatureScaling.DEFAULT, noise(50, 3, 1e-3, 5), Labels.of(3, wrong));
    assertThat(flat.temperature()).isCloseTo(Math.exp(6), within(1e-9));
    assertThat(flat.report().notes()).anyMatch(note -> note.contains("ever flatter"));
  }

  @Test
  void constantLogitsKeepTheirTemperature() {
    Logits constant = Logits.of(4, 3, new double[12]);
    TemperatureScaling.Fitted ts = fit(TemperatureScaling.DEFAULT, constant, randomLabels(4, 3, 1));
    assertThat(ts.temperature()).isEqualTo(1);
  }

  @Test
  void survivesHugeLogits() {
    Logits huge = noise(20, 3, 1e12, 3);
    double temperature =
        fit(TemperatureScaling.DEFAULT, huge, randomLabels(20, 3, 4)).temperature();
    assertThat(temperature).isCloseTo(Math.exp(6), within(1e-9));
  }

  @Test
  void theAuthorsTemperatureStopsOnTheTrainingNodes() {
    Logits logits = noise(60, 3, 4, 8);
    Labels labels = predicted(logits);
    int[] mixed = labels.toArray();
    for (int i = 0; i < 60; i += 3) {
      mixed[i] = (mixed[i] + 1) % 3;
    }
    NodeSet train = NodeSet.of(60, 1, 2, 4, 5, 7, 8); // all of them predicted right
    NodeSet calibration = NodeSet.of(60, IntStream.range(9, 60).toArray());
    Split split = new Split(train, calibration, NodeSet.of(60));
    TemperatureScaling.Fitted authors =
        new TemperatureScaling(Solver.ADAM)
            .fit(input(logits).withLabels(Labels.of(3, mixed)).withSplit(split), 0);
    assertThat(authors.report().earlyStopping()).isEqualTo(EarlyStopping.TRAINING_NODES);
    double lowest =
        authors.report().validationLosses().stream().mapToDouble(d -> d).min().orElseThrow();
    TemperatureLoss validation = new TemperatureLoss(logits.select(train), labels.select(train));
    assertThat(validation.at(1 / authors.temperature()).loss()).isEqualTo(lowest);
    // Training nodes are fitted closely by the network: small temperatures are best for them.
    double exact =
        TemperatureScaling.DEFAULT
            .fit(input(logits).withLabels(Labels.of(3, mixed)).withSplit(split), 0)
            .temperature();
    assertThat(authors.temperature()).isLessThanOrEqualTo(exact + 0.02);
  }

  @Test
  void theAuthorsTemperatureNeedsTrainingNodes() {
    assertThatThrownBy(
            () ->
                fit(new TemperatureScaling(Solver.ADAM), noise(5, 2, 1, 1), randomLabels(5, 2, 1)))
        .hasMessageContaining("solver adam stops on training nodes");
  }

  @Test
  void theAuthorsTemperatureStaysPositiveOnSeparableData() {
    Logits logits = noise(40, 3, 1, 2);
    Split split =
        new Split(
            NodeSet.of(40, 0, 1, 2, 3),
            NodeSet.of(40, IntStream.range(4, 40).toArray()),
            NodeSet.of(40));
    double temperature =
        new TemperatureScaling(Solver.ADAM)
            .fit(input(logits).withLabels(predicted(logits)).withSplit(split), 0)
            .temperature();
    assertThat(temperature).isGreaterThanOrEqualTo(Math.exp(-6));
  }

  @Test
  void vectorScalingStaysFiniteOnSeparableData() {
    Logits logits = noise(60, 3, 4, 6);
    VectorScaling.Fitted vs = fit(new VectorScaling(true, 0), logits, predicted(logits));
    assertThat(Arrays.stream(vs.scale().doubles())).allMatch(w -> w > 0 && w < 1e5);
    assertThat(nll(vs, logits, predicted(logits))).isLessThan(1e-4);
  }

  /** Few nodes, mostly right: without the penalty new nodes pay for ever steeper classes. */
  @Test
  void vectorScalingIsShrunkWhereClassesAreNearlySeparable() {
    Logits logits = noise(1060, 5, 12, 6);
    Labels labels = drawn(logits, 2);
    NodeSet few = NodeSet.of(1060, IntStream.range(0, 60).toArray());
    NodeSet rest = NodeSet.of(1060, IntStream.range(60, 1060).toArray());
    double[] loss = new double[3];
    for (int k = 0; k < 3; k++) {
      double strength = new double[] {0, 1, 1e6}[k];
      VectorScaling.Fitted vs =
          fit(new VectorScaling(true, strength), logits.select(few), labels.select(few));
      loss[k] = nll(vs, logits.select(rest), labels.select(rest));
    }
    assertThat(loss[1]).isLessThan(loss[0] - 0.02);
    TemperatureScaling.Fitted ts =
        fit(TemperatureScaling.DEFAULT, logits.select(few), labels.select(few));
    assertThat(loss[2]).isCloseTo(nll(ts, logits.select(rest), labels.select(rest)), within(1e-5));
    assertThatThrownBy(() -> new VectorScaling(true, -1)).hasMessageContaining("strength");
  }

  private static Labels drawn(Logits logits, long seed) {
    Random random = new Random(seed);
    var p = logits.softmax();
    int[] labels = new int[logits.nodeCount()];
    for (int i = 0; i < labels.length; i++) {
      double rest = random.nextDouble();
      while (labels[i] + 1 < p.classCount() && (rest -= p.get(i, labels[i])) >= 0) {
        labels[i]++;
      }
    }
    return Labels.of(p.classCount(), labels);
  }

  @Test
  void vectorScalingStaysFiniteWhereAClassIsAbsent() {
    Logits logits = noise(60, 4, 4, 6);
    int[] labels = new Random(3).ints(60, 0, 3).toArray();
    VectorScaling.Fitted vs = fit(VectorScaling.DEFAULT, logits, Labels.of(4, labels));
    assertThat(Arrays.stream(vs.bias().doubles())).allMatch(b -> Math.abs(b) < 1000);
    assertThat(vs.report().notes()).contains("no validation node has class 3");
  }

  @Test
  void vectorScalingWithoutBiasLearnsNone() {
    Logits logits = noise(60, 3, 4, 6);
    VectorScaling.Fitted vs = fit(new VectorScaling(false, 1), logits, randomLabels(60, 3, 9));
    assertThat(vs.bias().doubles()).containsOnly(0);
    assertThat(vs.report().converged()).isTrue();
  }

  @Test
  void vectorScalingRefusesOtherClasses() {
    VectorScaling.Fitted vs = fit(VectorScaling.DEFAULT, noise(9, 3, 1, 1), randomLabels(9, 3, 1));
    assertThatThrownBy(() -> vs.calibrate(input(noise(2, 5, 1, 1))))
        .hasMessage("this calibrator was fitted on 3 classes, got logits of 5");
  }

  @Test
  void ensembleKeepsTheClassEvenWhereGuessingIsBest() {
    Logits logits = noise(60, 3, 8, 1);
    int[] wrong = predicted(logits).toArray();
    Arrays.setAll(wrong, i -> (wrong[i] + 1 + i % 2) % 3);
    EnsembleTemperatureScaling.Fitted ets =
        fit(EnsembleTemperatureScaling.DEFAULT, logits, Labels.of(3, wrong));
    assertThat(ets.report().notes())
        .anyMatch(note -> note.contains("uniform probabilities have a lower loss"));
    for (int i = 0; i < 60; i++) {
      assertThat(ets.calibrate(input(logits)).probabilities().predictedClass(i))
          .isEqualTo(logits.predictedClass(i));
    }
  }

  @Test
  void ensembleWeightsBeatEveryCornerAndManyMixtures() {
    Random random = new Random(1);
    for (int run = 0; run < 20; run++) {
      double[][] parts = new double[25][3];
      for (double[] part : parts) {
        Arrays.setAll(
            part, a -> a == 2 ? 0.25 : Math.pow(random.nextDouble(), 1 + 6 * random.nextDouble()));
      }
      SimplexSolver solver = new SimplexSolver(parts);
      double[] best = solver.solve();
      assertThat(solver.converged()).isTrue();
      assertThat(Arrays.stream(best).sum()).isCloseTo(1, within(1e-12));
      for (int trial = 0; trial < 200; trial++) {
        double a = random.nextDouble();
        double b = random.nextDouble() * (1 - a);
        assertThat(mixtureLoss(parts, best))
            .isLessThanOrEqualTo(mixtureLoss(parts, new double[] {a, b, 1 - a - b}) + 1e-12);
      }
    }
  }

  private static double mixtureLoss(double[][] parts, double[] w) {
    return Arrays.stream(parts)
        .mapToDouble(p -> -Math.log(w[0] * p[0] + w[1] * p[1] + w[2] * p[2]))
        .average()
        .orElseThrow();
  }
}
