package io.github.wats.io.dataset;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.io.Origin;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Labels;
import java.util.Map;

/** The three kinds of pickle a Planetoid data set consists of: features, labels, neighbor lists. */
final class PlanetoidPickles {
  private PlanetoidPickles() {}

  /** Features: a csr_matrix of float32 with sorted rows. */
  static SparseMatrix features(Origin origin, byte[] bytes) {
    Pickled value = PickleReader.read(origin, bytes);
    if (!(value instanceof Pickled.SparseMatrix matrix)) {
      throw origin.invalid("must hold a csr_matrix, got %s", value.kind());
    }
    int[] shape = origin.checked(() -> PickleObjects.shape(part(origin, matrix, "_shape")));
    int[] offsets = array(origin, matrix, "indptr", false).toInts();
    int[] columns = array(origin, matrix, "indices", false).toInts();
    float[] values = array(origin, matrix, "data", true).toFloats();
    origin.check(
        shape.length == 2 && offsets.length == shape[0] + 1L,
        "'_shape' must be (rows, columns) with one row less than 'indptr' has entries (%d)",
        offsets.length);
    return origin.checked(
        () -> SparseMatrix.wrap(SparsePattern.wrap(shape[1], offsets, columns), values));
  }

  /** One-hot labels, int32: the class of each row. */
  static Labels labels(Origin origin, byte[] bytes) {
    Pickled value = PickleReader.read(origin, bytes);
    if (!(value instanceof Pickled.NumberArray array)
        || !array.isBuilt
        || array.isFloat
        || array.shape.length != 2) {
      throw origin.invalid("must hold a two-dimensional int32 array, got %s", value.kind());
    }
    int rows = array.shape[0];
    int columns = array.shape[1];
    origin.check(columns >= 1, "one-hot labels need at least one column, got %d", columns);
    int[] entries = array.toInts();
    // A label per row of at least one column: never more memory than the entries themselves.
    int[] classes = new int[rows];
    for (int i = 0; i < rows; i++) {
      classes[i] = hot(origin, entries, i, columns);
    }
    return Labels.of(columns, classes);
  }

  private static int hot(Origin origin, int[] entries, int row, int columns) {
    int hot = -1;
    for (int c = 0; c < columns; c++) {
      int entry = entries[row * columns + c];
      origin.check(
          entry == 0 || (entry == 1 && hot < 0),
          "one-hot labels have one 1 per row and zeros, got %d in row %d, column %d",
          entry,
          row,
          c);
      hot = entry == 1 ? c : hot;
    }
    origin.check(hot >= 0, "one-hot labels have one 1 per row, got none in row %d", row);
    return hot;
  }

  /** The graph: a dict of node → list of neighbors, with repeats and self-loops. */
  static Graph graph(Origin origin, byte[] bytes) {
    Pickled value = PickleReader.read(origin, bytes);
    if (!(value instanceof Pickled.Dict dict)) {
      throw origin.invalid("must hold a dict of neighbor lists, got %s", value.kind());
    }
    int nodes = dict.entries.size();
    GraphBuilder builder = GraphBuilder.withNodes(nodes);
    for (Map.Entry<Object, Pickled> entry : dict.entries.entrySet()) {
      if (!(entry.getKey() instanceof Integer node) || node < 0 || node >= nodes) {
        throw origin.invalid("nodes must be in 0 … %d, got %s", nodes - 1, entry.getKey());
      }
      if (!(entry.getValue() instanceof Pickled.Numbers neighbors)) {
        throw origin.invalid(
            "node %d must have a list of neighbors, got %s", node, entry.getValue().kind());
      }
      for (int k = 0; k < neighbors.size(); k++) {
        int neighbor = neighbors.get(k);
        origin.check(
            neighbor >= 0 && neighbor < nodes,
            "neighbors must be in 0 … %d, got %d at node %d",
            nodes - 1,
            neighbor,
            node);
        builder.edge(node, neighbor);
      }
    }
    return builder.build();
  }

  private static Pickled part(Origin origin, Pickled.SparseMatrix matrix, String name) {
    Pickled part = matrix.parts.get(name);
    if (part == null) {
      throw origin.invalid("a csr_matrix needs '%s', which is missing", name);
    }
    return part;
  }

  private static Pickled.NumberArray array(
      Origin origin, Pickled.SparseMatrix matrix, String name, boolean isFloat) {
    Pickled part = part(origin, matrix, name);
    if (!(part instanceof Pickled.NumberArray array)
        || !array.isBuilt
        || array.isFloat != isFloat
        || array.shape.length != 1) {
      throw origin.invalid(
          "'%s' must be a one-dimensional %s array, got %s",
          name, isFloat ? "float32" : "int32", part.kind());
    }
    return array;
  }
}
