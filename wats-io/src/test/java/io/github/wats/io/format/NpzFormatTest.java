package io.github.wats.io.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NpzFormatTest {
  private static final double NAN = Double.NaN;

  @TempDir Path folder;

  @Test
  void readsBackWhatItWrote() throws IOException {
    Graph graph = TinyGraph.graph();
    int n = graph.nodeCount();
    Split split = new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(n));
    NodeData data =
        NodeData.of(new Location("test"), n)
            .withGraph(graph)
            .withLogits(TinyGraph.logits())
            .withLabels(TinyGraph.labels())
            .withSplit(split)
            .withFeatures(FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features())));
    Path file = folder.resolve("run.npz");
    NodeFileWriter.write(file, data);
    NodeData read = NodeReader.read(file);
    assertThat(read.requireGraph()).isEqualTo(graph);
    assertThat(read.requireLogits()).isEqualTo(TinyGraph.logits());
    assertThat(read.requireLabels()).isEqualTo(TinyGraph.labels());
    assertThat(read.requireSplit()).isEqualTo(split);
    DenseMatrix features = DenseMatrix.copyOf(TinyGraph.features());
    assertThat(read.requireFeatures().dense().orElseThrow().array()).isEqualTo(features.array());
    assertThat(read.ids()).isEqualTo(NodeIds.numbers(n));
  }

  @Test
  void readsBackSparseFeaturesAndNames() throws IOException {
    SparseMatrix sparse =
        SparseMatrix.wrap(
            SparsePattern.wrap(4, new int[] {0, 2, 2, 3}, new int[] {1, 3, 0}),
            new float[] {0.5f, 2, -1});
    Path file = folder.resolve("run.npz");
    NodeFileWriter.write(
        file,
        NodeData.of(new Location("test"), 3)
            .withIds(NodeIds.of("ada", "grace", "émilie"))
            .withFeatures(FeatureMatrix.wrap(sparse)));
    NodeData read = NodeReader.read(file);
    SparseMatrix features = read.requireFeatures().sparse().orElseThrow();
    assertThat(features.pattern()).isEqualTo(sparse.pattern());
    assertThat(features.get(0, 3)).isEqualTo(2);
    assertThat(features.get(2, 0)).isEqualTo(-1);
    assertThat(read.ids().get(2)).isEqualTo("émilie");
    assertThat(read.ids().find("grace")).contains(1);
    assertThat(read.graph()).isEmpty();
    assertThatThrownBy(read::requireLogits)
        .isInstanceOf(InvalidDataException.class)
        .hasMessage(
            file
                + ": must have logits (array 'logits', N × C) or 'probabilities', got [num_nodes,"
                + " node_ids, attr_data, attr_indices, attr_indptr, attr_shape]");
  }

  @Test
  void readsTheSameGraphFromEveryForm() throws IOException {
    Graph triangleAndTail =
        Graph.fromEdges(5, new int[] {0, 1, 2, 2}, new int[] {1, 2, 0, 3}); // node 4 is isolated
    NpyData logits = NpyData.of(new double[10], 5, 2);
    int[] sources = {0, 1, 2, 3, 2, 2, 1};
    int[] targets = {1, 2, 0, 2, 3, 2, 0};
    int[] both = {0, 1, 2, 3, 2, 2, 1, 1, 2, 0, 2, 3, 2, 0};
    assertThat(graph(arrays("logits", logits, "edge_index", NpyData.of(both, 2, 7))))
        .isEqualTo(triangleAndTail);
    NpyData shape = NpyData.of(new long[] {5, 5}, 2);
    assertThat(
            graph(
                arrays(
                    "row", NpyData.of(sources, 7), "col", NpyData.of(targets, 7), "shape", shape)))
        .isEqualTo(triangleAndTail);
    NpyData indices = NpyData.of(new int[] {1, 2, 3, 0, 2}, 5);
    NpyData offsets = NpyData.of(new int[] {0, 1, 2, 5, 5, 5}, 6);
    NpyData ones = NpyData.of(new float[] {1, 1, 1, 1, 1}, 5);
    assertThat(graph(arrays("indices", indices, "indptr", offsets, "shape", shape, "data", ones)))
        .isEqualTo(triangleAndTail);
    assertThat(
            graph(
                arrays(
                    "adj_indices",
                    indices,
                    "adj_indptr",
                    offsets,
                    "adj_shape",
                    shape,
                    "x",
                    NpyData.of(new float[5], 5, 1))))
        .isEqualTo(triangleAndTail);
    NpyData rows = NpyData.of(new int[] {0, 1, 1, 2, 2, 0, 3, 2}, 4, 2);
    NpyData labels = NpyData.of(new int[5], 5);
    assertThat(graph(arrays("edges", rows, "node_labels", labels))).isEqualTo(triangleAndTail);
    assertThat(
            graph(
                arrays(
                    "adj_matrix.indices",
                    indices,
                    "adj_matrix.indptr",
                    offsets,
                    "adj_matrix.shape",
                    shape)))
        .isEqualTo(triangleAndTail);
    assertThat(
            graph(arrays("logits", logits, "edge_index", NpyData.of(both, 2, 7), "edges", labels)))
        .as("edges beside edge_index are ignored, as any other array")
        .isEqualTo(triangleAndTail);
    assertInvalid(
        arrays("edges", NpyData.of(both, 2, 7)),
        "array 'edges': must be E × 2, a source and a target in each row, got shape 2 × 7:"
            + " transpose it, edges.T");
  }

  @Test
  void takesTheNumberOfNodesFromTheEdgesWhenNothingElseTells() throws IOException {
    Graph graph = graph(arrays("edge_index", NpyData.of(new long[] {0, 3, 1, 1}, 2, 2)));
    assertThat(graph.nodeCount()).isEqualTo(4);
    assertThat(graph.edgeCount()).isEqualTo(2);
    assertInvalid(
        arrays("edge_index", NpyData.of(new long[] {0, 2_000_000_000, 1, 1}, 2, 2)),
        "array 'edge_index': a graph of 2 edges may declare up to 1048704 nodes (more need"
            + " logits, x or y with a row each), got 2000000001");
  }

  @Test
  void readsIndexListsAsASplit() throws IOException {
    NodeData data =
        read(
            arrays(
                "y",
                NpyData.of(new int[] {0, 1, -1, 1}, 4),
                "train_idx",
                NpyData.of(new long[] {3, 0}, 2),
                "val_mask",
                NpyData.of(new boolean[] {false, true, false, false}, 4)));
    assertThat(data.requireSplit())
        .isEqualTo(new Split(NodeSet.of(4, 0, 3), NodeSet.of(4, 1), NodeSet.of(4)));
    assertThat(data.requireLabels()).isEqualTo(Labels.of(2, new int[] {0, 1, -1, 1}));
  }

  @Test
  void takesTheNumberOfNodesFromMasksWithARowForEachSplit() throws IOException {
    NpyData edges = NpyData.of(new int[] {0, 1}, 2, 1);
    NpyData masks = NpyData.of(new boolean[] {true, false, true, false}, 1, 4);
    NodeData data = NodeReader.read(write(arrays("edge_index", edges, "val_masks", masks)));
    assertThat(data.nodeCount()).isEqualTo(4);
    assertThat(data.requireSplit().validation()).isEqualTo(NodeSet.of(4, 0, 2));
    assertInvalid(
        arrays("edge_index", edges, "val_masks", NpyData.of(new boolean[0], 0, 4)),
        "array 'val_masks': must have a column for each node, got shape 0 × 4");
  }

  @Test
  void readsOneOfSeveralSplits() throws IOException {
    boolean[] byRow = {true, false, false, false, false, true};
    boolean[] byColumn = {false, true, true, false, false, false};
    Path file =
        write(
            arrays(
                "y",
                NpyData.of(new int[] {0, 1, 0}, 3),
                "train_masks",
                NpyData.of(byRow, 2, 3),
                "val_mask",
                NpyData.of(byColumn, 3, 2)));
    assertThat(split(file, 0))
        .isEqualTo(new Split(NodeSet.of(3, 0), NodeSet.of(3, 1), NodeSet.of(3)));
    assertThat(split(file, 1))
        .isEqualTo(new Split(NodeSet.of(3, 2), NodeSet.of(3, 0), NodeSet.of(3)));
    assertThatThrownBy(() -> split(file, 2))
        .hasMessageEndingWith(
            "array 'train_masks': has 2 splits: choose one with --split-index 0 … 1");
    assertThatThrownBy(() -> NodeReader.read(file))
        .hasMessageEndingWith("has 2 splits: choose one with --split-index 0 … 1");
    Path one =
        write(
            arrays(
                "y",
                NpyData.of(new int[] {0, 1, 0}, 3),
                "val_idx",
                NpyData.of(new int[] {1}, 1),
                "test_mask",
                NpyData.of(new boolean[] {true, false, false}, 3, 1)));
    Split only = new Split(NodeSet.of(3), NodeSet.of(3, 1), NodeSet.of(3, 0));
    assertThat(split(one, 0)).isEqualTo(only);
    assertThat(NodeReader.read(one).requireSplit()).isEqualTo(only);
    assertThatThrownBy(() -> split(one, 1))
        .hasMessageEndingWith("array 'val_idx': must have several splits for --split-index");
  }

  private static Split split(Path file, int index) throws IOException {
    NodeReader.Source source = new NodeReader.Source(file, EnumSet.allOf(NodeField.class));
    return NodeReader.read(
            List.of(source.withSplit(OptionalInt.of(index))), EnumSet.allOf(NodeField.class))
        .requireSplit();
  }

  @Test
  void readsOnlyThePartsAskedFor() throws IOException {
    Path file =
        write(
            arrays(
                "logits",
                NpyData.of(new double[] {1, 2}, 1, 2),
                "y",
                NpyData.of(new int[] {99}, 1)));
    NodeData data = NodeReader.read(file, EnumSet.of(NodeField.LOGITS));
    assertThat(data.labels()).isEmpty();
    assertThat(data.requireLogits()).isEqualTo(Logits.of(new double[][] {{1, 2}}));
  }

  @Test
  void saysWhichFileArrayRuleAndValueAreWrong() throws IOException {
    NpyData logits = NpyData.of(new double[] {1, 2, 3, 4, 5, 6}, 3, 2);
    assertInvalid(
        arrays("logits", NpyData.of(new double[] {1, 2, 3, NAN}, 2, 2)),
        "run.npz: array 'logits': logits must be finite, got NaN at node 1, class 1");
    assertInvalid(
        arrays("logits", NpyData.of(new double[3], 3)),
        "array 'logits': must have 2 axes, got shape 3");
    assertInvalid(
        arrays("logits", logits, "y", NpyData.of(new int[] {0, 2, 1}, 3)),
        "array 'y': labels must be in 0 … 1, or -1 for unknown, got 2 at node 1");
    assertInvalid(
        arrays("logits", logits, "y", NpyData.of(new int[] {0, 1}, 2)),
        "array 'y': entries must be 3 (array 'logits' has 3 rows), got 2");
    assertInvalid(
        arrays("logits", logits, "y", NpyData.of(new double[3], 3)),
        "array 'y': must hold whole numbers, got elements of type <f8: write y.astype(int), in"
            + " PyTorch y.long()");
    assertInvalid(
        arrays("logits", logits, "y", NpyData.of(new int[3], 3, 1)),
        "array 'y': must have 1 axis, got shape 3 × 1: write y[:, 0], or y.argmax(1) if it is"
            + " one-hot");
    assertInvalid(
        arrays("logits", logits, "val_mask", NpyData.of(new boolean[6], 3, 2)),
        "array 'val_mask': has 2 splits: choose one with --split-index 0 … 1");
    assertInvalid(
        arrays("logits", logits, "edge_index", NpyData.of(new int[] {0, 1, 1, 3}, 2, 2)),
        "array 'edge_index': nodes must be in 0 … 2 (array 'logits' has 3 rows), got edge 1: 1-3");
    assertInvalid(
        arrays("logits", logits, "edge_index", NpyData.of(new int[] {0, 1, 1, -1}, 2, 2)),
        "nodes must be in 0 … 2 (array 'logits' has 3 rows), got edge 1: 1--1");
    assertInvalid(
        arrays("logits", logits, "edge_index", NpyData.of(new int[6], 3, 2)),
        "must be 2 × E, sources above targets, got shape 3 × 2: transpose it, edge_index.T");
    assertInvalid(
        arrays("logits", logits, "edge_index", NpyData.of(new int[9], 3, 3)),
        "got shape 3 × 3: of a dense matrix write np.stack(adjacency.nonzero())");
    NpyData mask = NpyData.of(new boolean[] {true, false, true}, 3);
    assertInvalid(
        arrays("logits", logits, "train_mask", mask, "test_mask", mask),
        "the parts of a split must not overlap: node 0 is both a training and a test node");
    assertInvalid(
        arrays("logits", logits, "val_idx", NpyData.of(new int[] {3}, 1)),
        "array 'val_idx': nodes must be in 0 … 2, got 3");
    assertInvalid(
        arrays("logits", logits, "val_idx", NpyData.of(new int[] {1}, 1), "val_mask", mask),
        "must give a part of the split once, got 'val_mask' and 'val_idx'");
    assertInvalid(
        arrays("logits", logits, "x", NpyData.of(new double[] {1, 2}, 2, 1)),
        "array 'x': rows must be 3 (array 'logits' has 3 rows), got 2");
    assertInvalid(
        arrays("x", NpyData.of(new double[] {1, 2, NAN, 4}, 2, 2)),
        "array 'x': features must be finite, got NaN at node 1, feature 0");
    assertInvalid(
        arrays("x", NpyData.of(new double[0], 1_000_000_000, 0)),
        "array 'x': must have a row for each node, got shape 1000000000 × 0");
    assertInvalid(
        arrays("logits", logits, "num_nodes", NpyData.of(new long[] {4})),
        "array 'num_nodes': the number must be 3 (array 'logits' has 3 rows), got 4");
    assertInvalid(
        arrays("other", logits),
        "must have 'logits', 'x', 'y', a mask or a graph to determine the nodes, got [other]");
    assertInvalid(
        arrays("y", NpyData.of(new int[2], 2), "node_ids", NpyData.of(new String[] {"a", "a"}, 2)),
        "array 'node_ids': node ids must differ, got 'a' at nodes 0 and 1");
  }

  @Test
  void saysWhatIsWrongWithASparseMatrix() throws IOException {
    NpyData shape = NpyData.of(new long[] {2, 3}, 2);
    NpyData values = NpyData.of(new float[] {1, 1}, 2);
    NpyData columns = NpyData.of(new int[] {2, 0}, 2);
    NpyData offsets = NpyData.of(new int[] {0, 1, 2}, 3);
    assertInvalid(
        attributes(shape, offsets, NpyData.of(new int[] {2, 3}, 2), values),
        "array 'attr_indices': columns must be in 0 … 2, got 3 at [1]");
    assertInvalid(
        attributes(shape, NpyData.of(new int[] {0, 2}, 2), columns, values),
        "array 'attr_indptr': must have one entry more than the 2 rows, got 2");
    assertInvalid(
        attributes(shape, NpyData.of(new int[] {0, 3, 2}, 3), columns, values),
        "array 'attr_indptr': offsets must not fall: 2 follows 3 at row 1");
    assertInvalid(
        attributes(shape, NpyData.of(new int[] {1, 1, 2}, 3), columns, values),
        "array 'attr_indptr': offsets must start at 0, got 1");
    assertInvalid(
        attributes(shape, NpyData.of(new int[] {0, 1, 1}, 3), columns, values),
        "array 'attr_indptr': the last offset must be the number of entries: 2, got 1");
    assertInvalid(
        attributes(shape, offsets, columns, NpyData.of(new float[] {1}, 1)),
        "array 'attr_data': must have as many entries as the indices: 2, got 1");
    assertInvalid(
        attributes(shape, offsets, columns, NpyData.of(new double[] {1, NAN}, 2)),
        "array 'attr_data': values must be finite, got NaN at [1]");
    Map<String, NpyData> column = attributes(shape, offsets, columns, values);
    column.put("attr_format", NpyData.of(new String[] {"csc"}));
    assertInvalid(column, "array 'attr_format': compressed rows must have the format 'csr'");
    assertInvalid(
        arrays("indices", columns, "indptr", offsets, "shape", shape),
        "array 'shape': columns of the adjacency matrix must be 2 (from array 'shape'), got 3");
  }

  @Test
  void sortsColumnsAndAddsEntriesOfTheSamePlace() throws IOException {
    NodeData data =
        read(
            attributes(
                NpyData.of(new long[] {2, 4}, 2),
                NpyData.of(new int[] {0, 4, 5}, 3),
                NpyData.of(new int[] {3, 0, 3, 1, 2}, 5),
                NpyData.of(new float[] {1, 2, 4, 8, 16}, 5)));
    SparseMatrix matrix = data.requireFeatures().sparse().orElseThrow();
    assertThat(matrix.pattern())
        .isEqualTo(SparsePattern.wrap(4, new int[] {0, 3, 4}, new int[] {0, 1, 3, 2}));
    assertThat(matrix.get(0, 3)).isEqualTo(5);
    assertThat(matrix.get(0, 1)).isEqualTo(8);
    assertThat(matrix.get(1, 2)).isEqualTo(16);
  }

  @Test
  void readsFeaturesUnderOtherNames() throws IOException {
    NpyData dense = NpyData.of(new float[] {1, 2, 3, 4}, 2, 2);
    assertThat(read(arrays("node_features", dense)).requireFeatures().columns()).isEqualTo(2);
    Map<String, NpyData> dotted =
        arrays(
            "attr_matrix.shape",
            NpyData.of(new long[] {2, 3}, 2),
            "attr_matrix.indptr",
            NpyData.of(new int[] {0, 1, 1}, 3),
            "attr_matrix.indices",
            NpyData.of(new int[] {2}, 1),
            "attr_matrix.data",
            NpyData.of(new float[] {5}, 1),
            "labels",
            NpyData.of(new int[] {0, 1}, 2));
    NodeData data = read(dotted);
    assertThat(data.requireFeatures().sparse().orElseThrow().get(0, 2)).isEqualTo(5);
    assertThat(data.nodeCount()).isEqualTo(2);
    dotted.put("x", dense);
    assertThat(read(dotted).requireFeatures().dense()).isPresent();
  }

  private static Map<String, NpyData> attributes(
      NpyData shape, NpyData offsets, NpyData columns, NpyData values) {
    return arrays(
        "attr_shape", shape, "attr_indptr", offsets, "attr_indices", columns, "attr_data", values);
  }

  private static Map<String, NpyData> arrays(Object... namesAndData) {
    Map<String, NpyData> arrays = new LinkedHashMap<>();
    for (int k = 0; k < namesAndData.length; k += 2) {
      arrays.put((String) namesAndData[k], (NpyData) namesAndData[k + 1]);
    }
    return arrays;
  }

  private Path write(Map<String, NpyData> arrays) throws IOException {
    Path file = folder.resolve("run.npz");
    NpzWriter.write(
        file,
        npz -> {
          for (Map.Entry<String, NpyData> entry : arrays.entrySet()) {
            npz.put(entry.getKey(), entry.getValue());
          }
        });
    return file;
  }

  private NodeData read(Map<String, NpyData> arrays) throws IOException {
    return NodeReader.read(write(arrays));
  }

  private Graph graph(Map<String, NpyData> arrays) throws IOException {
    return read(arrays).requireGraph();
  }

  private void assertInvalid(Map<String, NpyData> arrays, String message) throws IOException {
    Path file = write(arrays);
    assertThatThrownBy(() -> NodeReader.read(file))
        .isInstanceOf(InvalidDataException.class)
        .hasMessageContaining(message);
  }
}
