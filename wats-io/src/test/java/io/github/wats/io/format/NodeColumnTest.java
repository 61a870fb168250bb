package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeColumnTest {
  @TempDir Path folder;
  private final NodeData named =
      NodeData.of(new Location("run.npz"), 3)
          .withIds(NodeIds.of(new String[] {"ada", "bob", "eve"}));

  private Path text(String content) throws IOException {
    return Files.writeString(folder.resolve("column.csv"), content);
  }

  @Test
  void readsWordsById() throws IOException {
    assertThat(NodeColumn.read(text("id,team\neve,red\nada,blue\n"), named))
        .containsExactly("blue", "", "red");
  }

  @Test
  void readsNumbersInOrderUnderAHeader() throws IOException {
    assertThat(NodeColumn.read(text("age\n0.5\n1e3\n-7\n"), named))
        .containsExactly("0.5", "1e3", "-7");
    assertThat(NodeColumn.number("1e3")).hasValue(1000);
    assertThat(NodeColumn.number("red")).isEmpty();
    assertThat(NodeColumn.number("NaN")).isEmpty();
  }

  @Test
  void readsArraysOfAnyType() throws IOException {
    assertThat(NodeColumn.read(array(NpyData.of(new double[] {1.5, Double.NaN, 2}, 3)), named))
        .containsExactly("1.5", "", "2.0");
    assertThat(NodeColumn.read(array(NpyData.of(new int[] {-1, 4, 4}, 3)), named))
        .containsExactly("-1", "4", "4");
    assertThat(NodeColumn.read(array(NpyData.of(new boolean[] {true, false, true}, 3)), named))
        .containsExactly("1", "0", "1");
  }

  @Test
  void refusesAnotherNumberOfNodesAndUnknownIds() throws IOException {
    assertThatThrownBy(() -> NodeColumn.read(text("red\nblue\n"), named))
        .hasMessageContaining("rows must be 3 (run.npz has 3 nodes), got 2");
    assertThatThrownBy(() -> NodeColumn.read(array(NpyData.of(new int[] {1}, 1)), named))
        .hasMessageContaining("entries must be 3 (run.npz has 3 nodes), got 1");
    assertThatThrownBy(() -> NodeColumn.read(text("id,team\nmallory,red\n"), named))
        .hasMessageContaining("line 2: nodes must be known ids")
        .hasMessageContaining("got 'mallory'");
  }

  /** An array as {@code .npy}: what an archive holds between its headers. */
  private Path array(NpyData data) throws IOException {
    Path archive = folder.resolve("column.npz");
    NpzWriter.write(archive, out -> out.put("column", data));
    try (java.util.zip.ZipFile zip = new java.util.zip.ZipFile(archive.toFile())) {
      Path file = folder.resolve("column.npy");
      Files.write(file, zip.getInputStream(zip.getEntry("column.npy")).readAllBytes());
      return file;
    }
  }
}
