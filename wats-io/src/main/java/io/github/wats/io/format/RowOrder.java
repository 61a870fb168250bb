package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.Arrays;

/** Puts the rows of a file whose ids are those of the nodes into the order of the nodes. */
final class RowOrder {
  private final Nodes rows; // in the order of the file
  private final int[] rowOf; // (n) the row of each node
  private final int[] nodeOf; // (n) the node of each row

  RowOrder(Location file, NodeIds ids, Nodes nodes) {
    rows = new Nodes(ids, nodes.reason());
    rowOf = new int[nodes.count()];
    nodeOf = new int[nodes.count()];
    for (int i = 0; i < rowOf.length; i++) {
      String id = nodes.ids().get(i);
      String rule = "node ids must be those of the other files (%s), '%s' is missing";
      rowOf[i] = ids.find(id).orElseThrow(() -> file.invalid(rule, nodes.reason(), id));
    }
    nodes.checkCount(ids.nodeCount(), file, "node ids");
    for (int i = 0; i < rowOf.length; i++) {
      nodeOf[rowOf[i]] = i;
    }
  }

  /** The nodes in the order of the file. */
  Nodes rows() {
    return rows;
  }

  NamedLabels labels(NamedLabels read) {
    Labels labels = read.labels();
    int[] values = Arrays.stream(rowOf).map(labels::get).toArray();
    return new NamedLabels(Labels.of(labels.classCount(), values), read.names());
  }

  /** Rows of several numbers. */
  double[] numbers(double[] read) {
    int columns = read.length / Math.max(1, rowOf.length);
    double[] values = new double[read.length];
    Arrays.setAll(values, k -> read[rowOf[k / columns] * columns + k % columns]);
    return values;
  }

  Split split(Split read) {
    return new Split(nodes(read.train()), nodes(read.validation()), nodes(read.test()));
  }

  private NodeSet nodes(NodeSet set) {
    int[] nodes = Arrays.stream(set.toArray()).map(row -> nodeOf[row]).toArray();
    return NodeSet.of(nodeOf.length, nodes);
  }

  FeatureMatrix features(FeatureMatrix read) {
    return read.selectRows(rowOf);
  }

  Probabilities topLabels(Probabilities read) {
    double[] confidences = Arrays.stream(rowOf).mapToDouble(read::confidence).toArray();
    int[] classes = Arrays.stream(rowOf).map(read::predictedClass).toArray();
    return Probabilities.ofTopLabels(Labels.of(read.classCount(), classes), confidences);
  }

  Graph graph(Graph read) {
    return Graph.fromEdges(
        nodeOf.length,
        consumer -> {
          for (int row = 0; row < nodeOf.length; row++) {
            for (int k = 0; k < read.degree(row); k++) {
              consumer.accept(nodeOf[row], nodeOf[read.neighbor(row, k)]);
            }
          }
        });
  }
}
