package io.github.wats.cli.calibrate;

import io.github.wats.cli.console.UsageException;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.internal.Misspelt;
import io.github.wats.io.NodeData;
import io.github.wats.io.Origin;
import io.github.wats.io.format.NodeColumn;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.Slice;
import io.github.wats.metrics.Slice.Groups;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** What nodes are grouped by. */
final class SliceOptions {
  /** The number of groups of nodes of similar values. */
  private static final int GROUPS = 5;

  private static final List<String> NAMES =
      List.of("degree", "class", "confidence", "distance", "agreement", "component");

  @Option(
      names = "--by",
      paramLabel = "NAME",
      split = ",",
      description =
          "Evaluate slices by degree, class (predicted), confidence, distance (to the nearest"
              + " training node), agreement (share of neighbors predicted alike) or component (size"
              + " of the connected component).")
  private List<String> by = new ArrayList<>();

  @Option(
      names = "--group",
      paramLabel = "FILE",
      description =
          "Evaluate slices by a column of your own: a .npy array, or a .csv or .tsv file like one of"
              + " labels, with a word or a number for each node.")
  private List<String> files = new ArrayList<>();

  /** Whether slices are by class, of which there are more statistics. */
  boolean byClass() {
    return names().contains("class");
  }

  private List<String> names() {
    return by.stream().map(name -> name.trim().toLowerCase(Locale.ROOT)).toList();
  }

  /** Refuses names that are none. */
  void check() {
    for (String name : names()) {
      if (!NAMES.contains(name) && !isFile(name)) {
        throw new UsageException(
            "--by must be any of "
                + String.join(", ", NAMES)
                + ", got "
                + name
                + Misspelt.advice(name, NAMES)
                + "; give a column of your own with --group");
      }
    }
  }

  private static boolean isFile(String name) {
    return name.matches(".*\\.(npy|csv|tsv|txt)");
  }

  /**
   * The slices of outcomes whose nodes are those of the data, all corrected together; none if not
   * asked for.
   */
  List<Slice> slices(NodeData data, Probabilities predicted, Outcomes outcomes) throws IOException {
    List<Groups> groupings = new ArrayList<>();
    List<String> columns = new ArrayList<>(files);
    for (int k = 0; k < by.size(); k++) {
      String name = names().get(k);
      if (NAMES.contains(name)) {
        groupings.add(groups(name, data, predicted, outcomes));
      } else {
        columns.add(by.get(k).trim());
      }
    }
    for (String file : columns) {
      groupings.add(column(Path.of(file), data, outcomes));
    }
    return Slice.of(outcomes, groupings);
  }

  private static Groups groups(
      String name, NodeData data, Probabilities predicted, Outcomes outcomes) {
    return switch (name) {
      case "class" -> Groups.byPredictedClass(outcomes, data::className);
      case "confidence" -> Groups.byConfidence(outcomes, GROUPS);
      case "degree" -> Groups.byValue(name, outcomes, graph(name, data)::degree, GROUPS, "");
      case "distance" -> byDistance(name, data, outcomes);
      case "agreement" -> byAgreement(name, data, predicted, outcomes);
      default -> {
        GraphStatistics statistics = GraphStatistics.of(graph(name, data));
        yield Groups.byValue(name, outcomes, statistics::componentSize, GROUPS, "");
      }
    };
  }

  private static Graph graph(String name, NodeData data) {
    return data.graph()
        .orElseThrow(
            () ->
                data.origin()
                    .invalid("--by %s needs a graph: add 'edge_index' or give --graph", name));
  }

  private static Groups byDistance(String name, NodeData data, Outcomes outcomes) {
    int[] training = data.requireSplit().train().toArray();
    data.origin()
        .check(
            training.length > 0,
            "--by distance needs training nodes ('train_mask' or 'train_idx'), got none");
    int[] hops = graph(name, data).distancesFrom(training, Integer.MAX_VALUE);
    return Groups.byValue(
        name,
        outcomes,
        node -> hops[node] == Graph.UNREACHED ? Double.NaN : hops[node],
        GROUPS,
        "unreachable");
  }

  private static Groups byAgreement(
      String name, NodeData data, Probabilities predicted, Outcomes outcomes) {
    int[] classes =
        IntStream.range(0, predicted.nodeCount()).map(predicted::predictedClass).toArray();
    double[] shares = GraphStatistics.of(graph(name, data)).agreement(classes);
    return Groups.byValue(name, outcomes, node -> shares[node], GROUPS, "no neighbors");
  }

  /** Words and few whole numbers are groups of their own; other numbers are put into ranges. */
  private static Groups column(Path file, NodeData data, Outcomes outcomes) throws IOException {
    String[] entries = NodeColumn.read(file, data);
    String by = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
    boolean numbers =
        Arrays.stream(entries).allMatch(e -> e.isEmpty() || NodeColumn.number(e).isPresent());
    return Origin.of(file)
        .checked(
            () ->
                numbers
                    ? Groups.byValue(
                        by,
                        outcomes,
                        node -> NodeColumn.number(entries[node]).orElse(Double.NaN),
                        GROUPS,
                        "none")
                    : Groups.byName(
                        by, outcomes, node -> entries[node].isEmpty() ? "none" : entries[node]));
  }
}
