package io.github.wats.cli.dataset;

import io.github.wats.cli.console.UsageException;
import io.github.wats.io.Hashes;
import io.github.wats.io.NodeData;
import io.github.wats.io.Origin;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.Part;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;

/**
 * What a network is trained on: nodes with a split, where they are from, and what they are called.
 */
record TrainingSource(String name, NodeData data, Map<String, String> fingerprint) {
  /** A data set with its published split, or a random one of 20/10/70. */
  static TrainingSource of(Dataset dataset, boolean publicSplit, long seed) {
    Split split =
        publicSplit
            ? dataset
                .publicSplit()
                .orElseThrow(
                    () -> new UsageException("no split was published with " + dataset.name()))
            : Splits.random(dataset.nodeCount(), Splits.Shares.DEFAULT, seed);
    NodeData data =
        NodeData.of(new Origin(dataset.name()), dataset.nodeCount())
            .withGraph(dataset.graph())
            .withLabels(dataset.labels())
            .withSplit(split)
            .withFeatures(dataset.requiredFeatures());
    return new TrainingSource(
        dataset.name(), data, Map.of("dataset", dataset.name(), "sha256", dataset.fingerprint()));
  }

  /** A node file with the split it has, or a random one of 20/10/70. */
  static TrainingSource of(Path file, long seed) throws IOException {
    NodeData data =
        NodeReader.read(file, EnumSet.of(Part.GRAPH, Part.FEATURES, Part.LABELS, Part.SPLIT));
    NodeData whole =
        data.split().isPresent()
            ? data
            : data.withSplit(Splits.random(data.nodeCount(), Splits.Shares.DEFAULT, seed));
    return new TrainingSource(file.toString(), whole, Map.of("sha256", Hashes.sha256(file)));
  }
}
