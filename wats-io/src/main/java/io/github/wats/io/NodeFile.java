package io.github.wats.io;

import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Reads node files, archives with what is known about the nodes of a graph:
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
public final class NodeFile {
  private static final String ANNOUNCED = "num_nodes";

  private NodeFile() {}

  /** What there is to read. */
  public enum Part {
    GRAPH,
    LOGITS,
    LABELS,
    SPLIT,
    FEATURES
  }

  /** Everything the file holds. */
  public static NodeData read(Path file) throws IOException {
    return read(file, EnumSet.allOf(Part.class));
  }

  /** Only some parts; the others are not looked at and do not cost time or memory. */
  public static NodeData read(Path file, Set<Part> parts) throws IOException {
    try (NpzFile npz = NpzFile.open(file)) {
      return read(npz, parts);
    }
  }

  /** Parts of an open archive. */
  public static NodeData read(NpzFile npz, Set<Part> parts) throws IOException {
    NodeCount nodes = nodeCount(npz);
    checkAnnounced(npz, nodes);
    NodeData data = NodeData.of(npz.origin(), nodes.count()).withIds(ids(npz, nodes));
    if (parts.contains(Part.LOGITS) && npz.has("logits")) {
      data = data.withLogits(NodeArrays.logits(npz.array("logits")));
    }
    if (parts.contains(Part.LABELS) && labelArray(npz).isPresent()) {
      NpyArray array = npz.array(labelArray(npz).orElseThrow());
      data = data.withLabels(NodeArrays.labels(array, nodes, classCount(npz)));
    }
    if (parts.contains(Part.SPLIT) && SplitArrays.has(npz)) {
      data = data.withSplit(SplitArrays.read(npz, nodes));
    }
    if (parts.contains(Part.FEATURES) && NodeArrays.hasFeatures(npz)) {
      data = data.withFeatures(NodeArrays.features(npz, nodes));
    }
    if (parts.contains(Part.GRAPH)) {
      Optional<GraphArrays> graph = GraphArrays.find(npz);
      if (graph.isPresent()) {
        data = data.withGraph(graph.get().graph(nodes));
      }
    }
    return data;
  }

  private static void checkAnnounced(NpzFile npz, NodeCount nodes) throws IOException {
    if (npz.has(ANNOUNCED)) {
      NpyArray array = npz.array(ANNOUNCED);
      array.origin().check(array.elementCount() == 1, "must be one number");
      nodes.checkEquals(array.toLongs()[0], array.origin(), "the number");
    }
  }

  /** The number of classes, if the logits tell it. */
  private static Optional<Integer> classCount(NpzFile npz) throws IOException {
    return npz.has("logits")
        ? Optional.of(npz.array("logits").withDimensions(2).length(1))
        : Optional.empty();
  }

  private static Optional<String> labelArray(NpzFile npz) {
    return npz.has("y")
        ? Optional.of("y")
        : npz.has("labels") ? Optional.of("labels") : Optional.empty();
  }

  private static NodeIds ids(NpzFile npz, NodeCount nodes) throws IOException {
    if (!npz.has("node_ids")) {
      return NodeIds.numbers(nodes.count());
    }
    NpyArray array = npz.array("node_ids").withDimensions(1);
    nodes.checkEquals(array.elementCount(), array.origin(), "entries");
    return NodeArrays.ids(array);
  }

  static NodeCount nodeCount(NpzFile npz) throws IOException {
    for (String name : new String[] {"logits", "x", "y", "labels"}) {
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
    return announcedCount(npz);
  }

  private static NodeCount announcedCount(NpzFile npz) throws IOException {
    Optional<GraphArrays> graph = GraphArrays.find(npz);
    if (npz.has(ANNOUNCED)) {
      long edges = graph.isPresent() ? graph.get().edgeCount() : 0;
      return NodeArrays.announced(npz.array(ANNOUNCED), edges);
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
}
