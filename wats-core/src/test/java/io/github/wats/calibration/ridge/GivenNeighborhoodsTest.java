package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.internal.CalibrationRows;
import io.github.wats.calibration.internal.NeighborAgreement;
import io.github.wats.calibration.internal.NeighborMeans;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.nodewise.Hots;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.features.GraphFeatures;
import io.github.wats.features.GraphFeatures.Neighborhoods;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Without its graph, the ridge gives the same from what was computed on the graph elsewhere. */
class GivenNeighborhoodsTest {
  private static final int NODES = 300;
  private static final int CLASSES = 3;

  private final CalibrationData data = data();

  private static CalibrationData data() {
    SplittableRandom random = new SplittableRandom(8);
    int[] sources = random.ints(900, 0, NODES - 10).toArray(); // the last ten are isolated
    int[] targets = random.ints(900, 0, NODES - 10).toArray();
    int[] labels = new int[NODES];
    double[] logits = random.doubles(NODES * CLASSES, -2, 2).toArray();
    boolean[][] parts = new boolean[3][NODES];
    for (int i = 0; i < NODES; i++) {
      labels[i] = i % 13 == 0 ? Labels.UNKNOWN : random.nextInt(CLASSES);
      logits[i * CLASSES + Math.max(0, labels[i])] += 1;
      parts[i % 3][i] = true;
    }
    return CalibrationData.of(
            Graph.fromEdges(NODES, sources, targets), Logits.of(NODES, CLASSES, logits))
        .withLabels(Labels.of(CLASSES, labels))
        .withSplit(
            new Split(
                NodeSet.ofMask(parts[0]), NodeSet.ofMask(parts[1]), NodeSet.ofMask(parts[2])));
  }

  @Test
  void theRidgeNeedsNoGraph() {
    for (NeighborLabels labels : NeighborLabels.values()) {
      check(WaveletRidge.DEFAULT.withNeighborLabels(labels), labels == NeighborLabels.USE);
    }
  }

  @Test
  void theTemperatureNeedsNoGraph() {
    check(RidgeTemperature.DEFAULT, false);
  }

  @Test
  void hotsNeedsNoGraph() {
    NeighborAgreement agreement = new NeighborAgreement(CLASSES, temperature());
    double[] means = product(agreement.beliefs(rows()), CLASSES);
    double[] homophily = agreement.homophily(degrees(), rows(), means);
    Graph none = Graph.fromEdges(NODES, new int[0], new int[0]);
    check(
        Hots.DEFAULT,
        CalibrationData.of(none, data.logits())
            .withLabels(data.requireLabels())
            .withSplit(data.requireSplit())
            .withStructure(
                GraphFeatures.of(none)
                    .withNeighborhoods(new Neighborhoods(new double[NODES], homophily))));
  }

  private void check(Calibrator<?> calibrator, boolean labels) {
    check(calibrator, withoutGraph(labels));
  }

  private void check(Calibrator<?> calibrator, CalibrationData given) {
    double[] expected = probabilities(calibrator.fit(data, 0), data);
    FittedCalibrator fitted = calibrator.fit(given, 0);
    assertThat(probabilities(fitted, given)).containsExactly(expected, within(1e-9));
    assertThat(probabilities(fitted, data)).containsExactly(expected, within(1e-9));
  }

  private static double[] probabilities(FittedCalibrator fitted, CalibrationData on) {
    return fitted.calibrate(on).probabilities().toArray();
  }

  private double temperature() {
    return TemperatureSolver.solve(CalibrationRows.of(data)).temperature();
  }

  private int[] degrees() {
    return IntStream.range(0, NODES).map(data.graph()::degree).toArray();
  }

  /** Logits and code of the label of each node. */
  private double[] rows() {
    double[] rows = new double[NODES * (CLASSES + 1)];
    boolean[] train = data.requireSplit().train().toMask();
    boolean[] calibration = data.requireSplit().calibration().toMask();
    for (int i = 0; i < NODES; i++) {
      data.logits().copyRow(i, rows, i * (CLASSES + 1));
      int code = data.requireLabels().isKnown(i) ? data.requireLabels().get(i) + 1 : 0;
      rows[i * (CLASSES + 1) + CLASSES] = train[i] ? code : calibration[i] ? -code : 0;
    }
    return rows;
  }

  private CalibrationData withoutGraph(boolean labels) {
    NeighborMeans means = new NeighborMeans(CLASSES, temperature(), labels);
    int[] degrees = degrees();
    double[] first = means.first(rows());
    double[] once = product(first, means.firstWidth());
    double[] twice = product(means.second(degrees, once), means.secondWidth());
    double[] known = new double[NODES];
    java.util.Arrays.setAll(known, i -> degrees[i]);
    WaveletSettings settings = WaveletSettings.DEFAULT;
    var wavelets = data.structure().wavelets(settings);
    double[] features = new double[NODES * settings.columnCount()];
    java.util.Arrays.setAll(
        features, k -> wavelets.get(k / settings.columnCount(), k % settings.columnCount()));
    return CalibrationData.of(Graph.fromEdges(NODES, new int[0], new int[0]), data.logits())
        .withLabels(data.requireLabels())
        .withSplit(data.requireSplit())
        .withStructure(
            GraphFeatures.given(settings, NODES, features)
                .withNeighborhoods(
                    new Neighborhoods(known, means.result(degrees, first, once, twice))));
  }

  private double[] product(double[] values, int width) {
    double[] result = new double[values.length];
    for (int i = 0; i < NODES; i++) {
      Columns.writeMeans(data.graph().adjacency(), values, width, i, result, i * width);
    }
    return result;
  }
}
