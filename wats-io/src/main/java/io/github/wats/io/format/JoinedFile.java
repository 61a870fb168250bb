package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.NodeIds;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A file whose rows are put into the order of the nodes. Where both have ids, rows are joined by
 * id, and the ids must be the same; where the file has none, rows are joined by position.
 */
final class JoinedFile {
  private final NodeParts file;
  private final Nodes nodes; // in the order of the file
  private final int[] rowOf; // (n) the file's row of each node; empty if the order is the same

  private JoinedFile(NodeParts file, Nodes nodes, int[] rowOf) {
    this.file = file;
    this.nodes = nodes;
    this.rowOf = rowOf;
  }

  /** A file whose rows have the order of the nodes, or which names them itself. */
  static JoinedFile inOrder(NodeParts file, Nodes nodes) {
    return new JoinedFile(file, nodes, new int[0]);
  }

  /** The note that a file has no ids while others have. */
  static String byPosition(NodeParts file, String others) {
    return "%s has no node ids, %s: its rows are joined by position"
        .formatted(file.origin().name(), others);
  }

  /** Joins a file with the nodes; adds a note if only the nodes have ids. */
  static JoinedFile of(NodeParts file, Nodes nodes, List<String> notes) throws IOException {
    Optional<NodeIds> own = file.namesNodes() ? Optional.empty() : file.ids();
    if (own.isEmpty() && nodes.ids().areNames() && !file.namesNodes()) {
      notes.add(byPosition(file, "the other files have"));
    }
    if (own.isEmpty() || own.get().equals(nodes.ids())) {
      return inOrder(file, nodes);
    }
    NodeIds ids = own.get();
    int[] rowOf = new int[nodes.count()];
    for (int i = 0; i < rowOf.length; i++) {
      String id = nodes.ids().get(i);
      rowOf[i] = ids.find(id).orElse(-1);
      file.origin()
          .check(
              rowOf[i] >= 0,
              "node ids must be those of the other files (%s), '%s' is missing",
              nodes.reason(),
              id);
    }
    nodes.checkCount(ids.nodeCount(), file.origin(), "node ids");
    return new JoinedFile(file, new Nodes(ids, nodes.reason()), rowOf);
  }

  private boolean isInOrder() {
    return rowOf.length == 0;
  }

  NamedLabels labels(Classes classes) throws IOException {
    NamedLabels read = file.labels(nodes, classes);
    if (isInOrder()) {
      return read;
    }
    Labels labels = read.labels();
    int[] values = Arrays.stream(rowOf).map(labels::get).toArray();
    return new NamedLabels(Labels.of(labels.classCount(), values), read.names());
  }

  Split split() throws IOException {
    Split split = file.split(nodes);
    return isInOrder()
        ? split
        : new Split(ordered(split.train()), ordered(split.calibration()), ordered(split.test()));
  }

  private NodeSet ordered(NodeSet rows) {
    boolean[] mask = new boolean[rowOf.length];
    for (int i = 0; i < mask.length; i++) {
      mask[i] = rows.contains(rowOf[i]);
    }
    return NodeSet.ofMask(mask);
  }

  FeatureMatrix features() throws IOException {
    FeatureMatrix features = file.features(nodes);
    return isInOrder() ? features : features.selectRows(rowOf);
  }

  Probabilities probabilities() throws IOException {
    Probabilities read = file.probabilities(nodes);
    if (isInOrder()) {
      return read;
    }
    int classes = read.classCount();
    double[] values = new double[rowOf.length * classes];
    for (int i = 0; i < rowOf.length; i++) {
      read.copyRow(rowOf[i], values, i * classes);
    }
    return Probabilities.of(rowOf.length, classes, values);
  }

  Graph graph() throws IOException {
    Graph graph = file.graph(nodes);
    if (isInOrder()) {
      return graph;
    }
    int[] nodeOf = new int[rowOf.length];
    for (int i = 0; i < rowOf.length; i++) {
      nodeOf[rowOf[i]] = i;
    }
    return Graph.fromEdges(
        nodeOf.length,
        consumer -> {
          for (int row = 0; row < nodeOf.length; row++) {
            for (int k = 0; k < graph.degree(row); k++) {
              consumer.accept(nodeOf[row], nodeOf[graph.neighbor(row, k)]);
            }
          }
        });
  }
}
