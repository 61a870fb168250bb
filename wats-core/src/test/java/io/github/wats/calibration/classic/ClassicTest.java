package io.github.wats.calibration.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation.OfLogits;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The classics against counts, hand-worked cases and the maps that generated the data. */
class ClassicTest {
  /** Every node is a validation node. */
  private static CalibrationData data(Graph graph, Logits logits, Labels labels) {
    int n = logits.nodeCount();
    return CalibrationData.of(graph, logits)
        .withLabels(labels)
        .withSplit(new Split(NodeSet.of(n), NodeSet.all(n), NodeSet.of(n)));
  }

  private static CalibrationData data(Logits logits, Labels labels) {
    return data(Graph.fromEdges(logits.nodeCount(), new int[0], new int[0]), logits, labels);
  }

  /** Logits of two classes whose first has these probabilities. */
  private static Logits binary(double... first) {
    double[][] rows = new double[first.length][];
    Arrays.setAll(rows, i -> new double[] {Math.log(first[i]), Math.log(1 - first[i])});
    return Logits.of(rows);
  }

  private static Logits noise(int n, int classes, double spread, long seed) {
    Random random = new Random(seed);
    return Logits.of(
        n, classes, random.doubles((long) n * classes).map(u -> spread * (u - 0.5)).toArray());
  }

  private static int draw(Probabilities p, int node, Random random) {
    double rest = random.nextDouble();
    int c = 0;
    while (c + 1 < p.classCount() && (rest -= p.get(node, c)) >= 0) {
      c++;
    }
    return c;
  }

  private static Labels drawn(Probabilities p, long seed) {
    Random random = new Random(seed);
    return Labels.of(
        p.classCount(), IntStream.range(0, p.nodeCount()).map(i -> draw(p, i, random)).toArray());
  }

  private static Probabilities fitted(Calibrator<?> calibrator, CalibrationData data) {
    return calibrator.fit(data, 0).calibrate(data).probabilities();
  }

  @Test
  void histogramCountsTheClassInBinsOfEqualMass() {
    Logits logits = binary(0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9);
    Labels labels = Labels.of(2, new int[] {1, 1, 1, 0, 1, 0, 0, 0});
    // Four nodes in each of two bins: class 0 once in the lower, three times in the upper one.
    Probabilities p = fitted(new HistogramBinning(2, false), data(logits, labels));
    for (int i = 0; i < 8; i++) {
      assertThat(p.get(i, 0)).as("node %d", i).isCloseTo(i < 4 ? 0.25 : 0.75, within(1e-15));
    }
    Probabilities smooth = fitted(new HistogramBinning(2, true), data(logits, labels));
    assertThat(smooth.get(0, 0)).isCloseTo(8.0 / 9 * 0.25 + 1.0 / 9 * 0.5, within(1e-15));
  }

  @Test
  void histogramBinsEndBetweenProbabilities() {
    double[] scores = {0.1, 0.2, 0.2, 0.2, 0.5, 0.9};
    ClassMaps.Points points =
        new HistogramBinning(3, false).points(scores, new int[] {0, 1, 0, 0, 1, 1});
    // Two nodes would end the first bin at 0.2, which three nodes share: it ends after them.
    assertThat(points.at()).containsExactly(new double[] {0.35, 1}, within(1e-15));
    assertThat(points.values()).containsExactly(0.25, 1);
  }

  @Test
  void isotonicPoolsAdjacentViolators() {
    double[] scores = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    // 0 | 1 0 → pooled 1/2 | 1 0 → 1/2, which joins the block before | 1
    ClassMaps.Points points = IsotonicRegression.points(scores, new int[] {0, 1, 0, 1, 0, 1});
    assertThat(points.at()).containsExactly(0.1, 0.2, 0.5, 0.6);
    assertThat(points.values()).containsExactly(0, 0.5, 0.5, 1);
  }

  @Test
  void isotonicIsTheBestRisingFunction() {
    Random random = new Random(4);
    double[] scores = random.doubles(40).map(u -> Math.rint(20 * u) / 20).sorted().toArray();
    int[] isClass = Arrays.stream(scores).mapToInt(s -> random.nextDouble() < s ? 1 : 0).toArray();
    ClassMaps.Points points = IsotonicRegression.points(scores, isClass);
    for (int k = 0; k < scores.length; k++) {
      // max over starts of min over ends of the mean: the closed form of isotonic regression
      double best = 0;
      for (int from = 0; from <= k; from++) {
        double lowest = 1;
        for (int to = k; to < scores.length; to++) {
          boolean whole =
              (from == 0 || scores[from - 1] < scores[from])
                  && (to + 1 == scores.length || scores[to + 1] > scores[to]);
          double mean = Arrays.stream(isClass, from, to + 1).average().orElseThrow();
          lowest = whole ? Math.min(lowest, mean) : lowest;
        }
        boolean starts = from == 0 || scores[from - 1] < scores[from];
        best = starts ? Math.max(best, lowest) : best;
      }
      int at = Arrays.binarySearch(points.at(), scores[k]);
      double value = at >= 0 ? points.values()[at] : points.values()[-1 - at];
      assertThat(value).as("score %s", scores[k]).isCloseTo(best, within(1e-12));
    }
  }

  @Test
  void isotonicIsLinearBetweenItsPoints() {
    Logits fit = binary(0.2, 0.8);
    FittedCalibrator fitted =
        new IsotonicRegression(false).fit(data(fit, Labels.of(2, new int[] {1, 0})), 0);
    Logits other = binary(0.05, 0.5, 0.65, 0.95);
    Graph graph = Graph.fromEdges(4, new int[0], new int[0]);
    Probabilities p = fitted.calibrate(CalibrationData.of(graph, other)).probabilities();
    double[] expected = {0, 0.5, 0.75, 1};
    for (int i = 0; i < 4; i++) {
      assertThat(p.get(i, 0)).isCloseTo(expected[i], within(1e-12));
    }
  }

  @Test
  void betaRecoversTheGeneratingCurve() {
    int n = 60_000;
    Logits logits = noise(n, 2, 8, 1);
    Probabilities p = logits.softmax();
    double[][] truth = new double[n][2];
    for (int i = 0; i < n; i++) {
      double s = 0.5 * Math.log(p.get(i, 0)) - 1.5 * Math.log(p.get(i, 1)) - 0.3;
      truth[i][0] = 1 / (1 + Math.exp(-s));
      truth[i][1] = 1 - truth[i][0];
    }
    Labels labels = drawn(Probabilities.of(truth), 2);
    BetaCalibration.Fitted fitted =
        (BetaCalibration.Fitted) BetaCalibration.DEFAULT.fit(data(logits, labels), 0);
    double[] found = Arrays.copyOf(fitted.parameters().doubles(), 3);
    assertThat(found).containsExactly(new double[] {0.5, 1.5, -0.3}, within(0.06));
  }

  @Test
  void betaCoefficientsAreNotNegative() {
    Logits logits = noise(400, 2, 8, 3);
    int[] wrong = IntStream.range(0, 400).map(i -> 1 - logits.predictedClass(i)).toArray();
    BetaCalibration.Fitted fitted =
        (BetaCalibration.Fitted) BetaCalibration.DEFAULT.fit(data(logits, Labels.of(2, wrong)), 0);
    double[] x = fitted.parameters().doubles();
    assertThat(new double[] {x[0], x[1], x[3], x[4]}).containsOnly(0);
    assertThat(fitted.report().converged()).isTrue();
  }

  /** With two classes: a line and a parabola in the log-odds that generated the labels. */
  @Test
  void plattAndQuadraticRecoverTheGeneratingCurve() {
    int n = 60_000;
    Logits logits = noise(n, 2, 5, 1);
    double[][] line = new double[n][2];
    double[][] parabola = new double[n][2];
    for (int i = 0; i < n; i++) {
      double z = logits.get(i, 1) - logits.get(i, 0);
      line[i][1] = 0.4 + 0.7 * z;
      parabola[i][1] = 0.4 + 0.7 * z - 0.1 * z * z;
    }
    checkCurve(new PlattScaling(0), logits, Logits.of(line).softmax());
    checkCurve(new QuadraticScaling(0), logits, Logits.of(parabola).softmax());
    CalibrationData data = data(logits, drawn(Logits.of(parabola).softmax(), 2));
    assertThat(nll(new QuadraticScaling(0), data))
        .isLessThan(nll(new PlattScaling(0), data) - 0.01);
    assertThat(nll(new QuadraticScaling(1e9), data))
        .isCloseTo(nll(TemperatureScaling.DEFAULT, data), within(1e-6));
  }

  private static void checkCurve(Calibrator<?> calibrator, Logits logits, Probabilities truth) {
    CalibrationData data = data(logits, drawn(truth, 2));
    Probabilities p = fitted(calibrator, data);
    for (int i = 0; i < 1000; i++) {
      assertThat(p.get(i, 0)).isCloseTo(truth.get(i, 0), within(0.02));
    }
    assertThat(calibrator.fit(data, 0).report().converged()).isTrue();
  }

  private static double nll(Calibrator<?> calibrator, CalibrationData data) {
    Probabilities p = fitted(calibrator, data);
    return IntStream.range(0, p.nodeCount())
        .mapToDouble(i -> -Math.log(p.get(i, data.requireLabels().get(i))))
        .average()
        .orElseThrow();
  }

  /** Labels that a line cannot separate would send its slope to infinity, if it were not shrunk. */
  @Test
  void plattStaysFiniteOnSeparableData() {
    Logits logits = noise(40, 2, 4, 6);
    int[] right = IntStream.range(0, 40).map(logits::predictedClass).toArray();
    Probabilities p = fitted(PlattScaling.DEFAULT, data(logits, Labels.of(2, right)));
    for (int i = 0; i < 40; i++) {
      assertThat(p.get(i, 0) + p.get(i, 1)).isCloseTo(1, within(1e-15));
      assertThat(p.predictedClass(i)).isEqualTo(right[i]);
    }
  }

  @Test
  void dirichletRecoversTheGeneratingMap() {
    int n = 40_000;
    Logits logits = noise(n, 3, 6, 1);
    double[] x = LogProbabilities.of(logits, 1, 0);
    double[] w = {1.3, 0.2, -0.1, 0, 0.8, 0.3, -0.2, 0.1, 1.1};
    double[] b = {0.3, -0.2, -0.1};
    double[] mapped = new double[x.length];
    for (int k = 0; k < x.length; k++) {
      mapped[k] = b[k % 3] + AffineMap.dot(w, k % 3 * 3, x, k / 3 * 3, 3);
    }
    Labels labels = drawn(Logits.of(n, 3, mapped).softmax(), 2);
    AffineMap fitted = (AffineMap) new DirichletCalibration(0, 0).fit(data(logits, labels), 0);
    double[] found = fitted.weights().doubles();
    for (int k = 0; k < 3; k++) { // a constant added to a column of W has no effect
      for (int c = 1; c < 3; c++) {
        assertThat(found[c * 3 + k] - found[k]).isCloseTo(w[c * 3 + k] - w[k], within(0.06));
      }
    }
    assertThat(fitted.intercepts().doubles()[1] - fitted.intercepts().doubles()[0])
        .isCloseTo(-0.5, within(0.1));
    assertThat(fitted.report().converged()).isTrue();
  }

  @Test
  void regularizationShrinksDirichletToAScalePerClass() {
    Logits logits = noise(200, 3, 6, 5);
    Labels labels = drawn(logits.softmax(), 1);
    AffineMap fitted = (AffineMap) new DirichletCalibration(1e6, 1e6).fit(data(logits, labels), 0);
    double[] w = fitted.weights().doubles();
    for (int k = 0; k < 9; k++) {
      assertThat(w[k]).isCloseTo(k % 4 == 0 ? w[k] : 0, within(1e-4));
    }
    assertThat(Arrays.stream(fitted.intercepts().doubles())).allMatch(b -> Math.abs(b) < 1e-4);
  }

  /** With all of its shrinkage only temperature scaling and the uniform share are left. */
  @Test
  void shrinkageTurnsSmsIntoTemperatureScaling() {
    Logits logits = noise(99, 3, 12, 5);
    CalibrationData data = data(logits, drawn(noise(99, 3, 6, 5).softmax(), 1));
    Probabilities sms = fitted(new StructuredMatrixScaling(1e8), data);
    Probabilities svs = fitted(new StructuredVectorScaling(1e8), data);
    Probabilities scaled = fitted(TemperatureScaling.DEFAULT, data);
    for (int i = 0; i < 99; i++) {
      for (int c = 0; c < 3; c++) {
        assertThat(sms.get(i, c)).isCloseTo(0.99 * scaled.get(i, c) + 0.01 / 3, within(1e-5));
        assertThat(svs.get(i, c)).isCloseTo(sms.get(i, c), within(1e-5));
      }
    }
    Probabilities free = fitted(new StructuredMatrixScaling(1e-3), data);
    assertThat(free).isNotEqualTo(sms);
  }

  @Test
  void affineMapsExplainTheirProbabilities() {
    Logits logits = noise(50, 4, 6, 8);
    CalibrationData data = data(logits, drawn(logits.softmax(), 3));
    for (Calibrator<?> calibrator :
        new Calibrator<?>[] {
          DirichletCalibration.DEFAULT,
          StructuredMatrixScaling.DEFAULT,
          StructuredVectorScaling.DEFAULT
        }) {
      var calibration = calibrator.fit(data, 0).calibrate(data);
      OfLogits why = (OfLogits) calibration.explain(7).orElseThrow();
      double[] row = IntStream.range(0, 4).mapToDouble(why::logit).toArray();
      Probabilities again = Logits.of(1, 4, row).softmax();
      for (int c = 0; c < 4; c++) {
        assertThat(again.get(0, c)).isCloseTo(calibration.probabilities().get(7, c), within(1e-12));
      }
    }
  }

  @Test
  void matrixMethodsRefuseManyClasses() {
    Logits logits = noise(3, 1001, 1, 1);
    CalibrationData data = data(logits, Labels.of(1001, new int[3]));
    assertThatThrownBy(() -> DirichletCalibration.DEFAULT.fit(data, 0))
        .hasMessageContaining("at most 1000 classes")
        .hasMessageEndingWith("got 1001: use svs");
  }

  @Test
  void kMeansFindsSeparateGroupsInAnyOrder() {
    Random random = new Random(1);
    double[][] points = new double[90][2];
    for (int i = 0; i < 90; i++) {
      points[i][0] = i % 3 * 0.4 + 0.05 * random.nextDouble();
      points[i][1] = i % 3 * 0.3 + 0.05 * random.nextDouble();
    }
    KMeans means = KMeans.of(points, 3);
    assertThat(means.centers()).hasSize(2 * 3);
    for (int i = 3; i < 90; i++) {
      assertThat(means.groupOf()[i]).isEqualTo(means.groupOf()[i % 3]);
    }
    double[][] reversed = new double[90][];
    Arrays.setAll(reversed, i -> points[89 - i]);
    assertThat(KMeans.of(reversed, 3).centers()).isEqualTo(means.centers());
    assertThat(KMeans.of(new double[][] {{1, 1}, {1, 1}, {0, 0}}, 5).centers()).hasSize(2 * 2);
  }

  /** Two kinds of nodes by confidence, of which one is always overconfident. */
  @Test
  void simiMailboxGivesEachGroupItsTemperature() {
    int n = 4000;
    double[][] rows = new double[n][];
    Random random = new Random(2);
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      boolean sure = i % 2 == 0;
      rows[i] = new double[] {sure ? 6 : 1.5, 0, 0};
      double[] right = sure ? new double[] {3, 0, 0} : rows[i]; // temperatures 2 and 1
      labels[i] = draw(Logits.of(new double[][] {right}).softmax(), 0, random);
    }
    CalibrationData data = data(Logits.of(rows), Labels.of(3, labels));
    double[] t = new SimiMailbox(2, 0).fit(data, 0).calibrate(data).temperatures().orElseThrow();
    assertThat(t[0]).isCloseTo(2, within(0.15));
    assertThat(t[1]).isCloseTo(1, within(0.15));
    double[] shrunk =
        new SimiMailbox(2, 1e9).fit(data, 0).calibrate(data).temperatures().orElseThrow();
    double overall = TemperatureScaling.DEFAULT.fit(data, 0).temperature();
    assertThat(shrunk[0]).isCloseTo(overall, within(1e-4));
  }

  /** A node's neighbors and not its confidence tell the groups apart here. */
  @Test
  void simiMailboxSeesTheNeighbors() {
    int n = 200;
    double[][] rows = new double[n][];
    int[] sources = new int[n / 2];
    int[] targets = new int[n / 2];
    for (int i = 0; i < n; i += 2) {
      rows[i] = new double[] {3, 0};
      rows[i + 1] = i < n / 2 ? new double[] {3, 0} : new double[] {0, 3};
      sources[i / 2] = i;
      targets[i / 2] = i + 1;
    }
    int[] labels = IntStream.range(0, n).map(i -> i < n / 2 ? 0 : i / 2 % 2).toArray();
    CalibrationData data =
        data(Graph.fromEdges(n, sources, targets), Logits.of(rows), Labels.of(2, labels));
    double[] t = SimiMailbox.DEFAULT.fit(data, 0).calibrate(data).temperatures().orElseThrow();
    assertThat(t[0]).isLessThan(0.9);
    assertThat(t[n - 2]).isGreaterThan(2);
  }

  @Test
  void storedMapsAreChecked() {
    Logits logits = noise(30, 3, 6, 8);
    CalibrationData data = data(logits, drawn(logits.softmax(), 3));
    var state = IsotonicRegression.DEFAULT.fit(data, 0).state();
    var arrays = new LinkedHashMap<>(state.arrays());
    double[] values = state.array("values").doubles();
    values[0] = 1.5;
    arrays.put("values", CalibratorState.Array.of(values));
    var wrong = CalibratorState.of(state.report(), arrays);
    assertThatThrownBy(() -> Methods.restore(wrong))
        .hasMessage("values must be in [0, 1], got 1.5");
  }
}
