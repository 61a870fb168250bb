package io.github.wats.io.dataset;

import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.prediction.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
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
    NodeData data = whole(folder);
    int[] labels = data.requireLabels().toArray();
    for (int i = 0; i < labels.length; i++) {
      data.location()
          .check(labels[i] != Labels.UNKNOWN, "must give every node a label, node %d has none", i);
    }
    return LargestComponent.of(
        new Dataset(
            name,
            data.requireGraph(),
            Optional.empty(),
            data.requireLabels(),
            List.of(),
            List.of(),
            fingerprint));
  }

  /** The graph with all its components. */
  NodeData whole(Path folder) throws IOException {
    return NodeReader.read(
        List.of(
            Source.of(folder.resolve(stem + ".labels.txt"), NodeField.LABELS),
            Source.of(folder.resolve(stem + ".edges.txt"), NodeField.GRAPH)),
        EnumSet.of(NodeField.LABELS, NodeField.GRAPH));
  }
}
