package io.github.wats.io.dataset;

import io.github.wats.graph.Graph;
import io.github.wats.io.NodeIds;
import io.github.wats.io.format.GraphArrays;
import io.github.wats.io.format.NodeArrays;
import io.github.wats.io.format.Nodes;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads Reddit as DGL publishes it: {@code reddit_graph.npz}, a SciPy matrix, and {@code
 * reddit_data.npz} with {@code feature} (nodes × 602), {@code label} and {@code node_types} (1
 * training, 2 validation, 3 test), which is the public split. The graph is used whole.
 */
record RedditReader() implements DatasetLayout {
  @Override
  public Dataset read(Path folder, String name, String fingerprint) throws IOException {
    Graph graph;
    try (NpzFile npz = NpzFile.open(folder.resolve("reddit_graph.npz"))) {
      graph = GraphArrays.read(npz);
    }
    Nodes nodes = new Nodes(NodeIds.numbers(graph.nodeCount()), "the nodes of reddit_graph.npz");
    try (NpzFile npz = NpzFile.open(folder.resolve("reddit_data.npz"))) {
      int[] labels = BenchmarkReader.labels(npz.array("label"), graph.nodeCount());
      int classes = Arrays.stream(labels).max().orElse(0) + 1;
      return new Dataset(
          name,
          graph,
          Optional.of(NodeArrays.features(npz.array("feature"), nodes)),
          Labels.of(classes, labels),
          List.of(),
          List.of(split(npz.array("node_types"), graph.nodeCount())),
          fingerprint);
    }
  }

  private static Split split(NpyArray array, int nodeCount) throws IOException {
    int[] types = BenchmarkReader.labels(array, nodeCount);
    for (int i = 0; i < types.length; i++) {
      array.check(
          types[i] >= 1 && types[i] <= 3,
          "must be 1 (training), 2 (validation) or 3 (test), got %d at [%d]",
          types[i],
          i);
    }
    return new Split(nodes(types, 1), nodes(types, 2), nodes(types, 3));
  }

  private static NodeSet nodes(int[] types, int type) {
    return NodeSet.of(
        types.length, IntStream.range(0, types.length).filter(i -> types[i] == type).toArray());
  }
}
