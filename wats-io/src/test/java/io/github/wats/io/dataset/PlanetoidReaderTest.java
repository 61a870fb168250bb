package io.github.wats.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.matrix.FeatureMatrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five nodes on a path 0–1–2–3–4; 0, 1 are known, 4 and 2 are tested, 3 has nothing. */
class PlanetoidReaderTest {
  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    write(
        "graph",
        PickleBytes.graph(
            new int[] {1, 1}, new int[] {0, 2}, new int[] {1, 3}, new int[] {2, 3}, new int[] {3}));
    write("allx", PickleBytes.csr(2, 3, new int[] {0, 2, 2}, new int[] {0, 2}, new float[] {1, 3}));
    write("ally", PickleBytes.matrix(2, 2, 0, 1, 0, 1));
    write(
        "tx",
        PickleBytes.csr(2, 3, new int[] {0, 1, 3}, new int[] {1, 0, 1}, new float[] {5, 1, 1}));
    write("ty", PickleBytes.matrix(2, 2, 1, 0, 0, 1));
    write("y", PickleBytes.matrix(1, 2, 0, 1));
    Files.writeString(folder.resolve("ind.toy.test.index"), "4\n2\n");
  }

  @Test
  void putsTestRowsAtTheirNodesAndScalesRowsToSumOne() throws IOException {
    Dataset toy = read();
    assertThat(toy.graph())
        .isEqualTo(Graph.fromEdges(5, new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 4}));
    assertThat(toy.labels().toArray()).containsExactly(1, 1, 1, 0, 0);
    FeatureMatrix features = toy.requiredFeatures();
    float[][] expected = {{.25f, 0, .75f}, {0, 0, 0}, {.5f, .5f, 0}, {0, 0, 0}, {0, 1, 0}};
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 3; j++) {
        assertThat(features.get(i, j)).as("row %d, column %d", i, j).isEqualTo(expected[i][j]);
      }
    }
    assertThat(toy.publicSplit()).as("too small for 500 validation nodes").isEmpty();
  }

  @Test
  void namesTheLineOfATestNodeThatIsOutOfPlace() throws IOException {
    Files.writeString(folder.resolve("ind.toy.test.index"), "4\n1\n");
    assertRefused("ind.toy.test.index: line 2: test nodes must be in 2 … 4, got '1'");
    Files.writeString(folder.resolve("ind.toy.test.index"), "4\n4\n");
    assertRefused("line 2: node 4 is listed more than once");
    Files.writeString(folder.resolve("ind.toy.test.index"), "4\nx\n");
    assertRefused("line 2: test nodes must be in 2 … 4, got 'x'");
    Files.writeString(folder.resolve("ind.toy.test.index"), "4\n2\t3\n");
    assertRefused("line 2: test nodes must be in 2 … 4, got '2\t3'");
  }

  @Test
  void refusesFilesThatDoNotFitTogether() throws IOException {
    write("ty", PickleBytes.matrix(1, 2, 1, 0));
    assertRefused("tx and ty beside it must have the same number of rows, got 2 and 1");
    write("ty", PickleBytes.matrix(2, 3, 1, 0, 0, 0, 1, 0));
    assertRefused("ally and ty beside it must have the same number of columns, got 2 and 3");
  }

  private void assertRefused(String message) {
    assertThatThrownBy(this::read)
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining(message);
  }

  private Dataset read() throws IOException {
    return new PlanetoidReader("toy").read(folder, "toy", "");
  }

  private void write(String suffix, byte[] bytes) throws IOException {
    Files.write(folder.resolve("ind.toy." + suffix), bytes);
  }
}
