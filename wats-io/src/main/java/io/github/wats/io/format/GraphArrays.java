package io.github.wats.io.format;

import io.github.wats.graph.EdgeSource;
import io.github.wats.graph.Graph;
import io.github.wats.io.Origin;
import io.github.wats.io.npy.ElementReader;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The graph of an archive in any of the forms people store one: {@code edge_index} (2 × E), a SciPy
 * matrix in compressed rows under the prefix {@code adj_} or none, or in coordinates ({@code row},
 * {@code col}). Edges are streamed from the file into the graph.
 */
public final class GraphArrays {
  private static final int BLOCK = 1 << 13;

  private final NpzFile npz;
  private final Form form;

  private GraphArrays(NpzFile npz, Form form) {
    this.npz = npz;
    this.form = form;
  }

  private enum Form {
    EDGE_INDEX("edge_index"),
    PREFIXED_ROWS("adj_indices"),
    ROWS("indices"),
    COORDINATES("row");

    private final String array;

    Form(String array) {
      this.array = array;
    }

    private boolean isIn(NpzFile npz) {
      return switch (this) {
        case EDGE_INDEX -> npz.has("edge_index");
        case PREFIXED_ROWS -> SparseArrays.has(npz, "adj_");
        case ROWS -> SparseArrays.has(npz, "");
        case COORDINATES -> npz.has("row") && npz.has("col");
      };
    }
  }

  /** The graph in this archive, if there is one; two of them are an error. */
  static Optional<GraphArrays> find(NpzFile npz) {
    Optional<Form> found = Optional.empty();
    for (Form form : Form.values()) {
      if (form.isIn(npz)) {
        npz.origin()
            .check(
                found.isEmpty(),
                "must hold one graph, got arrays '%s' and '%s'",
                found.map(f -> f.array).orElse(""),
                form.array);
        found = Optional.of(form);
      }
    }
    return found.map(form -> new GraphArrays(npz, form));
  }

  /** The graph in this archive; one that holds none is an error. */
  public static Graph read(NpzFile npz) throws IOException {
    GraphArrays arrays =
        find(npz)
            .orElseThrow(
                () ->
                    npz.origin()
                        .invalid(
                            "must hold a graph (edge_index, or a SciPy csr or coo matrix), got %s",
                            npz.names()));
    return arrays.graph(arrays.ownNodeCount());
  }

  /** What the graph itself says: its matrix's shape, else one above the largest node named. */
  NodeCount ownNodeCount() throws IOException {
    return switch (form) {
      case EDGE_INDEX -> largestNode(npz.array("edge_index"));
      case PREFIXED_ROWS -> ofShape("adj_shape", npz.array("adj_indptr"));
      case ROWS -> ofShape("shape", npz.array("indptr"));
      case COORDINATES -> ofShape("shape", npz.array("row"));
    };
  }

  /** How many edges are stored, duplicates, loops and both directions counted. */
  long edgeCount() throws IOException {
    NpyArray array = npz.array(form.array);
    return form == Form.EDGE_INDEX ? array.elementCount() / 2 : array.elementCount();
  }

  private NodeCount ofShape(String name, NpyArray evidence) throws IOException {
    NpyArray shape = npz.array(name);
    String reason = "array '" + name + "' says so";
    return NodeCount.announced(
        shape.origin(), SparseArrays.shape(shape)[0], reason, evidence.elementCount());
  }

  private static NodeCount largestNode(NpyArray array) throws IOException {
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
    String reason = "one above the largest node";
    return NodeCount.announced(array.origin(), largest + 1L, reason, array.length(1));
  }

  /** Builds the graph on so many nodes. */
  Graph graph(NodeCount nodes) throws IOException {
    return switch (form) {
      case EDGE_INDEX -> index(npz.array("edge_index"), nodes);
      case PREFIXED_ROWS -> rows("adj_", nodes);
      case ROWS -> rows("", nodes);
      case COORDINATES -> coordinates(nodes);
    };
  }

  private static Graph index(NpyArray array, NodeCount nodes) throws IOException {
    checkIndex(array);
    return array.isFortranOrder()
        ? build(array.origin(), nodes, SharedArrayEdges.ofPairs(array, nodes))
        : EdgeRows.ofIndex(array, nodes);
  }

  private static void checkIndex(NpyArray array) {
    array
        .origin()
        .check(
            array.dimensions() == 2 && array.length(0) == 2,
            "must be 2 × E, sources above targets, got shape %s%s",
            array.shapeText(),
            array.dimensions() == 2 && array.length(1) == 2 ? ": transpose it" : "");
  }

  private Graph rows(String prefix, NodeCount nodes) throws IOException {
    SparseArrays matrix = SparseArrays.open(npz, prefix);
    checkSquare(npz.array(prefix + "shape"), nodes);
    return matrix.graph();
  }

  private Graph coordinates(NodeCount nodes) throws IOException {
    checkSquare(npz.array("shape"), nodes);
    return EdgeRows.ofCoordinates(npz.array("row"), npz.array("col"), nodes);
  }

  private static void checkSquare(NpyArray array, NodeCount nodes) throws IOException {
    int[] shape = SparseArrays.shape(array);
    nodes.checkEquals(shape[0], array.origin(), "rows of the adjacency matrix");
    nodes.checkEquals(shape[1], array.origin(), "columns of the adjacency matrix");
  }

  /** Builds a graph from edges that check their nodes. */
  static Graph build(Origin origin, NodeCount nodes, EdgeSource edges) throws IOException {
    return replay(() -> origin.checked(() -> Graph.fromEdges(nodes.count(), edges)));
  }

  /** Runs what reads an edge source and gives a failure to read its own type back. */
  static <T> T replay(Supplier<T> work) throws IOException {
    try {
      return work.get();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
