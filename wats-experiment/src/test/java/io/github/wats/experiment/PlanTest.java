package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {
  @TempDir private Path folder;

  /** Cora: cuts at int(0.2 · 2708) and int(0.3 · 2708); NumPy's first training node is 2175. */
  @Test
  void splitsAsTheAuthorsDo() {
    Split first = Protocol.AUTHORS.split(2708, 0, 0);
    assertThat(first.train().size()).isEqualTo(541);
    assertThat(first.validation().size()).isEqualTo(271);
    assertThat(first.test().size()).isEqualTo(1896);
    assertThat(first.train().contains(2175)).isTrue();
    assertThat(first.test().contains(1509)).isTrue(); // the last of the permutation
    assertThat(Protocol.AUTHORS.split(2708, 7, 3)).isEqualTo(first);
    int[] test = Protocol.AUTHORS.testOrder(first, 0, 0);
    assertThat(NodeSet.of(2708, test)).isEqualTo(first.test());
    assertThat(test).endsWith(2058, 2386, 1509); // as NumPy shuffles them
  }

  @Test
  void splitsEachRunAnewUnderThePapersProtocol() {
    Split first = Protocol.PAPER.split(2708, 0, 0);
    assertThat(first.train().contains(1808)).isTrue(); // RandomState(0).permutation(2708)[0]
    assertThat(Protocol.PAPER.split(2708, 0, 1)).isNotEqualTo(first);
    assertThat(Protocol.PAPER.split(2708, 1, 0)).isEqualTo(Protocol.PAPER.split(2708, 0, 1));
    assertThatThrownBy(() -> Protocol.PAPER.split(9, 0, 0)).hasMessageContaining("got 9");
  }

  @Test
  void takesPublishedSplitsInTurns() {
    Dataset toy = Generated.dataset("toy");
    Split one = Protocol.PAPER.split(300, 0, 0);
    Split two = Protocol.PAPER.split(300, 0, 1);
    Dataset published =
        new Dataset(
            "toy",
            toy.graph(),
            toy.features(),
            toy.labels(),
            List.of(),
            List.of(one, two),
            toy.fingerprint());
    assertThat(Protocol.GATS.split(published, 0, 2)).isEqualTo(one);
    assertThat(Protocol.GATS.split(published, 0, 3)).isEqualTo(two);
    assertThat(NodeSet.of(300, Protocol.GATS.testOrder(two, 0, 3))).isEqualTo(two.test());
    assertThat(Protocol.PAPER.split(published, 0, 0)).isEqualTo(one);
    assertThatThrownBy(() -> Protocol.GATS.split(toy, 0, 0))
        .hasMessage("protocol gats needs splits of toy: give --splits");
  }

  @Test
  void knowsWhereTheAuthorsLeaveOutSelfLoops() {
    Plan paper = Plan.benchmark(List.of("photo", "cora"), List.of("gcn"), List.of("ts"), 1);
    Plan authors = paper.withProtocol(Protocol.AUTHORS);
    assertThat(authors.backbone("gcn", "photo").settings()).containsEntry("self-loops", false);
    assertThat(authors.backbone("gcn", "cora").settings()).containsEntry("self-loops", true);
    assertThat(paper.backbone("gcn", "photo").settings()).containsEntry("self-loops", true);
    assertThatThrownBy(() -> Protocol.named("ours"))
        .hasMessage("protocol must be paper, authors or gats, got ours");
  }

  @Test
  void ordersFitsAsTablesDo() {
    Plan plan = Plan.benchmark(List.of("a", "b"), List.of("gcn"), List.of("ts", "ets"), 2);
    assertThat(plan.keys().stream().map(FitKey::label))
        .startsWith("a gcn run 0 ts", "a gcn run 0 ets", "a gcn run 1 ts")
        .hasSize(8);
    Plan sweep =
        Plan.of(List.of("a"), List.of("gcn"), Plan.sweep(List.of(2, 3), List.of(0.1, 2.5)), 1);
    assertThat(sweep.variants().stream().map(Variant::label))
        .containsExactly("wats:k=2:s=0.1", "wats:k=2:s=2.5", "wats:k=3:s=0.1", "wats:k=3:s=2.5");
    Plan signals =
        Plan.of(List.of("a"), List.of("gcn"), Plan.ablation(Plan.FEATURES_AND_SIGNALS), 1);
    assertThat(signals.variants()).hasSize(10);
    Variant constant = signals.variants().get(9);
    assertThat(constant.title()).isEqualTo("wavelet:constant");
    assertThat(Trial.settings(signals, constant, "a"))
        .containsEntry("features", "wavelet")
        .containsEntry("base-signal", "constant");
    assertThat(PaperValues.of("cora", "gcn", constant)).isEmpty();
    assertThat(Plan.ablation(Plan.FEATURES)).hasSize(8);
  }

  @Test
  void readsOneMethodInSeveralWays() {
    List<String> methods =
        List.of("ridge", "ridge:mode=free", "ridge:mode=free:neighbor-labels=ignore");
    Plan plan = Plan.benchmark(List.of("cora"), List.of("gcn"), methods, 1);
    PlanCheck.names(plan);
    assertThat(plan.variants().stream().map(Variant::label))
        .containsExactly("ridge", "ridge:mode=free", "ridge:mode=free:neighbor-labels=ignore");
    Map<String, Object> settings = Trial.settings(plan, plan.variants().get(2), "cora");
    assertThat(settings.get("mode")).isEqualTo("free");
    assertThat(settings.get("neighbor-labels")).isEqualTo("ignore");
    Variant stopped = Variant.parse("wats:early-stopping=none");
    assertThat(PaperValues.of("cora", "gcn", stopped)).isEmpty();
    assertThat(PaperValues.of("cora", "gcn", Variant.of("wats"))).isPresent();
  }

  @Test
  void refusesVariantsItCannotRead() {
    assertThatThrownBy(() -> Variant.parse("ridge:free"))
        .hasMessage("a setting must be NAME=VALUE, such as k=3, got free");
    assertThatThrownBy(() -> Variant.parse("ridge:mode=free:mode=free"))
        .hasMessage("mode must be set once, got free and free");
    assertThatThrownBy(() -> Variant.parse("ridge:epochs=3"))
        .hasMessageContaining("ridge has no setting epochs");
    assertThatThrownBy(() -> Variant.parse("ts:validation=few"))
        .hasMessage("validation must be a number of nodes such as 50 or 20-per-class, got few");
    assertThatThrownBy(() -> Variant.parse("wats:k=0")).hasMessage("k must be in 1 … 1000, got 0");
  }

  @Test
  void aBenchmarkVariesKAndSToo() {
    assertThat(Variant.parse("WATS: s = 0.8 :k=3")).isEqualTo(Variant.ofGrid(3, 0.8));
    assertThat(Variant.parse("wats:k=3:dropout=0").point())
        .isEqualTo(Map.of("k", 3L, "dropout", 0.0));
    assertThat(Variant.parse("wats:k=3").isGridPoint()).isFalse();
    assertThat(Variant.parse("wats:k=3:s=0.2,0.8").isGridPoint()).isFalse();
  }

  @Test
  void letsThePointWinOverThePlanAndThePlanOverTheProtocol() {
    Plan sweep =
        Plan.of(List.of("cora"), List.of("gcn"), Plan.sweep(List.of(2), List.of(0.1)), 1)
            .withSettings(Map.of("wats", Map.of("hidden", 7, "k", 9)));
    Map<String, Object> changes = sweep.changes(sweep.variants().get(0), "cora");
    assertThat(changes.get("k")).isEqualTo(2L);
    assertThat(changes.get("hidden")).isEqualTo(7);
    assertThat(changes.get("dropout")).isEqualTo(0.95); // the paper's, for Cora
  }

  @Test
  void refusesWhatCannotBePlanned() {
    List<String> one = List.of("a");
    assertThatThrownBy(() -> Plan.benchmark(List.of(), one, one, 1))
        .hasMessage("datasets must name at least one, got none");
    assertThatThrownBy(() -> Plan.benchmark(List.of("a", "a"), one, one, 1))
        .hasMessage("datasets must be named once each, got a twice");
    assertThatThrownBy(() -> Plan.benchmark(one, one, one, 0))
        .hasMessage("runs must be in 1 … 1000, got 0");
    assertThatThrownBy(() -> Plan.benchmark(one, one, one, 1).withSeed(-1))
        .hasMessageContaining("seed must be in");
  }

  @Test
  void readsAPlanFromYaml() throws IOException {
    PlanFile plan =
        read(
            """
            # my plan
            datasets: [cora, photo]
            models: gcn
            runs: 3
            s: [0.1, 2]
            protocol: authors
            settings:
              wats: {epochs: 200, early-stopping: none, dropout: 0.5}
            """);
    assertThat(plan.datasets()).hasValue(List.of("cora", "photo"));
    assertThat(plan.models()).hasValue(List.of("gcn"));
    assertThat(plan.runs()).hasValue(3);
    assertThat(plan.s()).hasValue(List.of(0.1, 2.0));
    assertThat(plan.protocol()).hasValue("authors");
    assertThat(plan.methods()).isEmpty();
    assertThat(plan.settings().orElseThrow().get("wats").get("early-stopping")).isEqualTo("none");
  }

  @Test
  void refusesAPlanFileItDoesNotUnderstand() {
    refuses("dataset: cora\n", "key must be one of datasets, features, k,", "got dataset");
    refuses("runs: many\n", "field 'runs' must be a whole number of at most 32 bits, got \"many\"");
    refuses("runs: 1.5\n", "field 'runs' must be a whole number of at most 32 bits, got 1.5");
    refuses("models: [3]\n", "field 'models[0]' must be a text, got 3");
    refuses("runs:\n", "runs must have a value, got none");
    refuses("models: [gcn, null]\n", "field 'models[1]'", "got null");
    refuses("runs: 1\nruns: 2\n", "not YAML");
    refuses("- a\n", "a plan must be a mapping");
    refuses("settings: 3\n", "field 'settings' must be an object, got 3");
    refuses("settings: {wats: 3}\n", "field 'settings.wats' must be an object, got 3");
    refuses("datasets: [cora\n", "not YAML");
  }

  @Test
  void refusesNumbersOutOfRangeAndFilesThatAreNotText() throws IOException {
    refuses("runs: 0\n", "runs must be in 1 … 1000, got 0");
    refuses(
        "runs: 99999999999\n",
        "field 'runs' must be a whole number of at most 32 bits, got 99999999999");
    refuses("seed: -1\n", "seed must be in 0 … 4294967295 − runs, got -1");
    refuses("seed: 4294967295\nruns: 2\n", "seed must be in 0 … 4294967295 − runs");
    refuses("k: [2, 0]\n", "k must be in 1 … 1000, got 0");
    refuses("s: .inf\n", "s must be finite, got Infinity");
    refuses("s: 1e7\n", "s must be in (0, 1000000], got 1.0E7");
    refuses("settings: {wats: {hidden: -1}}\n", "hidden must be in 1 … 10000, got -1");
    refuses("settings: {gcn: {layers: 1e99}}\n", "layers must be a whole number");
    Path file = Files.write(folder.resolve("plan.yaml"), new byte[] {'a', (byte) 0xff});
    assertThatThrownBy(() -> PlanFile.read(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessage(file + ": must be UTF-8 text");
  }

  private void refuses(String yaml, String... parts) {
    assertThatThrownBy(() -> read(yaml))
        .as(yaml)
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContainingAll(parts)
        .hasMessageContaining("plan.yaml");
  }

  private PlanFile read(String yaml) throws IOException {
    Path file = folder.resolve("plan.yaml");
    Files.writeString(file, yaml);
    return PlanFile.read(file);
  }
}
