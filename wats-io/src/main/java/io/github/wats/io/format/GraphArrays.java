package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.npy.ElementReader;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.util.Optional;

/**
 * The graph of an archive in any of its usual forms: {@code edge_index} (2 × E), a SciPy matrix in
 * compressed rows with prefix {@code adj_} or none, or in coordinates ({@code row}, {@code col});
 * where there is none of them, {@code edges} (E × 2) of the heterophilous graphs, or compressed
 * rows with prefix {@code adj_matrix.}. Edges are streamed from the file into the graph.
 */
public final class GraphArrays {

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
    COORDINATES("shape", "row", "col"),
    EDGES("", "edges", "edges"),
    DOTTED_ROWS("adj_matrix.shape", "adj_matrix.indices", "adj_matrix.indptr");

    private final String shape;
    private final String first;
    private final String second;

    Form(String shape, String first, String second) {
      this.shape = shape;
      this.first = first;
      this.second = second;
    }

    private boolean isList() {
      return this == EDGE_INDEX || this == EDGES;
    }

    /** Whether another form in the same file is the graph instead. */
    private boolean comesLast() {
      return this == EDGES || this == DOTTED_ROWS;
    }
  }

  /** The graph in this archive, if there is one; two of them are an error. */
  static Optional<GraphArrays> find(NpzFile npz) {
    Optional<Form> stored = Optional.empty();
    for (Form form : Form.values()) {
      boolean ignored = stored.isPresent() && form.comesLast();
      if (npz.has(form.first) && npz.has(form.second) && !ignored) {
        npz.location()
            .check(
                stored.isEmpty(),
                "must hold one graph, got arrays '%s' and '%s'",
                stored.map(other -> other.first).orElse(""),
                form.first);
        stored = Optional.of(form);
      }
    }
    return stored.map(form -> new GraphArrays(npz, form));
  }

  static GraphArrays of(NpzFile npz) {
    return find(npz).orElseThrow(() -> npz.location().lacks("have " + NodeField.GRAPH.rule()));
  }

  /** The graph in this archive; one that holds none is an error. */
  public static Graph read(NpzFile npz) throws IOException {
    GraphArrays arrays = of(npz);
    return arrays.graph(arrays.ownNodes());
  }

  /** The nodes by the shape of the matrix, or by the largest node of {@code edge_index}. */
  Nodes ownNodes() throws IOException {
    if (form.isList()) {
      return largestNode(list());
    }
    NpyArray shape = npz.array(form.shape);
    String reason = "from array '" + form.shape + "'";
    String evidence = form == Form.COORDINATES ? form.first : form.second;
    return Nodes.declared(
        shape.location(), SparseArrays.shape(shape)[0], reason, npz.array(evidence).elementCount());
  }

  /** The first array that identifies the graph. */
  String name() {
    return form.first;
  }

  /** How many edges are stored; duplicates, loops and both directions count. */
  long edgeCount() throws IOException {
    long elements = npz.array(form.first).elementCount();
    return form.isList() ? elements / 2 : elements;
  }

  private static Nodes largestNode(NpyArray array) throws IOException {
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
    return Nodes.declared(array.location(), largest + 1L, reason, array.elementCount() / 2);
  }

  /** The array of a list of edges. */
  private NpyArray list() throws IOException {
    NpyArray array = npz.array(form.first);
    int ends = form == Form.EDGES ? 1 : 0; // the axis of source and target
    boolean table = array.dimensions() == 2;
    String advice =
        table && array.length(1 - ends) == 2
            ? ": transpose it, " + form.first + ".T"
            : table && array.length(0) == array.length(1)
                ? ": of a dense matrix write np.stack(adjacency.nonzero())"
                : "";
    array.check(
        table && array.length(ends) == 2,
        "must be %s, got shape %s%s",
        ends == 0 ? "2 × E, sources above targets" : "E × 2, a source and a target in each row",
        array.shapeText(),
        advice);
    return array;
  }

  /** Builds the graph on these nodes. */
  Graph graph(Nodes nodes) throws IOException {
    if (form.isList()) {
      return EdgeRows.ofList(list(), form == Form.EDGES, nodes);
    }
    NpyArray shape = npz.array(form.shape);
    int[] sizes = SparseArrays.shape(shape);
    nodes.checkCount(sizes[0], shape.location(), "rows of the adjacency matrix");
    nodes.checkCount(sizes[1], shape.location(), "columns of the adjacency matrix");
    return form == Form.COORDINATES
        ? EdgeRows.ofCoordinates(npz.array(form.first), npz.array(form.second), nodes)
        : SparseArrays.open(npz, form.shape.replace("shape", "")).graph();
  }
}
