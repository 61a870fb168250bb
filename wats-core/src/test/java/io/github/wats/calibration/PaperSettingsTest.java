package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PaperSettingsTest {
  private static final Map<String, String> WATS =
      Map.of("hidden", "hidden", "dropout", "dropout", "k", "k", "s", "s");

  private static final Map<String, String> GETS =
      Map.of(
          "learningRate", "learning-rate",
          "weightDecay", "weight-decay",
          "hidden", "hidden",
          "dropout", "dropout",
          "expertsPerNode", "experts-per-node",
          "featureDim", "feature-width",
          "degreeDim", "degree-width",
          "loadCoefficient", "load-coefficient");

  @Test
  void areThoseOfThePapersTables() {
    Path file = Shared.require("paper/tables.json");
    JsonNode tables = JsonMapper.builder().build().readTree(file.toFile());
    check("wats", tables.get("wats_settings"), WATS);
    check("gets", tables.get("gets_settings"), GETS);
  }

  private static void check(String method, JsonNode table, Map<String, String> names) {
    assertThat(table.propertyNames()).containsExactlyInAnyOrderElementsOf(PaperSettings.datasets());
    for (String dataset : PaperSettings.datasets()) {
      Settings settings = PaperSettings.of(method, dataset);
      assertThat(settings.names()).hasSameSizeAs(names.keySet());
      names.forEach(
          (theirs, ours) ->
              assertThat(settings.number(ours))
                  .as("%s on %s: %s", method, dataset, ours)
                  .isEqualTo(table.get(dataset).get(theirs).doubleValue()));
    }
  }

  @Test
  void protocolsSayHowFitsStop() {
    assertThat(PaperSettings.paperProtocol("wats", "Cora").text("early-stopping"))
        .isEqualTo("training-nodes");
    assertThat(PaperSettings.paperProtocol("ts", "cora")).isEqualTo(Settings.NONE);
    assertThat(PaperSettings.authorsProtocol("ets", "cora").text("solver")).isEqualTo("adam");
    assertThat(PaperSettings.authorsProtocol("wats", "photo").text("signal"))
        .isEqualTo("without-self-loop");
    assertThat(PaperSettings.authorsProtocol("cagcn", "Computers").truth("self-loops")).isFalse();
    assertThat(PaperSettings.authorsProtocol("wats", "cora").has("signal")).isFalse();
    assertThat(PaperSettings.of("wats", "cora_full").integer("hidden")).isEqualTo(128);
    assertThat(PaperSettings.of("wats", "my-graph")).isEqualTo(Settings.NONE);
  }
}
