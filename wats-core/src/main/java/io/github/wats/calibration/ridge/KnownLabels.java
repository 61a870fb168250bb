package io.github.wats.calibration.ridge;

import io.github.wats.calibration.GraphFingerprint;
import io.github.wats.calibration.StoredArray;
import io.github.wats.calibration.StoredForm;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;

/**
 * The labels that neighbors may see: those of the training and calibration nodes of one graph. On
 * any other graph there are none.
 */
final class KnownLabels implements Serializable {
  private static final long serialVersionUID = 1L;

  static final KnownLabels NONE = new KnownLabels("", new int[0], new int[0], 0);

  private final String graph; // its fingerprint
  private final int[] nodes; // the training nodes, rising, then the calibration nodes, rising
  private final int[] classes; // theirs
  private final int trainingCount;

  private KnownLabels(String graph, int[] nodes, int[] classes, int trainingCount) {
    this.graph = graph;
    this.nodes = nodes;
    this.classes = classes;
    this.trainingCount = trainingCount;
  }

  /** The known ones among the labels of the given nodes. */
  static KnownLabels of(Graph graph, Labels labels, NodeSet training, NodeSet calibration) {
    int[] first = training.withKnownLabel(labels).toArray();
    int[] second = calibration.withKnownLabel(labels).toArray();
    int[] nodes = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, nodes, first.length, second.length);
    int[] classes = Arrays.stream(nodes).map(labels::get).toArray();
    return new KnownLabels(GraphFingerprint.of(graph), nodes, classes, first.length);
  }

  int trainingCount() {
    return trainingCount;
  }

  int count() {
    return nodes.length;
  }

  boolean areOf(Graph other) {
    return nodes.length > 0 && graph.equals(GraphFingerprint.of(other));
  }

  /** What each node sees of them, nothing on another graph than theirs. */
  LabelCounts countedOn(Graph other, int classCount) {
    return areOf(other)
        ? countedAtHome(other, classCount)
        : new LabelCounts(other, classCount, new int[other.nodeCount()]);
  }

  /** What each node of the graph they are of sees of them; the caller vouches for the graph. */
  LabelCounts countedAtHome(Graph home, int classCount) {
    int[] codes = new int[home.nodeCount()];
    for (int k = 0; k < nodes.length; k++) {
      codes[nodes[k]] = k < trainingCount ? classes[k] + 1 : -(classes[k] + 1);
    }
    return new LabelCounts(home, classCount, codes);
  }

  void store(Map<String, StoredArray> arrays, Map<String, String> texts) {
    arrays.put("label-nodes", StoredArray.of(toDoubles(nodes)));
    arrays.put("label-classes", StoredArray.of(toDoubles(classes)));
    arrays.put("label-training-count", StoredArray.of(trainingCount));
    texts.put("graph", graph);
  }

  static KnownLabels restore(StoredForm form) {
    int[] nodes = form.array("label-nodes").integers();
    int[] classes = form.array("label-classes", 1, nodes.length).integers();
    int training = form.array("label-training-count", 1, 1).integers()[0];
    return new KnownLabels(form.text("graph"), nodes, classes, training);
  }

  private static double[] toDoubles(int[] values) {
    return Arrays.stream(values).asDoubleStream().toArray();
  }
}
