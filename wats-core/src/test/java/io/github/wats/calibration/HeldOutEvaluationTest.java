package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.graph.GraphBuilder;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeldOutEvaluationTest {
  private static final int NODES = 200;
  private static final int CLASSES = 3;

  /** Nodes of one class are linked, so neighbors' labels tell a lot. */
  private static CalibrationData data() {
    SplittableRandom random = new SplittableRandom(5);
    int[] labels = random.ints(NODES, 0, CLASSES).toArray();
    double[][] logits = new double[NODES][CLASSES];
    for (int i = 0; i < NODES; i++) {
      for (int c = 0; c < CLASSES; c++) {
        logits[i][c] = 3 * random.nextDouble() + (labels[i] == c ? 1 : 0);
      }
    }
    GraphBuilder builder = GraphBuilder.withNodes(NODES);
    for (int k = 0; k < 6 * NODES; k++) {
      int a = random.nextInt(NODES);
      int b = random.nextInt(NODES);
      if (labels[a] == labels[b]) {
        builder.edge(a, b);
      }
    }
    return CalibrationData.of(builder.build(), Logits.of(logits))
        .withLabels(Labels.of(CLASSES, labels))
        .withSplit(split(range(0, 40), range(40, 120), range(120, 200)));
  }

  private static NodeSet range(int from, int to) {
    return NodeSet.of(NODES, IntStream.range(from, to).toArray());
  }

  private static Split split(NodeSet train, NodeSet calibration, NodeSet test) {
    return new Split(train, calibration, test);
  }

  private static HeldOutEvaluation.Predictions predict(HeldOutEvaluation nodes, String method) {
    return nodes
        .predict(Map.of(method, Methods.named(method).calibrator()), (name, k) -> {})
        .methods()
        .get(method);
  }

  /** With neighbors' labels, and without the classes of the network as a limit. */
  private static Probabilities predictFreely(HeldOutEvaluation nodes) {
    Calibrator<?> ridge = Methods.named("ridge").calibrator(Map.of("mode", "free"));
    return nodes.predict(Map.of("r", ridge), (name, k) -> {}).methods().get("r").repeats().get(0);
  }

  private static Labels flipped(CalibrationData data, int node) {
    int[] labels = data.requireLabels().toArray();
    labels[node] = (labels[node] + 1) % CLASSES;
    return Labels.of(CLASSES, labels);
  }

  /** Its own label has no effect on a node's prediction, nor on those of the nodes of its fold. */
  @Test
  void aHeldOutLabelHasNoEffectWhereItEvaluates() {
    CalibrationData data = data();
    for (int place : new int[] {0, 33}) {
      HeldOutEvaluation before = HeldOutEvaluation.crossFitted(data, 5, 1, 3);
      HeldOutEvaluation after =
          HeldOutEvaluation.crossFitted(
              data.withLabels(flipped(data, before.nodes().get(place))), 5, 1, 3);
      Probabilities one = predictFreely(before);
      Probabilities two = predictFreely(after);
      int[] unchanged =
          IntStream.range(0, 80)
              .filter(
                  k -> IntStream.range(0, CLASSES).allMatch(c -> one.get(k, c) == two.get(k, c)))
              .toArray();
      assertThat(unchanged).contains(place).hasSize(16); // a fold of 80 / 5
    }
  }

  @Test
  void testLabelsHaveNoEffectAndAllValidationNodesAreUsed() {
    CalibrationData data = data();
    HeldOutEvaluation nodes = HeldOutEvaluation.testNodes(data, 3);
    assertThat(nodes.nodes()).isEqualTo(range(120, 200));
    assertThat(nodes.labels()).isEqualTo(data.requireLabels().select(range(120, 200)));
    HeldOutEvaluation.Predictions predictions = predict(nodes, "ridge");
    assertThat(
            predict(HeldOutEvaluation.testNodes(data.withLabels(flipped(data, 150)), 3), "ridge")
                .repeats())
        .isEqualTo(predictions.repeats());
    Probabilities expected =
        Methods.named("ridge").calibrator().fit(data, 3).calibrate(data).probabilities();
    assertThat(predictions.repeats()).containsExactly(expected.select(range(120, 200)));
    assertThat(nodes.fits()).isEqualTo(1);
  }

  @Test
  void repeatsDivideTheNodesDifferently() {
    HeldOutEvaluation nodes = HeldOutEvaluation.crossFitted(data(), 5, 2, 3);
    assertThat(nodes.fits()).isEqualTo(10);
    HeldOutEvaluation.Predictions predictions = predict(nodes, "ts");
    assertThat(predictions.repeats()).hasSize(2).doesNotHaveDuplicates();
    assertThat(predictions.repeats().get(0))
        .isEqualTo(predict(HeldOutEvaluation.crossFitted(data(), 5, 1, 3), "ts").repeats().get(0));
    double[] losses = predictions.losses(nodes.labels());
    int label = nodes.labels().get(7);
    assertThat(losses[7])
        .isCloseTo(
            -(Math.log(predictions.repeats().get(0).get(7, label))
                    + Math.log(predictions.repeats().get(1).get(7, label)))
                / 2,
            within(1e-12));
  }

  @Test
  void leavesOutWhatFailsAndTellsHowFarItIs() {
    Map<String, Calibrator<?>> methods = new LinkedHashMap<>();
    for (String name : List.of("ts", "gets", "vs")) { // gets needs features, which there are none
      methods.put(name, Methods.named(name).calibrator());
    }
    List<String> steps = new ArrayList<>();
    HeldOutEvaluation.Predicted predicted =
        HeldOutEvaluation.crossFitted(data(), 2, 1, 0)
            .predict(methods, (name, k) -> steps.add(name + k));
    assertThat(predicted.methods().keySet()).containsExactly("ts", "vs");
    assertThat(predicted.failures()).containsOnlyKeys("gets");
    assertThat(predicted.failures().get("gets")).startsWith("gets was left out, since it failed: ");
    assertThat(steps).containsExactly("ts0", "ts1", "gets2", "vs4", "vs5");
  }

  /** Counts its fits; what it fits is a registered calibrator. */
  private record Counting(List<CalibrationData> fits) implements Calibrator<FittedCalibrator> {
    @Override
    public FittedCalibrator fit(CalibrationData data, long seed) {
      fits.add(data);
      return Methods.named("ts").calibrator().fit(data, seed);
    }
  }

  @Test
  void aCalibratorThatPredictedTestNodesIsNotFittedAgain() {
    CalibrationData data = data();
    Counting counting = new Counting(new ArrayList<>());
    HeldOutEvaluation tests = HeldOutEvaluation.testNodes(data, 3);
    HeldOutEvaluation.Predictions predictions =
        tests.predict(Map.of("ts", counting), (name, k) -> {}).methods().get("ts");
    FittedCalibrator fitted = tests.fittedToAll(predictions);
    assertThat(counting.fits).containsExactly(data);
    assertThat(fitted).isSameAs(predictions.fitted());
    assertThat(tests.isCrossFitted()).isFalse();

    HeldOutEvaluation crossFitted = HeldOutEvaluation.crossFitted(data, 5, 2, 3);
    HeldOutEvaluation.Predictions folds = predict(crossFitted, "ts");
    assertThat(crossFitted.isCrossFitted()).isTrue();
    assertThat(crossFitted.fittedToAll(folds).state().arrays()) // no fold saw all of them
        .isEqualTo(fitted.state().arrays())
        .isNotEqualTo(folds.fitted().state().arrays());
  }

  @Test
  void refusesTooFewNodes() {
    CalibrationData data = data();
    Split one = split(range(0, 40), range(40, 41), range(120, 120));
    assertThatThrownBy(() -> HeldOutEvaluation.crossFitted(data.withSplit(one), 5, 2, 0))
        .hasMessage("cross-fitting needs at least 2 validation nodes with a known label, got 1");
    assertThatThrownBy(() -> HeldOutEvaluation.testNodes(data.withSplit(one), 0))
        .hasMessage("there must be a test node with a known label, got none");
    Split three = split(range(0, 40), range(40, 43), range(120, 120));
    assertThat(HeldOutEvaluation.crossFitted(data.withSplit(three), 5, 1, 0).fits()).isEqualTo(3);
  }
}
