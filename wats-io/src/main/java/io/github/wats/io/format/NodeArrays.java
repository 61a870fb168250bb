package io.github.wats.io.format;

import io.github.wats.io.NodeIds;
import io.github.wats.io.Origin;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalInt;

/** Turns arrays of a file into the types of the library; the rules they break name the array. */
final class NodeArrays {
  private NodeArrays() {}

  /** The rows of an array that has data for each of them. */
  static NodeCount rowCount(NpyArray array, String name) {
    array
        .origin()
        .check(
            array.dimensions() >= 1 && (array.elementCount() > 0 || array.length(0) == 0),
            "must have a row for each node, got shape %s",
            array.shapeText());
    int rows = array.length(0);
    return new NodeCount(rows, "array '" + name + "' has " + rows + " rows");
  }

  static NodeCount announced(NpyArray array, long edges) throws IOException {
    array.origin().check(array.elementCount() == 1, "must be one number");
    return NodeCount.announced(
        array.origin(), array.toLongs()[0], "array 'num_nodes' says so", edges);
  }

  static Logits logits(NpyArray array) throws IOException {
    array.withDimensions(2);
    double[] values = array.toDoubles();
    return array.origin().checked(() -> Logits.of(array.length(0), array.length(1), values));
  }

  static Probabilities probabilities(NpyArray array, NodeIds ids) throws IOException {
    ProbabilityFile.checkRows(array.origin(), ids, array.withDimensions(2).length(0));
    double[] values = array.toDoubles();
    return array.origin().checked(() -> Probabilities.of(array.length(0), array.length(1), values));
  }

  /** Without a number of classes it is one above the largest label. */
  static Labels labels(NpyArray array, NodeCount nodes, OptionalInt classCount) throws IOException {
    checkPerNode(array, nodes, "write y[:, 0], or y.argmax(1) if each row marks its class");
    array
        .origin()
        .check(
            !array.type().isFloat(),
            "must hold whole numbers, got elements of type %s: write y.astype(int), in PyTorch"
                + " y.long()",
            array.type());
    int[] values = array.toInts();
    return labels(array.origin(), values, classCount);
  }

  /** One entry for each node; networks' tools often keep a second axis, and we do not guess. */
  static void checkPerNode(NpyArray array, NodeCount nodes, String advice) {
    array
        .origin()
        .check(
            array.dimensions() == 1,
            "must have 1 axis, got shape %s%s",
            array.shapeText(),
            array.dimensions() == 2 ? ": " + advice : "");
    nodes.checkEquals(array.elementCount(), array.origin(), "entries");
  }

  static Labels labels(Origin origin, int[] values, OptionalInt classCount) {
    int classes =
        classCount.orElseGet(() -> Math.max(0, Arrays.stream(values).max().orElse(0)) + 1);
    return origin.checked(() -> Labels.of(classes, values));
  }

  static NodeIds ids(NpyArray array) throws IOException {
    String[] names;
    if (array.type().isText()) {
      names = array.toStrings();
    } else {
      names = Arrays.stream(array.toLongs()).mapToObj(Long::toString).toArray(String[]::new);
    }
    return array.origin().checked(() -> NodeIds.of(names));
  }

  static boolean hasFeatures(NpzFile npz) {
    return npz.has("x") || SparseArrays.has(npz, "attr_");
  }

  static FeatureMatrix features(NpzFile npz, NodeCount nodes) throws IOException {
    boolean sparse = SparseArrays.has(npz, "attr_");
    npz.origin().check(!(sparse && npz.has("x")), "must have features once, got 'x' and 'attr_…'");
    if (sparse) {
      SparseArrays matrix = SparseArrays.open(npz, "attr_");
      nodes.checkEquals(matrix.rows(), npz.origin().array("attr_shape"), "rows");
      return FeatureMatrix.wrap(matrix.toMatrix());
    }
    return FeatureMatrix.wrap(denseFeatures(npz.array("x").withDimensions(2), nodes));
  }

  private static DenseMatrix denseFeatures(NpyArray array, NodeCount nodes) throws IOException {
    nodes.checkEquals(array.length(0), array.origin(), "rows");
    float[] values = array.toFloats();
    int columns = array.length(1);
    for (int k = 0; k < values.length; k++) {
      if (!Float.isFinite(values[k])) {
        throw array
            .origin()
            .invalid(
                "features must be finite, got %s at node %d, feature %d",
                values[k], k / columns, k % columns);
      }
    }
    return DenseMatrix.wrap(array.length(0), columns, values);
  }
}
