package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Node files: NumPy's {@code .npz} with what is known about the nodes of a graph.
 *
 * <ul>
 *   <li>{@code edge_index} (2 × E) or a SciPy matrix ({@code adj_data, adj_indices, …} or without
 *       the prefix, or {@code row, col}): the graph, symmetrized, without loops and duplicates
 *   <li>{@code logits} (N × C)
 *   <li>{@code y} or {@code labels} (N integers, −1 for unknown)
 *   <li>{@code train_mask, val_mask, test_mask} (N booleans) or {@code train_idx, …} (integers)
 *   <li>{@code x} (N × F) or {@code attr_data, attr_indices, attr_indptr, attr_shape}: features
 *   <li>{@code node_ids} (N strings or integers), {@code num_nodes} (one integer)
 * </ul>
 *
 * <p>N is the number of rows of {@code logits}; without logits that of the first of {@code x},
 * {@code y}, the masks, {@code num_nodes}, the shape of the adjacency matrix; without any of them
 * one more than the largest node of {@code edge_index}. The files of gnn-benchmark are node files.
 */
public final class NpzFormat implements NodeFormat {
  private static final String LOGITS = "logits";
  private static final String NODE_COUNT = "num_nodes";

  @Override
  public String name() {
    return "npz";
  }

  @Override
  public boolean matches(Path file, Set<Part> parts) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".npz");
  }

  @Override
  public NodeParts open(Path file, Set<Part> parts) throws IOException {
    return new Archive(NpzFile.open(file));
  }

  private record Archive(NpzFile npz) implements NodeParts {
    @Override
    public boolean has(Part part) {
      return switch (part) {
        case GRAPH -> GraphArrays.find(npz).isPresent();
        case LOGITS -> npz.has(LOGITS);
        case LABELS -> npz.has(labelArray());
        case SPLIT -> SplitArrays.has(npz);
        case FEATURES -> NodeArrays.hasFeatures(npz);
        case PROBABILITIES -> npz.has(ProbabilityFile.PROBABILITIES);
      };
    }

    @Override
    public InvalidDataException missing(Part part) {
      String rule =
          switch (part) {
            case GRAPH -> "hold a graph (edge_index, or a SciPy csr or coo matrix)";
            case LOGITS -> "have an array 'logits'";
            case LABELS -> "have an array 'y'";
            case SPLIT -> "have 'train_mask', 'val_mask', 'test_mask' or '…_idx'";
            case FEATURES -> "have an array 'x', or attr_data, …";
            case PROBABILITIES -> "have an array 'probabilities'";
          };
      return npz.origin().invalid("must %s, got %s", rule, npz.names());
    }

    @Override
    public Nodes nodes() throws IOException {
      NodeCount nodes = nodeCount();
      if (npz.has(NODE_COUNT)) {
        NpyArray array = npz.array(NODE_COUNT);
        array.origin().check(array.elementCount() == 1, "must be one number");
        nodes.checkEquals(array.toLongs()[0], array.origin(), "the number");
      }
      return new Nodes(ids(nodes), nodes.reason());
    }

    private NodeIds ids(NodeCount nodes) throws IOException {
      if (!npz.has("node_ids")) {
        return NodeIds.numbers(nodes.count());
      }
      NpyArray array = npz.array("node_ids").withDimensions(1);
      nodes.checkEquals(array.elementCount(), array.origin(), "entries");
      return NodeArrays.ids(array);
    }

    private NodeCount nodeCount() throws IOException {
      for (String name : new String[] {LOGITS, "x", "y", "labels"}) {
        if (npz.has(name)) {
          return NodeArrays.rowCount(npz.array(name), name);
        }
      }
      if (npz.has("attr_shape")) {
        int rows = SparseArrays.open(npz, "attr_").rows();
        return new NodeCount(rows, "the matrix 'attr_…' has " + rows + " rows");
      }
      for (String name : SplitArrays.MASKS) {
        if (npz.has(name)) {
          return NodeArrays.rowCount(npz.array(name), name);
        }
      }
      return announcedCount();
    }

    private NodeCount announcedCount() throws IOException {
      Optional<GraphArrays> graph = GraphArrays.find(npz);
      if (npz.has(NODE_COUNT)) {
        long edges = graph.isPresent() ? graph.get().edgeCount() : 0;
        return NodeArrays.announced(npz.array(NODE_COUNT), edges);
      }
      return graph
          .orElseThrow(
              () ->
                  npz.origin()
                      .invalid(
                          "must have logits, x, y, a mask or a graph to tell the nodes, got %s",
                          npz.names()))
          .ownNodeCount();
    }

    private String labelArray() {
      return !npz.has("y") && npz.has("labels") ? "labels" : "y";
    }

    @Override
    public Graph graph(Nodes nodes) throws IOException {
      return GraphArrays.find(npz).orElseThrow(() -> missing(Part.GRAPH)).graph(nodes.count());
    }

    @Override
    public Logits logits() throws IOException {
      return NodeArrays.logits(npz.array(LOGITS));
    }

    @Override
    public Labels labels(Nodes nodes, OptionalInt classes) throws IOException {
      OptionalInt known =
          classes.isEmpty() && npz.has(LOGITS)
              ? OptionalInt.of(npz.array(LOGITS).withDimensions(2).length(1))
              : classes;
      return NodeArrays.labels(npz.array(labelArray()), nodes.count(), known);
    }

    @Override
    public Split split(Nodes nodes) throws IOException {
      return SplitArrays.read(npz, nodes.count());
    }

    @Override
    public FeatureMatrix features(Nodes nodes) throws IOException {
      return NodeArrays.features(npz, nodes.count());
    }

    @Override
    public Probabilities probabilities(Nodes nodes) throws IOException {
      return NodeArrays.probabilities(npz.array(ProbabilityFile.PROBABILITIES), nodes.ids());
    }

    @Override
    public void close() throws IOException {
      npz.close();
    }
  }
}
