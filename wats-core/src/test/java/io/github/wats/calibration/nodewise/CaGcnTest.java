package io.github.wats.calibration.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Training;
import io.github.wats.testing.Golden;
import io.github.wats.testing.TinyGraph;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class CaGcnTest {
  private static final JsonNode GOLDEN = Golden.read("cagcn.json");

  private static final String[][] NAMES = {
    {"gcn.0.weight", "gcn.w0"},
    {"gcn.0.bias", "gcn.b0"},
    {"gcn.1.weight", "gcn.w1"},
    {"gcn.1.bias", "gcn.b1"},
  };

  @Test
  void meetsTheGoldenScalesLossAndGradients() {
    CaGcnModel model =
        new CaGcnModel(
            new CaGcn(4, 0, true, Training.DEFAULT),
            CalibrationData.of(TinyGraph.graph(), TinyGraph.logits()),
            0);
    for (String[] name : NAMES) {
      GoldenModel.set(
          GoldenModel.named(model, name[0]).value(),
          GoldenModel.matrix(GOLDEN.get("parameters").get(name[1])));
    }
    double[] scales = Arrays.stream(model.temperatures()).map(t -> 1 / t).toArray();
    assertThat(scales).containsExactly(Golden.doubles(GOLDEN.get("scale")), offset(1e-5));
    var calibrated = TinyGraph.logits().dividedBy(model.temperatures()).softmax();
    GoldenModel.checkOutput(model, calibrated, GOLDEN);
    for (String[] name : NAMES) {
      GoldenModel.agrees(
          name[1],
          GoldenModel.named(model, name[0]).gradient(),
          GoldenModel.matrix(GOLDEN.get("gradients").get(name[1])));
    }
  }
}
