package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.TinyGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbabilityFileTest {
  private static final NodeIds NAMES = NodeIds.of("#1, \"quoted\"", " grace ", "a\tb");
  private static final Logits LOGITS = Logits.of(new double[][] {{1, 2}, {-3, 0.1}, {0, 0}});
  private static final Probabilities PROBABILITIES = LOGITS.softmax();

  @TempDir Path folder;

  private static NodeData nodes(NodeIds ids, Logits logits) {
    return NodeData.of(Location.of(Path.of("run.npz")), ids.nodeCount())
        .withIds(ids)
        .withLogits(logits);
  }

  private static Probabilities read(Path file, NodeIds ids) throws IOException {
    Set<NodeField> parts = EnumSet.of(NodeField.PROBABILITIES);
    try (NodeParts opened = NodeFormat.of(file, parts).open(file, parts)) {
      Nodes nodes = new Nodes(ids, "the nodes of the other files");
      double[] values = opened.numbers(NodeField.PROBABILITIES, nodes);
      int columns = values.length / ids.nodeCount();
      return opened
          .location()
          .checked(() -> Probabilities.ofRounded(ids.nodeCount(), columns, values));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"p.csv", "p.tsv", "p.npz"})
  void readsBackTheSameBits(String name) throws IOException {
    Path file = folder.resolve(name);
    ProbabilityFile.write(
        file,
        nodes(NAMES, LOGITS),
        List.of(),
        PROBABILITIES,
        Optional.of(new double[] {1, 2, 0.5}),
        Optional.empty());
    assertThat(read(file, NAMES)).isEqualTo(PROBABILITIES);
    ProbabilityFile.write(
        file, nodes(NAMES, LOGITS), List.of(), PROBABILITIES, Optional.empty(), Optional.empty());
    assertThat(read(file, NAMES)).isEqualTo(PROBABILITIES);
    Probabilities tiny = TinyGraph.logits().softmax();
    NodeIds numbers = NodeIds.numbers(tiny.nodeCount());
    ProbabilityFile.write(
        file,
        nodes(numbers, TinyGraph.logits()),
        List.of(),
        tiny,
        Optional.empty(),
        Optional.empty());
    assertThat(read(file, numbers)).isEqualTo(tiny);
  }

  @ParameterizedTest
  @ValueSource(strings = {"p.csv", "p.tsv"})
  void classesMayBeNamedLikeOtherColumns(String name) throws IOException {
    Path file = folder.resolve(name);
    ProbabilityFile.write(
        file,
        nodes(NAMES, LOGITS),
        List.of("label", "y"),
        PROBABILITIES,
        Optional.empty(),
        Optional.empty());
    assertThat(read(file, NAMES)).isEqualTo(PROBABILITIES);
  }

  @Test
  void writesTheOriginalIdsAndTheClassesOfTheNetwork() throws IOException {
    Probabilities half = Probabilities.of(new double[][] {{0.5, 0.5}, {0.75, 0.25}});
    Logits network = Logits.of(new double[][] {{1, 0}, {0, 1}}); // the second has another class
    Path file = folder.resolve("p.csv");
    ProbabilityFile.write(
        file,
        nodes(NodeIds.of("x", "y,z"), network),
        List.of(),
        half,
        Optional.of(new double[] {2, 3}),
        Optional.empty());
    assertThat(Files.readString(file))
        .isEqualTo(
            """
            id,prediction,confidence,network_prediction,network_confidence,temperature,p0,p1
            x,0,0.5,0,0.5,2.0,0.5,0.5
            "y,z",0,0.75,1,0.25,3.0,0.75,0.25
            """);
    Path archive = folder.resolve("p.npz");
    ProbabilityFile.write(
        archive,
        nodes(NodeIds.of("x", "y,z"), network),
        List.of(),
        half,
        Optional.of(new double[] {2, 3}),
        Optional.empty());
    try (NpzFile npz = NpzFile.open(archive)) {
      assertThat(npz.names())
          .containsExactly(
              "probabilities",
              "prediction",
              "network_prediction",
              "network_confidence",
              "temperatures",
              "node_ids");
      assertThat(npz.array("prediction").toInts()).containsExactly(0, 0);
      assertThat(npz.array("network_prediction").toInts()).containsExactly(0, 1);
      assertThat(npz.array("network_confidence").toDoubles()).containsExactly(0.5, 0.25);
      assertThat(npz.array("node_ids").toStrings()).containsExactly("x", "y,z");
      assertThat(npz.array("temperatures").toDoubles()).containsExactly(2, 3);
    }
  }

  /** Files without the network's classes were written before, and may still be read. */
  @Test
  void readsTablesWithAndWithoutTheClassesOfTheNetwork() throws IOException {
    Path file = folder.resolve("p.csv");
    Probabilities expected = Probabilities.of(new double[][] {{0.25, 0.75}});
    Files.writeString(file, "id,prediction,confidence,cat,dog\n0,dog,0.75,0.25,0.75\n");
    assertThat(read(file, NodeIds.numbers(1))).isEqualTo(expected);
    Files.writeString(
        file,
        "id,Prediction,network_prediction,network_confidence,cat,dog\n0,dog,cat,0.25,0.25,0.75\n");
    assertThat(read(file, NodeIds.numbers(1))).as("changed by hand").isEqualTo(expected);
  }

  @Test
  void putsRowsOfAnyOrderInPlaceAndRefusesStrangers() throws IOException {
    Path file = folder.resolve("p.csv");
    Files.writeString(file, "id,p0,p1\nb,1,0\na,0.25,0.75\n");
    assertThat(read(file, NodeIds.of("a", "b")))
        .isEqualTo(Probabilities.of(new double[][] {{0.25, 0.75}, {1, 0}}));
    assertThatThrownBy(() -> read(file, NodeIds.of("a", "c")))
        .isInstanceOf(InvalidDataException.class)
        .hasMessage(file + ": nodes must be known ids (the nodes of the other files), got 'b'");
    assertThatThrownBy(() -> read(file, NodeIds.numbers(3)))
        .hasMessage(file + ": rows must be 3 (the nodes of the other files), got 2");
    Files.writeString(file, "p0,p1\n0.5,0.6\n");
    assertThatThrownBy(() -> read(file, NodeIds.numbers(1)))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("must sum to 1");
  }
}
