package io.github.wats.calibration.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Training;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Golden;
import io.github.wats.testing.TinyGraph;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class GatsTest {
  private static final JsonNode GOLDEN = Golden.read("gats.json");
  private static final CalibrationData TINY =
      CalibrationData.of(TinyGraph.graph(), TinyGraph.logits());

  private static GatsModel goldenModel() {
    GatsModel model = new GatsModel(3, TINY, TinyGraph.train().toArray(), 0);
    JsonNode start = GOLDEN.get("parameters");
    set(model, "weight", start.get("weight"));
    set(model, "omega", start.get("conf_coef"));
    set(model, "bias", start.get("bias"));
    DenseMatrix gamma = GoldenModel.named(model, "gamma").value();
    gamma.set(0, 0, (float) start.get("train_a").get(0).doubleValue());
    gamma.set(1, 0, (float) start.get("dist1_a").get(0).doubleValue());
    return model;
  }

  private static void set(GatsModel model, String name, JsonNode values) {
    GoldenModel.set(GoldenModel.named(model, name).value(), GoldenModel.matrix(values));
  }

  @Test
  void meetsTheGoldenTemperaturesLossAndGradients() {
    GatsModel model = goldenModel();
    assertThat(model.temperatures())
        .containsExactly(Golden.doubles(GOLDEN.get("temperature")), offset(1e-5));
    var calibrated = TinyGraph.logits().dividedBy(model.temperatures()).softmax();
    GoldenModel.checkOutput(model, calibrated, GOLDEN);
    JsonNode gradients = GOLDEN.get("gradients");
    agrees(model, "weight", gradients.get("weight"));
    agrees(model, "omega", gradients.get("conf_coef"));
    agrees(model, "bias", gradients.get("bias"));
    DenseMatrix gamma = GoldenModel.named(model, "gamma").gradient();
    assertThat((double) gamma.get(0, 0))
        .isCloseTo(gradients.get("train_a").get(0).doubleValue(), offset(1e-6));
    assertThat((double) gamma.get(1, 0))
        .isCloseTo(gradients.get("dist1_a").get(0).doubleValue(), offset(1e-6));
  }

  private static void agrees(GatsModel model, String name, JsonNode expected) {
    GoldenModel.agrees(
        name, GoldenModel.named(model, name).gradient(), GoldenModel.matrix(expected));
  }

  private static Gats.Fitted fitTiny() {
    Split split = new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(12));
    return new Gats(2, Training.DEFAULT.withEpochs(30))
        .fit(TINY.withLabels(TinyGraph.labels()).withSplit(split), 1);
  }

  private static Split trainedOn(NodeSet nodes) {
    return new Split(nodes, NodeSet.of(12), NodeSet.of(12));
  }

  private static double[] temperatures(Gats.Fitted fitted, CalibrationData data) {
    return fitted.calibrate(data).temperatures().orElseThrow();
  }

  @Test
  void remembersTheTrainingNodesOfItsGraph() {
    Gats.Fitted fitted = fitTiny();
    double[] remembered = fitted.calibrate(TINY).temperatures().orElseThrow();
    assertThat(temperatures(fitted, TINY.withSplit(trainedOn(TinyGraph.train()))))
        .isEqualTo(remembered);
    assertThat(temperatures(fitted, TINY.withSplit(trainedOn(NodeSet.of(12)))))
        .isNotEqualTo(remembered);
  }

  @Test
  void takesNoNodeOfAnotherGraphForTrainedOn() {
    Gats.Fitted fitted = fitTiny();
    Graph other = Graph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2});
    Logits logits = Logits.of(3, 5, new double[15]);
    CalibrationData input = CalibrationData.of(other, logits);
    assertThat(fitted.calibrate(input).temperatures().orElseThrow())
        .isEqualTo(
            temperatures(
                fitted, input.withSplit(new Split(NodeSet.of(3), NodeSet.of(3), NodeSet.of(3)))));
  }

  @Test
  void keepsTemperaturesPositiveWhereTheBiasIsLearntBelowZero() {
    GatsModel model = goldenModel();
    GoldenModel.named(model, "bias").value().set(0, 0, -50);
    assertThat(model.temperatures()).containsOnly((double) (float) Math.exp(-6));
  }
}
