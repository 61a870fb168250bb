package io.github.wats.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.Hashes;
import io.github.wats.io.dataset.CatalogueEntry.Counts;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogueTest {
  @TempDir Path temporary;

  @Test
  void knowsTheDataSetsByName() {
    assertThat(Catalogue.entries().stream().map(CatalogueEntry::name))
        .containsExactly(
            "cora",
            "citeseer",
            "pubmed",
            "cora-full",
            "computers",
            "photo",
            "reddit",
            "cs",
            "physics",
            "tolokers",
            "roman-empire",
            "amazon-ratings",
            "minesweeper",
            "questions",
            "actor",
            "squirrel-filtered",
            "chameleon-filtered");
  }

  @Test
  void findsADataSetByNameFolderOrTitle() {
    for (String name : new String[] {"computers", "amazon_computers", "Amazon Computers"}) {
      assertThat(Catalogue.find(name).orElseThrow().name()).isEqualTo("computers");
    }
    assertThat(Catalogue.find("CoraFull").orElseThrow().name()).isEqualTo("cora-full");
    assertThat(Catalogue.find("PubMed").orElseThrow().name()).isEqualTo("pubmed");
    assertThat(Catalogue.find("kora")).isEmpty();
    assertThatThrownBy(() -> Catalogue.named("kora"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("data set must be one of cora, citeseer, ")
        .hasMessageEndingWith(", got kora");
  }

  @Test
  void saysOfEveryDataSetWhereItComesFromAndOffersOneEdition() {
    for (CatalogueEntry entry : Catalogue.entries()) {
      assertThat(entry.publisher()).contains("https://");
      assertThat(entry.license()).isNotEmpty();
      assertThat(entry.preparation()).isNotEmpty();
      assertThat(entry.editions().get(0).isOffered()).as(entry.name()).isTrue();
      assertThat(entry.editions().get(0).note()).as("the first is complete").isEmpty();
    }
  }

  @Test
  void hasTheCountsOfEveryFileAtHand() throws IOException {
    DataFolder folder = new DataFolder(Shared.datasets());
    List<String> counted = new ArrayList<>();
    for (CatalogueEntry entry : Catalogue.entries()) {
      if (folder.present(entry).isPresent()) {
        Dataset dataset = folder.load(entry);
        Counts listed = entry.counts();
        int features = dataset.features().map(FeatureMatrix::columns).orElse(listed.features());
        int edges = dataset.graph().edgeCount();
        assertThat(listed)
            .as(entry.name())
            .isEqualTo(new Counts(dataset.nodeCount(), edges, features, dataset.classCount()));
        assertThat(entry.counted())
            .as(entry.name())
            .isEqualTo(
                "in the files" + (dataset.features().isPresent() ? "" : "; features as published"));
        counted.add(entry.name());
      }
    }
    assertThat(counted)
        .contains("cora", "citeseer", "pubmed", "cora-full", "computers", "photo", "tolokers");
  }

  /** No copy of Actor is at hand; its file was counted once. */
  @Test
  void saysOfTheOtherCountsThatTheyArePublished() {
    assertThat(Catalogue.named("actor").counts()).isEqualTo(new Counts(7600, 26659, 932, 5));
    assertThat(Catalogue.entries())
        .filteredOn(entry -> entry.counted().equals(CatalogueEntry.AS_PUBLISHED))
        .extracting(CatalogueEntry::name)
        .containsExactly(
            "reddit",
            "cs",
            "physics",
            "roman-empire",
            "amazon-ratings",
            "minesweeper",
            "questions",
            "squirrel-filtered",
            "chameleon-filtered");
  }

  @Test
  void computesTheIdGitGivesAFile() throws IOException {
    Path file = Files.writeString(temporary.resolve("hello"), "hello\n");
    // What git hash-object says of a file with this one line.
    assertThat(Hashes.gitObject(file)).isEqualTo("ce013625030ba8dba906f756967f9e9ca394464a");
    assertThat(Hashes.sha256(file))
        .isEqualTo("5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
  }

  @Test
  void looksForDataInOptionVariableAndCacheInThisOrder() {
    Map<String, String> all =
        Map.of("WATS_DATA", "/data", "XDG_CACHE_HOME", "/cache", "HOME", "/home/me");
    assertThat(locate(Optional.of(Path.of("/asked")), all)).isEqualTo(Path.of("/asked"));
    assertThat(locate(Optional.empty(), all)).isEqualTo(Path.of("/data"));
    assertThat(locate(Optional.empty(), Map.of("XDG_CACHE_HOME", "/cache", "HOME", "/home/me")))
        .isEqualTo(Path.of("/cache/wats"));
    assertThat(locate(Optional.empty(), Map.of("XDG_CACHE_HOME", "relative", "HOME", "/home/me")))
        .isEqualTo(Path.of("/home/me/.cache/wats"));
    assertThat(locate(Optional.empty(), Map.of("WATS_DATA", "", "HOME", "/home/me")))
        .isEqualTo(Path.of("/home/me/.cache/wats"));
  }

  private static Path locate(Optional<Path> askedFor, Map<String, String> environment) {
    return DataFolder.locate(askedFor, environment).root();
  }

  @Test
  void saysWhatIsMissingAndHowToGetIt() {
    DataFolder empty = new DataFolder(temporary);
    assertThatThrownBy(() -> empty.load(Catalogue.find("cora").orElseThrow()))
        .isInstanceOf(DatasetUnavailableException.class)
        .hasMessage(
            "cora is not in "
                + temporary.resolve("cora")
                + " (ind.cora.x, ind.cora.y, ind.cora.tx, … are missing);"
                + " 'wats dataset get cora' fetches it");
  }

  @Test
  void generatesTheSyntheticDataSet() throws IOException {
    Dataset named = Datasets.load(new DataFolder(temporary), "Synthetic");
    Dataset same = Datasets.generate(GeneratorSettings.DEFAULT, 0);
    Dataset other = Datasets.generate(GeneratorSettings.DEFAULT, 1);
    assertThat(named.name()).isEqualTo("synthetic");
    assertThat(named.graph()).isEqualTo(same.graph()).isNotEqualTo(other.graph());
    assertThat(named.fingerprint()).isEqualTo(same.fingerprint()).isNotEqualTo(other.fingerprint());
    assertThat(Datasets.names()).hasSize(21).endsWith("synthetic-near-chance");
  }

  @Test
  void generatesStandInsOfTheSameCounts() throws IOException {
    assertThat(Datasets.named("Synthetic-Cora_Full")).isEqualTo("synthetic-cora-full");
    assertThat(Datasets.counts("synthetic-reddit")).isEqualTo(Datasets.counts("reddit"));
    Dataset made = Datasets.load(new DataFolder(temporary), "synthetic-cora");
    assertThat(made.name()).isEqualTo("synthetic-cora");
    assertThat(made.nodeCount()).isEqualTo(2708);
    assertThat(made.graph().edgeCount()).isBetween(5270, 5290); // rounded per block
    assertThat(made.requiredFeatures().columns()).isEqualTo(1433);
    assertThat(made.classCount()).isEqualTo(7);
    assertThat(Datasets.counts("synthetic")).isEqualTo(new Counts(2500, 5000, 500, 7));
  }
}
