package io.github.wats.io;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a node file holds, in a file each.
 *
 * <p>Who the nodes are is settled first: by the ids of a logits table that has them, else they are
 * the numbers 0 to the rows of the logits; without logits the same by the labels, without those by
 * the file of the graph, whose own logits, features, labels or masks count before its edges. All
 * other files must then speak of these nodes.
 *
 * @param graph an edge list as text, or an archive as for {@link GraphArrays}
 * @param logits {@code .npy}, an archive with an array {@code logits}, or text
 * @param labels {@code .npy}, an archive with an array {@code y}, or text
 * @param split an archive with masks or lists of nodes
 */
public record NodeFiles(
    Optional<Path> graph, Optional<Path> logits, Optional<Path> labels, Optional<Path> split) {
  public static final NodeFiles NONE =
      new NodeFiles(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public NodeFiles withGraph(Path file) {
    return new NodeFiles(Optional.of(file), logits, labels, split);
  }

  public NodeFiles withLogits(Path file) {
    return new NodeFiles(graph, Optional.of(file), labels, split);
  }

  public NodeFiles withLabels(Path file) {
    return new NodeFiles(graph, logits, Optional.of(file), split);
  }

  public NodeFiles withSplit(Path file) {
    return new NodeFiles(graph, logits, labels, Optional.of(file));
  }

  /** Reads all files there are. */
  public NodeData read() throws IOException {
    Optional<Scores> scores =
        logits.isPresent() ? Optional.of(Scores.read(logits.get())) : Optional.empty();
    Nodes nodes = nodes(scores);
    NodeData data = NodeData.of(origin(), nodes.ids().nodeCount()).withIds(nodes.ids());
    if (scores.isPresent()) {
      data = data.withLogits(scores.get().logits());
    }
    if (labels.isPresent()) {
      Optional<Integer> classes = scores.map(known -> known.logits().classCount());
      data = data.withLabels(readLabels(labels.get(), nodes, classes));
    }
    if (split.isPresent()) {
      data = data.withSplit(readSplit(split.get(), nodes));
    }
    return graph.isPresent() ? data.withGraph(readGraph(graph.get(), nodes)) : data;
  }

  private Origin origin() {
    return new Origin(
        Stream.of(graph, logits, labels, split)
            .flatMap(Optional::stream)
            .map(Path::toString)
            .collect(Collectors.joining(", ")));
  }

  /** Logits and what their file calls the nodes. */
  private record Scores(Logits logits, NodeIds ids) {
    static Scores read(Path file) throws IOException {
      if (TextTable.isText(file)) {
        NumberTable table = NumberTable.read(file);
        return new Scores(
            table
                .origin()
                .checked(() -> Logits.of(table.rows(), table.columns(), table.values().toArray())),
            table.ids().orElseGet(() -> NodeIds.numbers(table.rows())));
      }
      Logits logits = ArrayFile.read(file, "logits", NodeArrays::logits);
      return new Scores(logits, NodeIds.numbers(logits.nodeCount()));
    }
  }

  /** Nodes and the file that says so. */
  private record Nodes(NodeIds ids, String reason) {
    NodeCount count() {
      return new NodeCount(ids.nodeCount(), reason);
    }
  }

  private Nodes nodes(Optional<Scores> scores) throws IOException {
    if (scores.isPresent()) {
      NodeIds ids = scores.get().ids();
      return new Nodes(ids, rows(logits.orElseThrow(), ids.nodeCount()));
    }
    if (labels.isPresent()) {
      return labelNodes(labels.get());
    }
    Check.argument(graph.isPresent(), "needs a file of logits, of labels or of a graph");
    return graphNodes(graph.orElseThrow());
  }

  private static Nodes labelNodes(Path file) throws IOException {
    if (!TextTable.isText(file)) {
      return ArrayFile.read(
          file,
          "y",
          array -> {
            NodeCount count = NodeArrays.rowCount(array, "y");
            return new Nodes(NodeIds.numbers(count.count()), rows(file, count.count()));
          });
    }
    LabelTable table = LabelTable.read(file);
    NodeIds ids = table.ids().orElseGet(() -> NodeIds.numbers(table.rowCount()));
    return new Nodes(ids, rows(file, table.rowCount()));
  }

  private static String rows(Path file, int count) {
    return file + " has " + count + " rows";
  }

  private static Nodes graphNodes(Path file) throws IOException {
    if (TextTable.isText(file)) {
      return new Nodes(EdgeTable.open(file).ownIds(), "as in this file");
    }
    try (NpzFile npz = NpzFile.open(file)) {
      GraphArrays.require(npz);
      NodeCount count = NodeFile.nodeCount(npz);
      return new Nodes(NodeIds.numbers(count.count()), count.reason());
    }
  }

  private static Labels readLabels(Path file, Nodes nodes, Optional<Integer> classes)
      throws IOException {
    if (TextTable.isText(file)) {
      return LabelTable.read(file).labels(nodes.ids(), nodes.reason(), classes);
    }
    return ArrayFile.read(file, "y", array -> NodeArrays.labels(array, nodes.count(), classes));
  }

  private static Split readSplit(Path file, Nodes nodes) throws IOException {
    try (NpzFile npz = NpzFile.open(file)) {
      npz.origin()
          .check(
              SplitArrays.has(npz),
              "must have 'train_mask', 'val_mask', 'test_mask' or '…_idx', got %s",
              npz.names());
      return SplitArrays.read(npz, nodes.count());
    }
  }

  private static Graph readGraph(Path file, Nodes nodes) throws IOException {
    if (TextTable.isText(file)) {
      return EdgeTable.open(file).graph(nodes.ids(), nodes.reason());
    }
    try (NpzFile npz = NpzFile.open(file)) {
      return GraphArrays.require(npz).graph(nodes.count());
    }
  }
}
