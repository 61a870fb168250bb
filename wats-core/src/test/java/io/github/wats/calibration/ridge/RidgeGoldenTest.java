package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.internal.ClassShares;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.ridge.WaveletRidge.ClassWeights;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.features.NodeColumns;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Golden;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every stage of the fit against vectors computed by a separate program. */
class RidgeGoldenTest {
  private static final double CLOSE = 1e-6;
  private static final JsonNode GOLDEN = RidgeCase.GOLDEN;
  private static final List<String> DIFFUSION =
      List.of("log_one_hop", "log_two_hops", "logit_difference");
  private static final List<String> LABELS =
      List.of("train_count", "calibration_count", "two_hop_share");
  private static final List<String> NODE =
      List.of("wave0", "wave1", "wave2", "wave3", "wave4", "log_degree", "confidence", "entropy");

  private final RidgeCase data = RidgeCase.golden();
  private final CalibrationRows rows = CalibrationRows.of(data.data());
  private final double temperature = TemperatureSolver.solve(rows).temperature();
  private final int classes = data.labels().classCount();
  private final NodeColumns columns = columns(true);

  private NodeColumns columns(boolean labels) {
    KnownLabels known = KnownLabels.of(data.data());
    return data.input().columns(new RidgeInputs(classes, temperature, true, labels), known);
  }

  private Design design(Layout layout, NodeColumns source) {
    ClassShares shares = ClassShares.none(rows.nodes().size());
    return Design.of(RidgeFit.Sample.of(rows, shares, 0, t -> source), layout);
  }

  private WaveletRidge.Fitted fit(Mode mode, NeighborLabels use) {
    return new WaveletRidge(mode, use, 0, ClassWeights.OFF).fit(data.data(), 0);
  }

  @Test
  void findsTheTemperatureOfTheWhole() {
    assertThat(temperature).isCloseTo(GOLDEN.get("temperature").doubleValue(), within(1e-8));
  }

  @Test
  void computesTheNodeColumns() {
    for (int i = 0; i < data.graph().nodeCount(); i++) {
      double[] actual = node(Layout.ridge(classes, true), i);
      for (int k = 0; k < NODE.size(); k++) {
        double expected = GOLDEN.get("node_columns").get(NODE.get(k)).get(i).doubleValue();
        assertThat(actual[k + 1])
            .as("%s of node %d", NODE.get(k), i)
            .isCloseTo(expected, within(1e-8));
      }
    }
  }

  @Test
  void computesTheClassColumnsOfTheFirstNodes() {
    for (int i = 0; i < 10; i++) {
      double[] actual = new double[columns.width()];
      columns.write(i, actual, 0);
      for (int m = 0; m < 6; m++) {
        JsonNode block =
            m < 3
                ? GOLDEN.get("diffusion_columns_of_first_nodes").get(DIFFUSION.get(m))
                : GOLDEN.get("label_columns_of_first_nodes").get(LABELS.get(m - 3));
        for (int c = 0; c < classes; c++) {
          assertThat(actual[RidgeInputs.STRUCTURE + m * classes + c])
              .as("column %d of node %d, class %d", m, i, c)
              .isCloseTo(block.get(i).get(c).doubleValue(), within(1e-8));
        }
      }
    }
  }

  @Test
  void scalesByTheFiguresOfTheCalibrationNodes() {
    Layout layout = Layout.ridge(classes, true);
    Layout.Scaling scaling = design(layout, columns).scaling();
    for (int k = 0; k < NODE.size(); k++) {
      assertThat(scaling.means()[k + 1])
          .isCloseTo(GOLDEN.get("node_column_means").get(NODE.get(k)).doubleValue(), within(1e-8));
      assertThat(scaling.sds()[k + 1])
          .isCloseTo(GOLDEN.get("node_column_sds").get(NODE.get(k)).doubleValue(), within(1e-8));
    }
    for (int m = 0; m < 3; m++) {
      assertThat(scaling.classSds()[m])
          .isCloseTo(
              GOLDEN.get("diffusion_column_sds").get(DIFFUSION.get(m)).doubleValue(), within(1e-8));
      assertThat(scaling.classSds()[m + 3])
          .isCloseTo(GOLDEN.get("label_column_sds").get(LABELS.get(m)).doubleValue(), within(1e-8));
    }
    assertThat(clippedEntries(layout, scaling)).isEqualTo(GOLDEN.get("clipped_entries").intValue());
  }

  private double[] node(Layout layout, int i) {
    double[] node = new double[layout.nodeColumns()];
    double[] added = new double[layout.classColumns() * classes];
    new ModelRows(data.logits(), columns, layout, temperature)
        .write(i, new double[classes], 0, node, 0, added, 0);
    return node;
  }

  private int clippedEntries(Layout layout, Layout.Scaling scaling) {
    int clipped = 0;
    for (int i = 0; i < data.graph().nodeCount(); i++) {
      double[] node = node(layout, i);
      scaling.scaleNodeInPlace(node, 0);
      for (double value : node) {
        clipped += Math.abs(value) == Layout.Scaling.CLIP ? 1 : 0;
      }
    }
    return clipped;
  }

  @Test
  void startsAtTheSameObjectiveGradientAndHessian() {
    Layout layout = Layout.ridge(classes, true);
    PenalizedLoss loss = new PenalizedLoss(design(layout, columns));
    double[] penalties = layout.startPenalties();
    loss.penalize(Evidence.perParameter(layout, RidgeFit.NO_PRIOR, penalties));
    JsonNode start = GOLDEN.get("start");
    assertThat(loss.moveTo(layout.start()))
        .isCloseTo(start.get("objective").doubleValue(), within(CLOSE));
    int size = layout.size();
    double[] gradient = new double[size];
    loss.writeGradient(gradient);
    double[] hessian = loss.hessian();
    List<Integer> places = placesInTheVectors(layout, start.get("order_of_groups"));
    for (int j = 0; j < size; j++) {
      int place = places.get(j);
      assertThat(gradient[place])
          .isCloseTo(start.get("gradient").get(j).doubleValue(), within(CLOSE));
      assertThat(hessian[place * size + place])
          .isCloseTo(start.get("hessian_diagonal").get(j).doubleValue(), within(CLOSE));
    }
  }

  /** For each parameter in the vectors' order, where it stands in ours. */
  private static List<Integer> placesInTheVectors(Layout layout, JsonNode groups) {
    List<Integer> places = new ArrayList<>();
    for (JsonNode name : groups) {
      if (name.stringValue().equals("base")) {
        places.add(0);
        continue;
      }
      Layout.Span span = layout.span(group(name.stringValue()));
      for (int j = span.from(); j < span.to(); j++) {
        places.add(j);
      }
    }
    return places;
  }

  private static Layout.Group group(String name) {
    return Layout.Group.valueOf(name.toUpperCase(java.util.Locale.ROOT));
  }

  @Test
  void takesTheSameRoundsWithLabels() {
    assertRounds(columns, Layout.ridge(classes, true), GOLDEN.get("with_labels"));
  }

  @Test
  void takesTheSameRoundsWithoutLabels() {
    assertRounds(columns(false), Layout.ridge(classes, false), GOLDEN.get("without_labels"));
  }

  @Test
  void takesTheSameRoundsForTemperatures() {
    NodeColumns only = data.input().columns(RidgeInputs.ofStructure(classes), KnownLabels.NONE);
    assertRounds(only, Layout.temperature(classes), GOLDEN.get("temperature_only"));
  }

  private void assertRounds(NodeColumns source, Layout layout, JsonNode expected) {
    Evidence.Result fit = Evidence.fit(design(layout, source)).orElseThrow();
    assertThat(fit.rounds()).hasSize(expected.get("number_of_rounds").intValue());
    for (int r = 0; r < fit.rounds().size(); r++) {
      JsonNode round = expected.get("rounds").get(r);
      assertThat(fit.rounds().get(r).steps()).isEqualTo(round.get("newton_steps").intValue());
      assertThat(fit.rounds().get(r).objective())
          .isCloseTo(round.get("objective").doubleValue(), within(CLOSE));
      assertPenalties(layout, fit.rounds().get(r).penalties(), round.get("lambdas"));
    }
    assertPenalties(layout, fit.penalties(), expected.get("lambdas"));
    JsonNode parameters = expected.get("parameters");
    assertThat(fit.x()[0]).isCloseTo(parameters.get("base").get(0).doubleValue(), within(CLOSE));
    for (Layout.Span span : layout.spans()) {
      double[] values = Golden.doubles(parameters.get(span.group().text()));
      for (int j = span.from(); j < span.to(); j++) {
        assertThat(fit.x()[j])
            .as(span.group().text())
            .isCloseTo(values[j - span.from()], within(CLOSE));
      }
    }
  }

  private static void assertPenalties(Layout layout, List<Double> actual, JsonNode expected) {
    for (int g = 0; g < actual.size(); g++) {
      double value = expected.get(layout.spans().get(g).group().text()).doubleValue();
      assertThat(actual.get(g)).isCloseTo(value, within(1e-5 * value));
    }
  }

  @Test
  void givesTheSameProbabilitiesInEveryMode() {
    JsonNode expected = GOLDEN.get("probabilities");
    assertProbabilities(Mode.FREE, NeighborLabels.USE, CLOSE, expected.get("free"));
    assertProbabilities(
        Mode.FREE, NeighborLabels.IGNORE, CLOSE, expected.get("free_without_labels"));
    double margin = 1e-5; // theirs is smaller
    assertProbabilities(Mode.KEEP_CLASS, NeighborLabels.USE, margin, expected.get("keep_class"));
  }

  private void assertProbabilities(Mode mode, NeighborLabels use, double close, JsonNode expected) {
    Probabilities actual = fit(mode, use).calibrate(data.input()).probabilities();
    for (int i = 0; i < actual.nodeCount(); i++) {
      for (int c = 0; c < classes; c++) {
        assertThat(actual.get(i, c))
            .as("%s, labels %s, node %d, class %d", mode, use, i, c)
            .isCloseTo(expected.get(i).get(c).doubleValue(), within(close));
      }
    }
  }

  @Test
  void changesAsManyClassesWhenFree() {
    Probabilities free = fit(Mode.FREE, NeighborLabels.USE).calibrate(data.input()).probabilities();
    int changed = 0;
    for (int i = 0; i < free.nodeCount(); i++) {
      changed += free.predictedClass(i) == data.logits().predictedClass(i) ? 0 : 1;
    }
    assertThat(changed).isEqualTo(GOLDEN.get("changed_classes_when_free").intValue());
  }

  @Test
  void givesTheSameTemperatures() {
    double[] expected = Golden.doubles(GOLDEN.get("temperatures"));
    double[] actual = data.fitTemperature().calibrate(data.input()).temperatures().orElseThrow();
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(CLOSE * expected[i]));
    }
  }
}
