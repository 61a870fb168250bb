package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.cli.console.Format;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * In words, how a node and its surroundings differ from those of the other nodes: quantities
 * outside the middle half of all nodes are named, with the median.
 */
final class Surroundings {
  private Surroundings() {}

  /** Such as "few neighbors (1, median 3)"; with a split also how far training nodes are. */
  static List<String> words(CalibrationData nodes, Optional<Split> split, int node) {
    Graph graph = nodes.graph();
    int count = graph.nodeCount();
    List<String> words = new ArrayList<>();
    add(
        words,
        "few neighbors (%.0f, median %.0f)",
        "many neighbors (%.0f, median %.0f)",
        values(count, graph::degree),
        node);
    int[] training = split.map(parts -> parts.train().toArray()).orElse(new int[0]);
    if (split.map(parts -> parts.train().contains(node)).orElse(false)) {
      words.add("a training node");
    } else if (training.length > 0) {
      int[] hops = graph.distancesFrom(training, Integer.MAX_VALUE);
      String steps = " training nodes (%.0f steps, median %.0f)";
      IntToDoubleFunction distance =
          i -> hops[i] == Graph.UNREACHED ? Double.POSITIVE_INFINITY : hops[i];
      add(words, "near" + steps, "far from" + steps, values(count, distance), node);
    }
    int[] classes = IntStream.range(0, count).map(nodes.logits()::predictedClass).toArray();
    double[] agreement = GraphStatistics.of(graph).agreement(classes);
    add(
        words,
        "neighbors of other classes (%.0f %% alike, median %.0f %%)",
        "neighbors of its class (%.0f %% alike, median %.0f %%)",
        values(count, i -> 100 * agreement[i]),
        node);
    add(
        words,
        "an unsure network (%.0f %%, median %.0f %%)",
        "a sure network (%.0f %%, median %.0f %%)",
        values(count, i -> 100 * Calibration.confidenceBefore(nodes.logits(), i)),
        node);
    return words.isEmpty() ? List.of("a usual place in the graph") : words;
  }

  private static double[] values(int count, IntToDoubleFunction value) {
    return IntStream.range(0, count).mapToDouble(value::applyAsDouble).toArray();
  }

  private static void add(List<String> words, String low, String high, double[] all, int node) {
    double[] sorted = Arrays.stream(all).filter(x -> !Double.isNaN(x)).sorted().toArray();
    if (Double.isNaN(all[node]) || sorted.length == 0) {
      return;
    }
    double value = all[node];
    double median = sorted[sorted.length / 2];
    if (value < sorted[sorted.length / 4] || value > sorted[3 * sorted.length / 4]) {
      words.add(Format.text(value < median ? low : high, value, median));
    }
  }
}
