package io.github.wats.io.dataset;

import io.github.wats.graph.EdgeSource;
import io.github.wats.graph.Graph;
import io.github.wats.io.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a graph from two text files, {@code STEM.edges.txt} (two nodes a line, separated by a tab)
 * and {@code STEM.labels.txt} (the label of node 0, 1, 2, …), and reduces it to its largest
 * component. There are no features.
 */
record ListsReader(String stem) implements DatasetLayout {
  @Override
  public Dataset read(Path folder, String name, String fingerprint) throws IOException {
    int[] labels = IntegerLines.read(folder.resolve(stem + ".labels.txt"), 1);
    Graph graph = graph(folder.resolve(stem + ".edges.txt"), labels.length);
    return LargestComponent.of(name, fingerprint, graph, Optional.empty(), labels, List.of());
  }

  /** The whole graph of an edge list. */
  static Graph graph(Path file, int nodeCount) throws IOException {
    int[] ends = IntegerLines.read(file, 2);
    Origin origin = Origin.of(file);
    for (int k = 0; k < ends.length; k++) {
      if (ends[k] >= nodeCount) {
        throw origin
            .line(k / 2 + 1L)
            .invalid("nodes must be in 0 … %d, got %d", nodeCount - 1, ends[k]);
      }
    }
    EdgeSource edges =
        consumer -> {
          for (int k = 0; k < ends.length; k += 2) {
            consumer.accept(ends[k], ends[k + 1]);
          }
        };
    return Graph.fromEdges(nodeCount, edges);
  }
}
