package io.github.wats.io.dataset;

import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads the archives of heterophilous-graphs (Platonov et al., ICLR 2023): {@code node_features},
 * {@code node_labels}, {@code edges}, and masks of ten splits, of which the first is the public
 * split here. The graph is used whole.
 */
record HeterophilousReader(String file) implements DatasetLayout {
  private static final Set<NodeField> PARTS =
      EnumSet.of(NodeField.GRAPH, NodeField.FEATURES, NodeField.LABELS, NodeField.SPLIT);

  @Override
  public Dataset read(Path folder, String name, String fingerprint) throws IOException {
    NodeReader.Source source =
        new NodeReader.Source(folder.resolve(file), PARTS).withSplit(OptionalInt.of(0));
    NodeData nodes = NodeReader.read(List.of(source), PARTS);
    return new Dataset(
        name,
        nodes.requireGraph(),
        Optional.of(nodes.requireFeatures()),
        nodes.requireLabels(),
        List.of(),
        List.of(nodes.requireSplit()),
        fingerprint);
  }
}
