package io.github.wats.calibration.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.internal.CenteredLogits;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.features.NodeColumns;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.RandomGraphs;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HotsTest {
  private static final int NODES = 300;
  private static final int CLASSES = 3;

  private static CalibrationData data(long seed) {
    Random random = new Random(seed);
    Graph graph = RandomGraphs.uniform(NODES, 900, seed);
    double[] logits = random.doubles(NODES * CLASSES).map(u -> 8 * (u - 0.5)).toArray();
    Logits scores = Logits.of(NODES, CLASSES, logits);
    int[] labels =
        IntStream.range(0, NODES)
            .map(i -> random.nextInt(3) == 0 ? random.nextInt(3) : scores.predictedClass(i))
            .toArray();
    float[] features = new float[NODES * 4];
    for (int k = 0; k < features.length; k++) {
      features[k] = random.nextFloat();
    }
    return CalibrationData.of(graph, scores)
        .withFeatures(FeatureMatrix.wrap(DenseMatrix.wrap(NODES, 4, features)))
        .withLabels(Labels.of(CLASSES, labels))
        .withSplit(new Split(range(0, 100), range(100, 200), range(200, NODES)));
  }

  private static NodeSet range(int from, int to) {
    return NodeSet.of(NODES, IntStream.range(from, to).toArray());
  }

  private static HotsLoss loss(CalibrationData data, double spread) {
    Random random = new Random(3);
    double[] spreads = new double[NODES];
    Arrays.fill(spreads, spread);
    double[] closeness = random.doubles(NODES, 0.02, 1.02).toArray();
    return new HotsLoss(
        CenteredLogits.of(data.logits()),
        new HotsLoss.Law(spreads, closeness),
        data.requireLabels());
  }

  @Test
  void gradientIsThatOfTheLoss() {
    HotsLoss loss = loss(data(1), 1.7);
    for (double[] w : new double[][] {{0.5, 0.5, 0}, {-1, -2, -2}, {1, 0.3, 0.8}}) {
      double[] gradient = new double[3];
      loss.evaluate(w, gradient);
      for (int k = 0; k < 3; k++) {
        double h = 1e-6;
        double[] moved = w.clone();
        moved[k] += h;
        double up = loss.evaluate(moved, new double[3]);
        moved[k] -= 2 * h;
        double down = loss.evaluate(moved, new double[3]);
        assertThat(gradient[k]).isCloseTo((up - down) / (2 * h), within(1e-7));
      }
    }
  }

  /** Without spread T0 is the only parameter. */
  @Test
  void t0AloneIsTheExactTemperature() {
    CalibrationData data = data(2).withSplit(new Split(range(0, 0), range(0, NODES), range(0, 0)));
    HotsLoss loss = loss(data, 0);
    double t0 = loss.law().temperatures(HotsFit.exact(loss).w())[0];
    double exact = TemperatureScaling.DEFAULT.fit(data, 0).temperature();
    assertThat(t0).isCloseTo(exact, within(1e-5));
  }

  @Test
  void temperaturesFollowTheLaw() {
    HotsLoss.Law law = new HotsLoss.Law(new double[] {2, 2, 1e9}, new double[] {1.02, 0.02, 1});
    double[] w = {0, 0, 0}; // T0 = 0.1 + ln 2, β = α = 0.01 + ln 2
    double half = Math.log(2);
    double[] expected = {
      0.1 + half + (0.01 + half) * 2 / Math.pow(1.02, 0.01 + half),
      0.1 + half + (0.01 + half) * 2 / Math.pow(0.02, 0.01 + half),
      50
    };
    assertThat(law.temperatures(w)).containsExactly(expected, within(1e-12));
  }

  /** A path 0 – 1 – 2 and the isolated node 3; the label of node 1 is known. */
  @Test
  void homophilyIsTheExpectedAgreementWithNeighbors() {
    Graph path = Graph.fromEdges(4, new int[] {0, 1}, new int[] {1, 2});
    double[][] q = {{0.9, 0.1}, {0.5, 0.5}, {0.2, 0.8}, {0.6, 0.4}};
    Logits logits =
        Logits.of(
            Arrays.stream(q)
                .map(row -> Arrays.stream(row).map(Math::log).toArray())
                .toArray(double[][]::new));
    KnownLabels known = new KnownLabels("", new int[] {1}, new int[] {1}, 1);
    NodeColumns columns =
        CalibrationData.of(path, logits).columns(new HomophilyInputs(2, 1), known);
    double[] h = new double[4];
    for (int i = 0; i < h.length; i++) {
      columns.write(i, h, i);
    }
    assertThat(h)
        .containsExactly(new double[] {0.1, (0.5 + 0.5) / 2, 0.8, 0.36 + 0.16}, within(1e-15));
  }

  @Test
  void theExactFitIsNoWorseThanTheAuthorsOrTemperatureScaling() {
    CalibrationData data = data(4);
    double exact = nll(Hots.DEFAULT.fit(data, 0), data);
    assertThat(exact).isLessThanOrEqualTo(nll(new Hots(Hots.Variant.AUTHORS).fit(data, 0), data));
    assertThat(exact).isLessThan(nll(TemperatureScaling.DEFAULT.fit(data, 0), data) + 1e-3);
  }

  /** On the validation nodes. */
  private static double nll(FittedCalibrator fitted, CalibrationData data) {
    Outcomes outcomes =
        Outcomes.of(
            fitted.calibrate(data).probabilities(),
            data.requireLabels(),
            data.requireSplit().validation().toArray());
    return Metric.NLL.of(outcomes, 10).orElseThrow();
  }

  @Test
  void theAuthorsVariantStopsOnTrainingNodesAndNeedsFeatures() {
    Hots authors = new Hots(Hots.Variant.AUTHORS);
    CalibrationData data = data(5);
    FitReport report = authors.fit(data, 0).report();
    assertThat(report.earlyStopping()).isEqualTo(EarlyStopping.TRAINING_NODES);
    assertThat(report.validationLosses()).hasSameSizeAs(report.losses());
    assertThat(authors.needsFeatures()).isTrue();
    assertThat(Hots.DEFAULT.needsFeatures()).isFalse();
    CalibrationData without =
        CalibrationData.of(data.graph(), data.logits())
            .withLabels(data.requireLabels())
            .withSplit(data.requireSplit());
    assertThatThrownBy(() -> authors.fit(without, 0))
        .hasMessageContaining("variant authors of hots needs node features");
  }

  /** On features that give the homophily away, the network learns it. */
  @Test
  void theAuthorsNetworkPredictsHomophily() {
    int n = 400;
    int[] labels = new int[n];
    int[] sources = new int[n / 2];
    int[] targets = new int[n / 2];
    float[] features = new float[n];
    for (int i = 0; i < n; i += 2) { // pairs that agree in the first half and differ in the second
      labels[i + 1] = i < n / 2 ? 0 : 1;
      sources[i / 2] = i;
      targets[i / 2] = i + 1;
      features[i] = i < n / 2 ? 1 : -1;
      features[i + 1] = features[i];
    }
    CalibrationData data =
        CalibrationData.of(Graph.fromEdges(n, sources, targets), Logits.of(n, 2, new double[2 * n]))
            .withFeatures(FeatureMatrix.wrap(DenseMatrix.wrap(n, 1, features)))
            .withLabels(Labels.of(2, labels))
            .withSplit(new Split(NodeSet.all(n), NodeSet.of(n), NodeSet.of(n)));
    var network = Homophily.network(data, 1);
    Homophily.train(network, data);
    double[] h = Homophily.predicted(network, data);
    assertThat(h[0]).isGreaterThan(0.9);
    assertThat(h[n - 2]).isLessThan(0.1);
  }

  @Test
  void labelsOfNeighborsHaveAnEffectOnlyWhereTheyAreAtHand() {
    CalibrationData data = data(6);
    FittedCalibrator fitted = Hots.DEFAULT.fit(data, 0);
    Calibration informed = fitted.calibrate(data);
    Calibration remembered = fitted.calibrate(CalibrationData.of(data.graph(), data.logits()));
    assertThat(remembered.probabilities()).isEqualTo(informed.probabilities());
    Graph ring = Graph.fromEdges(NODES, new int[] {0, 1, 2}, new int[] {1, 2, 0});
    Calibration plain = fitted.calibrate(CalibrationData.of(ring, data.logits()));
    assertThat(informed.notes()).anyMatch(note -> note.contains("labels were used"));
    assertThat(plain.notes()).isEmpty();
  }
}
