package io.github.wats.calibration.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletSettings;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.settings.SettingsSchema;
import io.github.wats.testing.Golden;
import io.github.wats.testing.TinyGraph;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WatsTest {
  private static final JsonNode GOLDEN = Golden.read("wats.json");

  private static WatsModel goldenModel() {
    WatsModel model =
        new WatsModel(
            CalibrationData.of(TinyGraph.graph(), TinyGraph.logits())
                .columns(
                    Wats.DEFAULT
                        .withWavelets(WaveletSettings.of(3, 0.8))
                        .inputs(5, 1, false)
                        .orElseThrow(),
                    KnownLabels.NONE),
            TinyGraph.logits(),
            4,
            0,
            0);
    JsonNode start = GOLDEN.get("parameters");
    for (String[] name : NAMES) {
      GoldenModel.set(GoldenModel.named(model, name[0]).value(), read(start, name[1]));
    }
    return model;
  }

  private static final String[][] NAMES = {
    {"mlp.0.weight", "first.weight"},
    {"mlp.0.bias", "first.bias"},
    {"mlp.1.weight", "second.weight"},
    {"mlp.1.bias", "second.bias"},
  };

  /** Golden weights are output × input, ours input × output. */
  private static double[][] read(JsonNode parameters, String name) {
    double[][] values = GoldenModel.matrix(parameters.get(name));
    return name.endsWith("weight") ? GoldenModel.transposed(values) : values;
  }

  @Test
  void meetsTheGoldenTemperaturesLossAndGradients() {
    WatsModel model = goldenModel();
    assertThat(model.temperatures())
        .containsExactly(Golden.doubles(GOLDEN.get("temperature")), offset(1e-6));
    var calibrated = TinyGraph.logits().dividedBy(model.temperatures()).softmax();
    GoldenModel.checkOutput(model, calibrated, GOLDEN);
    for (String[] name : NAMES) {
      GoldenModel.agrees(
          name[1],
          GoldenModel.named(model, name[0]).gradient(),
          read(GOLDEN.get("gradients"), name[1]));
    }
  }

  @Test
  void meetsTheGoldenFit() {
    WatsModel model = goldenModel();
    JsonNode expected = GOLDEN.get("fit");
    Training training =
        new Training(
            OptionalInt.of(expected.get("most_epochs").intValue()),
            expected.get("patience").intValue(),
            expected.get("learning_rate").doubleValue(),
            0,
            EarlyStopping.TRAINING_NODES);
    int epochs =
        new GradientFit(model, training, training.maxEpochs(200))
            .run(TinyGraph.labels(), new FitNodes(TinyGraph.validation(), TinyGraph.train()), 1);
    assertThat(epochs).isEqualTo(expected.get("epochs_run").intValue());
    assertThat(model.temperatures())
        .containsExactly(Golden.doubles(expected.get("temperature")), offset(1e-4));
    for (String[] name : NAMES) {
      GoldenModel.agrees(
          name[1],
          GoldenModel.named(model, name[0]).value(),
          read(expected.get("parameters"), name[1]));
    }
  }

  @Test
  void computesTheFeaturesOfAGraphOnce() {
    Split split = new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(12));
    CalibrationData data =
        CalibrationData.of(TinyGraph.graph(), TinyGraph.logits())
            .withLabels(TinyGraph.labels())
            .withSplit(split);
    Wats.Fitted fitted = Wats.DEFAULT.fit(data, 1);
    FeatureTable table = data.structure().wavelets(WaveletSettings.DEFAULT);
    NodeInputs recipe = fitted.inputs().orElseThrow();
    assertThat(fitted.columns(data).toTable(recipe)).isEqualTo(table);
    assertThat(data.structure().wavelets(WaveletSettings.DEFAULT)).isSameAs(table);
    CalibrationData apart = CalibrationData.of(TinyGraph.graph(), TinyGraph.logits());
    assertThat(fitted.columns(apart).toTable(recipe)).isEqualTo(table);
  }

  @Test
  void settingsSurviveTheWayThroughTexts() {
    Wats wats =
        new Wats(
            NodeFeatures.WAVELET,
            WaveletSettings.of(3, 0.4, 1.6),
            8,
            0.25,
            Training.AUTHORS.withEpochs(77));
    SettingsSchema<Wats> schema = SettingsSchema.of(Wats.DEFAULT);
    assertThat(schema.bind(SettingsSchema.valuesOf(wats))).isEqualTo(wats);
    Map<String, String> texts = new HashMap<>();
    SettingsSchema.valuesOf(wats).forEach((name, value) -> texts.put(name, value.toString()));
    assertThat(schema.bind(texts)).isEqualTo(wats);
  }

  @Test
  void refusesSettingsThatMakeNoSense() {
    SettingsSchema<Wats> schema = SettingsSchema.of(Wats.DEFAULT);
    assertThatThrownBy(() -> Wats.DEFAULT.with("dropout", 1))
        .hasMessage("dropout must be in [0, 1), got 1.0");
    assertThatThrownBy(() -> schema.bind(Map.of("features", "pagerank")))
        .hasMessageEndingWith("joined by +, got 'pagerank' in 'pagerank'");
    assertThatThrownBy(() -> schema.bind(Map.of("s", "0.4,x")))
        .hasMessage("s must be numbers joined by commas, got 0.4,x");
  }
}
