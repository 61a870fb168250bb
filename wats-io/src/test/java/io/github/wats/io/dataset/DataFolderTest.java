package io.github.wats.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.graph.Subgraph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.GraphArrays;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real data sets, read from a folder of the published files. */
class DataFolderTest {
  @ParameterizedTest
  @ValueSource(strings = {"cora", "citeseer", "pubmed", "computers", "photo", "cora-full"})
  void countsWhatTheCatalogueSays(String name) throws IOException {
    CatalogueEntry entry = Catalogue.find(name).orElseThrow();
    Dataset dataset = real().load(entry);
    assertThat(dataset.name()).isEqualTo(name);
    assertThat(dataset.nodeCount()).isEqualTo(entry.counts().nodes());
    assertThat(dataset.graph().edgeCount()).isEqualTo(entry.counts().edges());
    assertThat(dataset.classCount()).isEqualTo(entry.counts().classes());
    dataset.features().ifPresent(x -> assertThat(x.columns()).isEqualTo(entry.counts().features()));
    assertThat(dataset.features().isEmpty()).isEqualTo(name.equals("cora-full"));
    assertThat(dataset.fingerprint()).matches("[0-9a-f]{64}");
    assertThat(real().verify(entry, real().present(entry).orElseThrow()))
        .allMatch(check -> check.state() == FileCheck.State.GOOD);
  }

  @ParameterizedTest
  @CsvSource({
    "computers, 13752, 245861, 314, 281, 13381, 491556, 0.7772",
    "photo,     7650,  119081, 136, 115, 7487,  238086, 0.8272",
    "cora-full, 19793, 63421,  364, 0,   18800, 125370, 0.567"
  })
  void countsTheWholeGraphAsPublished(
      String name,
      int nodes,
      int edges,
      int components,
      int isolated,
      int largestNodes,
      int largestDirectedEdges,
      double homophily)
      throws IOException {
    CatalogueEntry entry = Catalogue.find(name).orElseThrow();
    Path folder = real().folder(entry);
    Graph graph;
    int[] labels;
    if (name.equals("cora-full")) {
      NodeData whole = new ListsReader("cora_full").whole(folder);
      graph = whole.requireGraph();
      labels = whole.requireLabels().toArray();
    } else {
      try (NpzFile npz =
          NpzFile.open(folder.resolve(entry.editions().get(0).files().get(0).name()))) {
        graph = GraphArrays.read(npz);
        labels = npz.array("labels").toInts();
      }
    }
    assertThat(graph.nodeCount()).isEqualTo(nodes);
    assertThat(graph.edgeCount()).isEqualTo(edges);
    assertThat(GraphStatistics.of(graph).componentCount()).isEqualTo(components);
    assertThat(GraphStatistics.of(graph).isolatedCount()).isEqualTo(isolated);
    Graph largest = Subgraph.largestComponent(graph).graph();
    assertThat(largest.nodeCount()).isEqualTo(largestNodes);
    assertThat(2 * largest.edgeCount()).isEqualTo(largestDirectedEdges);
    assertThat(GraphStatistics.of(graph).homophily(labels).orElseThrow())
        .isCloseTo(homophily, within(5e-5));
  }

  @Test
  void readsTolokersWithTheFirstOfItsSplits() throws IOException {
    Dataset tolokers = real().load(Catalogue.named("tolokers"));
    assertThat(tolokers.graph().nodeCount()).isEqualTo(11_758);
    assertThat(tolokers.graph().edgeCount()).isEqualTo(519_000);
    assertThat(tolokers.requiredFeatures().columns()).isEqualTo(10);
    assertThat(Arrays.stream(tolokers.labels().toArray()).filter(y -> y == 1).count())
        .isEqualTo(2_566);
    Split split = tolokers.publicSplit().orElseThrow();
    assertThat(split.train().size()).isEqualTo(5_879);
    assertThat(split.validation().size()).isEqualTo(2_939);
    assertThat(split.test().size()).isEqualTo(2_940);
    int largest = IntStream.range(0, 11_758).map(tolokers.graph()::degree).max().orElseThrow();
    assertThat(largest).isEqualTo(2_138);
  }

  @Test
  void readsNamesOfClassesAndBinaryFeaturesOfPhoto() throws IOException {
    Dataset photo = real().load(Catalogue.find("photo").orElseThrow());
    assertThat(photo.classNames()).hasSize(8).contains("Lenses", "Tripods & Monopods");
    SparseMatrix features = photo.requiredFeatures().sparse().orElseThrow();
    for (int k = 0; k < features.entryCount(); k++) {
      if (features.value(k) != 1) {
        throw new AssertionError("entry " + k + " is " + features.value(k));
      }
    }
    assertThat(features.entryCount()).isBetween(1_900_000, 1_979_909);
  }

  @Test
  void saysThatCoraFullHasNoFeaturesHere() throws IOException {
    Dataset coraFull = real().load(Catalogue.find("cora-full").orElseThrow());
    assertThatThrownBy(coraFull::requiredFeatures)
        .isInstanceOf(DatasetUnavailableException.class)
        .hasMessageContaining("no node features, which training needs");
  }

  @Test
  void givesTheSameFilesTheSameFingerprint() throws IOException {
    Dataset one = real().load(Catalogue.find("cora").orElseThrow());
    Dataset two = real().load(Catalogue.find("cora").orElseThrow());
    Dataset other = real().load(Catalogue.find("citeseer").orElseThrow());
    assertThat(one.fingerprint()).isEqualTo(two.fingerprint()).isNotEqualTo(other.fingerprint());
  }

  @Test
  void refusesChangedFilesByTheirSum(@TempDir Path copy) throws IOException {
    CatalogueEntry cora = Catalogue.find("cora").orElseThrow();
    DataFolder folder = new DataFolder(copy);
    Files.createDirectories(folder.folder(cora));
    try (Stream<Path> files = Files.list(real().folder(cora))) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.folder(cora).resolve(file.getFileName()));
      }
    }
    assertThat(folder.load(cora).nodeCount()).isEqualTo(2708);
    Path index = folder.folder(cora).resolve("ind.cora.test.index");
    String[] lines = Files.readString(index).split("\n");
    String first = lines[0];
    lines[0] = lines[1];
    lines[1] = first;
    Files.writeString(index, String.join("\n", lines) + "\n");
    assertThatThrownBy(() -> folder.load(cora))
        .isInstanceOf(DatasetUnavailableException.class)
        .hasMessageContaining("ind.cora.test.index: SHA-256 must be 297ce89a");
    Files.write(folder.folder(cora).resolve("ind.cora.graph"), new byte[] {(byte) 0x80, 2, 'c'});
    assertThatThrownBy(() -> folder.load(cora))
        .as("what is wrong inside is said first")
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("ind.cora.graph: byte 2:");
  }

  private static DataFolder real() {
    return new DataFolder(Shared.datasets());
  }
}
