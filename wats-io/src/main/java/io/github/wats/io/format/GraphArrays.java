package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.npy.ElementReader;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.util.Optional;

/**
 * The graph of an archive in any of its usual forms: {@code edge_index} (2 × E), a SciPy matrix in
 * compressed rows with prefix {@code adj_} or none, or in coordinates ({@code row}, {@code col}).
 * Edges are streamed from the file into the graph.
 */
public final class GraphArrays {
  static final String RULE = "hold a graph (edge_index, or a SciPy csr or coo matrix)";

  private static final int BLOCK = 1 << 13;

  private final NpzFile npz;
  private final Form form;

  private GraphArrays(NpzFile npz, Form form) {
    this.npz = npz;
    this.form = form;
  }

  /** The ways to store a graph: the shape of the matrix, and the two arrays that identify it. */
  private enum Form {
    EDGE_INDEX("", "edge_index", "edge_index"),
    PREFIXED_ROWS("adj_shape", "adj_indices", "adj_indptr"),
    ROWS("shape", "indices", "indptr"),
    COORDINATES("shape", "row", "col");

    private final String shape;
    private final String first;
    private final String second;

    Form(String shape, String first, String second) {
      this.shape = shape;
      this.first = first;
      this.second = second;
    }
  }

  /** The graph in this archive, if there is one; two of them are an error. */
  static Optional<GraphArrays> find(NpzFile npz) {
    Optional<Form> found = Optional.empty();
    for (Form form : Form.values()) {
      if (npz.has(form.first) && npz.has(form.second)) {
        npz.origin()
            .check(
                found.isEmpty(),
                "must hold one graph, got arrays '%s' and '%s'",
                found.map(other -> other.first).orElse(""),
                form.first);
        found = Optional.of(form);
      }
    }
    return found.map(form -> new GraphArrays(npz, form));
  }

  static GraphArrays of(NpzFile npz) {
    return find(npz).orElseThrow(() -> npz.origin().invalid("must %s, got %s", RULE, npz.names()));
  }

  /** The graph in this archive; one that holds none is an error. */
  public static Graph read(NpzFile npz) throws IOException {
    GraphArrays arrays = of(npz);
    return arrays.graph(arrays.ownNodes());
  }

  /** The nodes by the shape of the matrix, or by the largest node of {@code edge_index}. */
  Nodes ownNodes() throws IOException {
    if (form == Form.EDGE_INDEX) {
      return largestNode(npz.array(form.first));
    }
    NpyArray shape = npz.array(form.shape);
    String reason = "from array '" + form.shape + "'";
    String evidence = form == Form.COORDINATES ? form.first : form.second;
    return Nodes.declared(
        shape.origin(), SparseArrays.shape(shape)[0], reason, npz.array(evidence).elementCount());
  }

  /** How many edges are stored; duplicates, loops and both directions count. */
  long edgeCount() throws IOException {
    long elements = npz.array(form.first).elementCount();
    return form == Form.EDGE_INDEX ? elements / 2 : elements;
  }

  private static Nodes largestNode(NpyArray array) throws IOException {
    checkIndex(array);
    int[] block = new int[BLOCK];
    int largest = -1;
    try (ElementReader reader = array.open()) {
      while (reader.remaining() > 0) {
        int count = (int) Math.min(BLOCK, reader.remaining());
        reader.read(block, 0, count);
        for (int k = 0; k < count; k++) {
          largest = Math.max(largest, block[k]);
        }
      }
    }
    String reason = "one more than the largest node";
    return Nodes.declared(array.origin(), largest + 1L, reason, array.length(1));
  }

  private static void checkIndex(NpyArray array) {
    array.check(
        array.dimensions() == 2 && array.length(0) == 2,
        "must be 2 × E, sources above targets, got shape %s%s",
        array.shapeText(),
        array.dimensions() == 2 && array.length(1) == 2 ? ": transpose it" : "");
  }

  /** Builds the graph on these nodes. */
  Graph graph(Nodes nodes) throws IOException {
    if (form == Form.EDGE_INDEX) {
      NpyArray array = npz.array(form.first);
      checkIndex(array);
      return EdgeRows.ofIndex(array, nodes);
    }
    NpyArray shape = npz.array(form.shape);
    int[] sizes = SparseArrays.shape(shape);
    nodes.checkCount(sizes[0], shape.origin(), "rows of the adjacency matrix");
    nodes.checkCount(sizes[1], shape.origin(), "columns of the adjacency matrix");
    return switch (form) {
      case PREFIXED_ROWS -> SparseArrays.open(npz, "adj_").graph();
      case ROWS -> SparseArrays.open(npz, "").graph();
      default -> EdgeRows.ofCoordinates(npz.array(form.first), npz.array(form.second), nodes);
    };
  }
}
