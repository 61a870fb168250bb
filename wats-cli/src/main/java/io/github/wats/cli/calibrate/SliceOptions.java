package io.github.wats.cli.calibrate;

import io.github.wats.calibration.MultiLabelData;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.UsageException;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.internal.Misspelt;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeColumn;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.Slice;
import io.github.wats.metrics.Slice.Groups;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** What nodes are grouped by. */
final class SliceOptions {
  /** The number of groups of nodes of similar values. */
  private static final int GROUPS = 5;

  private static final List<String> NAMES =
      List.of("degree", "class", "confidence", "distance", "agreement", "component");
  private static final List<String> OF_LABELS = List.of("label", "degree", "confidence");
  private static final String BY_LABEL =
      "--by label is for --multi-label: where the true class is known, correct probabilities have"
          + " gaps too; use --by class, the predicted one";

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
          "Evaluate slices by a column of your own: a .npy array, or a .csv or .tsv file like one"
              + " of labels, with a word or a number for each node.")
  private List<Path> files = new ArrayList<>();

  /** Whether slices are by class, of which there are more statistics. */
  boolean byClass() {
    return by.contains("class");
  }

  /** Refuses other names. */
  void check(boolean ofLabels) {
    if (ofLabels && !files.isEmpty()) {
      throw new UsageException("--group is for nodes, not for several labels: give --by label");
    }
    for (String name : by) {
      if (name.equals("label") && !ofLabels) {
        throw new UsageException(BY_LABEL);
      }
      if (ofLabels && !OF_LABELS.contains(name)) {
        String rule = "--by must be any of %s with --multi-label, got %s";
        throw new UsageException(Format.text(rule, String.join(", ", OF_LABELS), name));
      }
      if (!ofLabels && !NAMES.contains(name)) {
        throw new UsageException(
            Format.text(
                "--by must be any of %s, got %s%s; give a column of your own with --group",
                String.join(", ", NAMES), name, Misspelt.advice(name, NAMES)));
      }
    }
  }

  /** The slices of test nodes, all corrected together; none if not asked for. */
  List<Slice> slices(NodeData data, Probabilities predicted, Outcomes outcomes) throws IOException {
    List<Groups> groupings = new ArrayList<>();
    for (String name : new LinkedHashSet<>(by)) {
      groupings.add(groups(name, data, predicted, outcomes));
    }
    for (Path file : files) {
      groupings.add(column(file, data, outcomes));
    }
    return Slice.of(outcomes, groupings);
  }

  private static Groups groups(
      String name, NodeData data, Probabilities predicted, Outcomes outcomes) {
    Optional<Groups> plain = Groups.of(name, outcomes, GROUPS, data::className);
    if (plain.isPresent()) {
      return plain.get();
    }
    if (name.equals("label")) {
      MultiLabelData all = data.ids().severalLabels().orElseThrow();
      return Groups.byName(
          name, outcomes.size(), k -> all.names().get(all.label(outcomes.node(k))));
    }
    String rule = "--by %s needs a graph: add 'edge_index' or give --graph";
    Graph graph = data.graph().orElseThrow(() -> data.location().invalid(rule, name));
    IntToDoubleFunction value =
        switch (name) {
          case "distance" -> distances(graph, data);
          case "agreement" -> {
            int[] classes =
                IntStream.range(0, graph.nodeCount()).map(predicted::predictedClass).toArray();
            double[] shares = GraphStatistics.of(graph).agreement(classes);
            yield node -> shares[node];
          }
          default -> GraphStatistics.of(graph)::componentSize;
        };
    String none = name.equals("distance") ? "unreachable" : "no neighbors";
    return Groups.byValue(
        name, outcomes.size(), k -> value.applyAsDouble(outcomes.node(k)), GROUPS, none);
  }

  private static IntToDoubleFunction distances(Graph graph, NodeData data) {
    int[] training = data.requireSplit().train().toArray();
    String rule = "--by distance needs training nodes ('train_mask' or 'train_idx'), got none";
    data.location().check(training.length > 0, rule);
    int[] hops = graph.distancesFrom(training, Integer.MAX_VALUE);
    return node -> hops[node] == Graph.UNREACHED ? Double.NaN : hops[node];
  }

  /** Numbers are put into ranges if they are many; words are groups. */
  private static Groups column(Path file, NodeData data, Outcomes outcomes) throws IOException {
    String[] entries = NodeColumn.read(file, data);
    String by = String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "");
    boolean numbers =
        Arrays.stream(entries).allMatch(e -> e.isEmpty() || NodeColumn.number(e).isPresent());
    IntFunction<String> entry = k -> entries[outcomes.node(k)];
    IntToDoubleFunction number = k -> NodeColumn.number(entry.apply(k)).orElse(Double.NaN);
    IntFunction<String> word = k -> entry.apply(k).isEmpty() ? "none" : entry.apply(k);
    int size = outcomes.size();
    return Location.of(file)
        .checked(
            () ->
                numbers
                    ? Groups.byValue(by, size, number, GROUPS, "none")
                    : Groups.byName(by, size, word));
  }
}
