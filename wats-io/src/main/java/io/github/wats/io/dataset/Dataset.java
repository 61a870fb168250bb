package io.github.wats.io.dataset;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import java.util.List;
import java.util.Optional;

/**
 * A graph whose nodes have features and labels, prepared as its catalogue entry says.
 *
 * @param name its name in the catalogue
 * @param graph the graph as used, for some data sets the largest component of the published one
 * @param features one row per node; empty where the available files have none
 * @param labels one label per node
 * @param classNames the names of the classes, in their order; empty if unknown
 * @param publicSplits the splits published with the data, the usual one first; may be empty
 * @param fingerprint SHA-256 (hexadecimal) over names and contents of the files it was read from,
 *     or over the settings it was generated with
 */
public record Dataset(
    String name,
    Graph graph,
    Optional<FeatureMatrix> features,
    Labels labels,
    List<String> classNames,
    List<Split> publicSplits,
    String fingerprint) {
  public Dataset {
    classNames = List.copyOf(classNames);
    publicSplits = List.copyOf(publicSplits);
    int nodes = graph.nodeCount();
    checkCount("one label per node", nodes, labels.nodeCount());
    features.ifPresent(x -> checkCount("one row of features per node", nodes, x.rows()));
    publicSplits.forEach(split -> checkCount("a split of all nodes", nodes, split.nodeCount()));
    if (!classNames.isEmpty()) {
      checkCount("one name per class", labels.classCount(), classNames.size());
    }
  }

  private static void checkCount(String rule, int expected, int got) {
    Check.argument(got == expected, "%s: expected %d, got %d", rule, expected, got);
  }

  public int nodeCount() {
    return graph.nodeCount();
  }

  public int classCount() {
    return labels.classCount();
  }

  /** The usual one of the published splits. */
  public Optional<Split> publicSplit() {
    return publicSplits.stream().findFirst();
  }

  /** The nodes as a node file holds them, with a split if there is one. */
  public NodeData nodeData(Optional<Split> split) {
    NodeData data =
        NodeData.of(new Location(name), nodeCount()).withGraph(graph).withLabels(labels);
    NodeData complete = features.map(data::withFeatures).orElse(data);
    return split.map(complete::withSplit).orElse(complete);
  }

  /** The features; if they are missing, the exception explains how to get them. */
  public FeatureMatrix requiredFeatures() {
    return features.orElseThrow(
        () ->
            new DatasetUnavailableException(
                ("the available files of %s have its graph and labels but no node features, which"
                        + " training needs; 'wats dataset get %s' downloads the complete data set")
                    .formatted(name, name)));
  }
}
