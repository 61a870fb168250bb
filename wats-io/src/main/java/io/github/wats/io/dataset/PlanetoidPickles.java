package io.github.wats.io.dataset;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.io.Location;
import io.github.wats.io.dataset.Pickled.Csr;
import io.github.wats.io.dataset.Pickled.NumberArray;
import io.github.wats.io.pickle.Values;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.prediction.Labels;
import java.util.List;
import java.util.Map;

/** The three kinds of pickle a Planetoid data set consists of: features, labels, neighbor lists. */
final class PlanetoidPickles {
  private PlanetoidPickles() {}

  /** Features: a csr_matrix of float32 with sorted rows. */
  static SparseMatrix features(Location location, byte[] bytes) {
    Csr matrix = read(location, bytes, Csr.class, "a csr_matrix");
    int[] shape = location.checked(() -> Pickled.shape(part(location, matrix, "_shape")));
    int[] offsets = array(location, matrix, "indptr", false).toInts();
    int[] columns = array(location, matrix, "indices", false).toInts();
    float[] values = array(location, matrix, "data", true).toFloats();
    location.check(
        shape.length == 2 && offsets.length == shape[0] + 1L,
        "'_shape' must be (rows, columns) with one row less than 'indptr' has entries (%d)",
        offsets.length);
    return location.checked(
        () -> SparseMatrix.wrap(SparsePattern.wrap(shape[1], offsets, columns), values));
  }

  /** One-hot labels, int32: the class of each row. */
  static Labels labels(Location location, byte[] bytes) {
    String rule = "a two-dimensional int32 array";
    NumberArray array = read(location, bytes, NumberArray.class, rule);
    location.check(array.is(false, 2), "must hold %s, got %s", rule, array);
    int rows = array.length(0);
    int columns = array.length(1);
    location.check(columns >= 1, "one-hot labels need at least one column, got %d", columns);
    int[] entries = array.toInts();
    // A label per row of at least one column: never more memory than the entries themselves.
    int[] classes = new int[rows];
    for (int i = 0; i < rows; i++) {
      classes[i] = hot(location, entries, i, columns);
    }
    return Labels.of(columns, classes);
  }

  private static int hot(Location location, int[] entries, int row, int columns) {
    int hot = -1;
    for (int c = 0; c < columns; c++) {
      int entry = entries[row * columns + c];
      location.check(
          entry == 0 || (entry == 1 && hot < 0),
          "one-hot labels have one 1 per row and zeros, got %d in row %d, column %d",
          entry,
          row,
          c);
      hot = entry == 1 ? c : hot;
    }
    location.check(hot >= 0, "one-hot labels have one 1 per row, got none in row %d", row);
    return hot;
  }

  /** The graph: a dict of node → list of neighbors, with repeats and self-loops. */
  static Graph graph(Location location, byte[] bytes) {
    Map<?, ?> dict = read(location, bytes, Map.class, "a dict of neighbor lists");
    int nodes = dict.size();
    GraphBuilder builder = GraphBuilder.withNodes(nodes);
    for (Map.Entry<?, ?> entry : dict.entrySet()) {
      if (!(entry.getKey() instanceof Integer node) || node < 0 || node >= nodes) {
        throw location.invalid("nodes must be in 0 … %d, got %s", nodes - 1, entry.getKey());
      }
      if (!(entry.getValue() instanceof List<?> neighbors)) {
        throw location.invalid(
            "node %d must have a list of neighbors, got %s", node, Values.kind(entry.getValue()));
      }
      for (Object item : neighbors) {
        int neighbor = (Integer) item;
        location.check(
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

  private static <T> T read(Location location, byte[] bytes, Class<T> type, String rule) {
    Object value = PickleReader.read(location, bytes);
    location.check(type.isInstance(value), "must hold %s, got %s", rule, Values.kind(value));
    return type.cast(value);
  }

  private static Object part(Location location, Csr matrix, String name) {
    Object part = matrix.parts.get(name);
    if (part == null) {
      throw location.invalid("a csr_matrix needs '%s', which is missing", name);
    }
    return part;
  }

  private static NumberArray array(Location location, Csr matrix, String name, boolean isFloat) {
    Object part = part(location, matrix, name);
    if (part instanceof NumberArray array && array.is(isFloat, 1)) {
      return array;
    }
    String type = isFloat ? "float32" : "int32";
    String rule = "'%s' must be a one-dimensional %s array, got %s";
    throw location.invalid(rule, name, type, Values.kind(part));
  }
}
