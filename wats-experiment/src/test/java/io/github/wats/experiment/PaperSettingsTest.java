package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.GatBackbone;
import io.github.wats.testing.Shared;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PaperSettingsTest {
  private static final List<String> DATASETS =
      List.of("citeseer", "computers", "cora", "cora-full", "photo", "pubmed", "reddit");

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
    assertThat(table.propertyNames()).containsExactlyInAnyOrderElementsOf(DATASETS);
    for (String dataset : DATASETS) {
      Map<String, Object> settings = PaperSettings.of(method, dataset);
      assertThat(settings).hasSameSizeAs(names.keySet());
      names.forEach(
          (theirs, ours) ->
              assertThat(((Number) settings.get(ours)).doubleValue())
                  .as("%s on %s: %s", method, dataset, ours)
                  .isEqualTo(table.get(dataset).get(theirs).doubleValue()));
    }
  }

  @Test
  void protocolsSayHowFitsStop() {
    assertThat(PaperSettings.of(Protocol.PAPER, "WATS", "Cora"))
        .containsEntry("early-stopping", "training-nodes")
        .containsEntry("dropout", 0.95);
    assertThat(PaperSettings.of(Protocol.PAPER, "ts", "cora")).isEmpty();
    assertThat(PaperSettings.of(Protocol.AUTHORS, "ets", "cora")).containsEntry("solver", "adam");
    assertThat(PaperSettings.of(Protocol.AUTHORS, "wats", "photo"))
        .containsEntry("signal", "without-self-loop")
        .containsEntry("early-stopping", "training-nodes");
    assertThat(PaperSettings.of(Protocol.AUTHORS, "cagcn", "Computers"))
        .containsEntry("self-loops", false);
    assertThat(PaperSettings.of(Protocol.AUTHORS, "wats", "cora")).doesNotContainKey("signal");
    assertThat(PaperSettings.of("wats", "cora_full")).containsEntry("hidden", 128);
    assertThat(PaperSettings.of("wats", "my-graph")).isEmpty();
  }

  @Test
  void everySettingOfThePaperIsOneTheMethodKnows() {
    for (Method method : Methods.all()) {
      for (String dataset : DATASETS) {
        for (Protocol protocol : Protocol.values()) {
          Map<String, Object> paper = PaperSettings.of(protocol, method.name(), dataset);
          Map<String, Object> bound = method.settings(method.calibrator(paper));
          paper.forEach(
              (name, value) -> assertThat(bound.get(name).toString()).isEqualTo(value.toString()));
        }
      }
    }
  }

  @Test
  void backbonesAreWiderOnSomeDataSets() {
    for (String kind : List.of("gcn", "gat", "mlp")) {
      assertThat(PaperSettings.backbone(kind, "cora")).isEqualTo(Backbone.named(kind));
      for (String dataset : List.of("computers", "Cora-Full", "photo")) {
        assertThat(PaperSettings.backbone(kind, dataset).settings())
            .containsEntry("hidden", 64L)
            .containsEntry("dropout", 0.8)
            .containsEntry("epochs", 200L)
            .containsEntry("learning-rate", 0.01)
            .containsEntry("weight-decay", 1e-3);
      }
    }
    assertThat(PaperSettings.backbone("gat-classic", "photo")).isEqualTo(GatBackbone.CLASSIC);
  }

  @Test
  void theAuthorsRunSomeNetworksWithoutSelfLoops() {
    assertThat(PaperSettings.of(Protocol.AUTHORS, "gcn", "Photo"))
        .containsEntry("self-loops", false);
    assertThat(PaperSettings.of(Protocol.PAPER, "gcn", "photo")).doesNotContainKey("self-loops");
    assertThat(PaperSettings.of(Protocol.AUTHORS, "gcn", "cora")).isEmpty();
  }

  @Test
  void presetsChangeWatsOnEveryDataSet() {
    assertThat(PaperSettings.preset("ICLR-2026", "wats"))
        .containsEntry("k", 3)
        .containsEntry("s", 2.0)
        .containsEntry("coefficients", "heat-kernel");
    assertThat(PaperSettings.preset("iclr-2026", "ts")).isEmpty();
    assertThat(PaperSettings.preset("arxiv-v1", "wats")).isEmpty();
    assertThatThrownBy(() -> PaperSettings.preset("v3", "wats"))
        .hasMessage("preset must be arxiv-v1 or iclr-2026, got v3");
  }
}
