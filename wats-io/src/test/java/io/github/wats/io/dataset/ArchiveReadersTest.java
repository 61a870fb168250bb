package io.github.wats.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.npy.DeflatedNpz;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.NodeSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small archives written in the layouts of gnn-benchmark and of DGL's Reddit. */
class ArchiveReadersTest {
  @TempDir Path folder;

  /** Nodes 0–1 are one component, 2–3–4 the larger one, 5 is alone; class 1 goes with node 0. */
  @Test
  void reducesABenchmarkArchiveToItsLargestComponent() throws IOException {
    Path file = writeBenchmark(new int[] {1, 0, 0, 2, 2, 0}, "red", "green", "blue");
    Dataset toy = new BenchmarkReader(file.toString()).read(folder, "toy", "f");
    assertThat(toy.graph()).isEqualTo(Graph.fromEdges(3, new int[] {0, 1}, new int[] {1, 2}));
    assertThat(toy.labels().toArray()).containsExactly(0, 1, 1);
    assertThat(toy.classNames()).containsExactly("red", "blue");
    FeatureMatrix features = toy.requiredFeatures();
    float[][] expected = {{0, 1, 0, 1}, {0, 0, 0, 0}, {-1, 0, 1, 0}};
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 4; j++) {
        assertThat(features.get(i, j)).as("row %d, column %d", i, j).isEqualTo(expected[i][j]);
      }
    }
    assertThat(toy.publicSplit()).isEmpty();
  }

  @Test
  void refusesABenchmarkArchiveWithABadLabel() throws IOException {
    Path few = writeBenchmark(new int[] {1, 0, 0, 2, 2}, "red", "green", "blue");
    assertThatThrownBy(() -> new BenchmarkReader(few.toString()).read(folder, "toy", "f"))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("array 'labels'")
        .hasMessageContaining("must have a label for each of the 6 nodes, got 5");
    Path negative = writeBenchmark(new int[] {1, 0, 0, -2, 2, 0}, "red", "green", "blue");
    assertThatThrownBy(() -> new BenchmarkReader(negative.toString()).read(folder, "toy", "f"))
        .hasMessageContaining("labels must not be negative, got -2 at [3]");
    Path unnamed = writeBenchmark(new int[] {1, 0, 0, 2, 2, 0}, "red", "green");
    assertThatThrownBy(() -> new BenchmarkReader(unnamed.toString()).read(folder, "toy", "f"))
        .hasMessageContaining("must name every class: node 3 has label 2, got 2 names");
  }

  private Path writeBenchmark(int[] labels, String... names) throws IOException {
    Path file = folder.resolve("toy.npz");
    NpzWriter.write(
        file,
        npz ->
            npz.put("adj_data", NpyData.of(new float[] {1, 1, 1, 1}, 4))
                .put("adj_indices", NpyData.of(new int[] {1, 3, 3, 3}, 4))
                .put("adj_indptr", NpyData.of(new int[] {0, 1, 1, 2, 3, 4, 4}, 7))
                .put("adj_shape", NpyData.of(new long[] {6, 6}, 2))
                .put("attr_data", NpyData.of(new float[] {2, .5f, 9, -1}, 4))
                .put("attr_indices", NpyData.of(new int[] {3, 1, 2, 0}, 4))
                .put("attr_indptr", NpyData.of(new int[] {0, 0, 0, 2, 2, 4, 4}, 7))
                .put("attr_shape", NpyData.of(new long[] {6, 4}, 2))
                .put("labels", NpyData.of(labels, labels.length))
                .put("class_names", NpyData.of(names, names.length)));
    return file;
  }

  @Test
  void readsTheRedditPairWithItsSplit() throws IOException {
    writeRedditData(new int[] {1, 2, 3, 1});
    NpzWriter.write(
        folder.resolve("reddit_graph.npz"),
        npz ->
            npz.put("row", NpyData.of(new int[] {0, 1, 2, 2, 1}, 5))
                .put("col", NpyData.of(new int[] {1, 0, 3, 2, 0}, 5))
                .put("format", NpyData.of(new String[] {"coo"}))
                .put("shape", NpyData.of(new long[] {4, 4}, 2))
                .put("data", NpyData.of(new double[] {1, 1, 1, 1, 1}, 5)));
    Dataset reddit = new RedditReader().read(folder, "reddit", "f");
    assertThat(reddit.graph()).isEqualTo(Graph.fromEdges(4, new int[] {0, 2}, new int[] {1, 3}));
    assertThat(reddit.labels().toArray()).containsExactly(2, 0, 0, 1);
    assertThat(reddit.classCount()).isEqualTo(3);
    assertThat(reddit.requiredFeatures().get(3, 1)).isEqualTo(8);
    assertThat(reddit.publicSplit().orElseThrow().train()).isEqualTo(NodeSet.of(4, 0, 3));
    assertThat(reddit.publicSplit().orElseThrow().validation()).isEqualTo(NodeSet.of(4, 1));
    assertThat(reddit.publicSplit().orElseThrow().test()).isEqualTo(NodeSet.of(4, 2));
  }

  @Test
  void readsTheRedditGraphInCompressedRowsToo() throws IOException {
    writeRedditData(new int[] {1, 2, 3, 0});
    NpzWriter.write(
        folder.resolve("reddit_graph.npz"),
        npz ->
            npz.put("indices", NpyData.of(new int[] {1, 0, 3}, 3))
                .put("indptr", NpyData.of(new int[] {0, 1, 2, 3, 3}, 5))
                .put("format", NpyData.of(new String[] {"csr"}))
                .put("shape", NpyData.of(new long[] {4, 4}, 2))
                .put("data", NpyData.of(new double[] {1, 1, 1}, 3)));
    assertThatThrownBy(() -> new RedditReader().read(folder, "reddit", "f"))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("reddit_data.npz: array 'node_types'")
        .hasMessageContaining("must be 1 (training), 2 (validation) or 3 (test), got 0 at [3]");
    writeRedditData(new int[] {1, 2, 3, 1});
    assertThat(new RedditReader().read(folder, "reddit", "f").graph())
        .isEqualTo(Graph.fromEdges(4, new int[] {0, 2}, new int[] {1, 3}));
  }

  private void writeRedditData(int[] types) throws IOException {
    DeflatedNpz.write(
        folder.resolve("reddit_data.npz"),
        npz ->
            npz.put("feature", NpyData.of(new double[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2))
                .put("label", NpyData.of(new int[] {2, 0, 0, 1}, 4))
                .put("node_types", NpyData.of(types, 4)));
  }

  @Test
  void readsListsOfEdgesAndLabels() throws IOException {
    Files.writeString(folder.resolve("toy.edges.txt"), "0\t1\n1\t0\n2\t2\n");
    Files.writeString(folder.resolve("toy.labels.txt"), "5\n3\n4\n");
    Dataset toy = new ListsReader("toy").read(folder, "toy", "f");
    assertThat(toy.graph()).isEqualTo(Graph.fromEdges(2, new int[] {0}, new int[] {1}));
    assertThat(toy.labels().toArray()).containsExactly(1, 0);
    assertThat(toy.features()).isEmpty();
    Files.writeString(folder.resolve("toy.edges.txt"), "0\t1\n1\t3\n");
    assertThatThrownBy(() -> new ListsReader("toy").read(folder, "toy", "f"))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("toy.edges.txt: line 2: nodes must be in 0 … 2 (")
        .hasMessageContaining("toy.labels.txt has 3 rows), got '3'");
    Files.writeString(folder.resolve("toy.edges.txt"), "0\t1\n");
    Files.writeString(folder.resolve("toy.labels.txt"), "5\n-1\n");
    assertThatThrownBy(() -> new ListsReader("toy").read(folder, "toy", "f"))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining("must give every node a label, node 1 has none");
  }
}
