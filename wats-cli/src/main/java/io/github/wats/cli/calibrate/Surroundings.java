package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.cli.console.Format;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * In words, how a node and its surroundings differ from those of the other nodes: quantities
 * outside the middle half of all nodes are named, with the median.
 */
final class Surroundings {
  private final List<String> words = new ArrayList<>();
  private final int count;
  private final int node;

  private Surroundings(int count, int node) {
    this.count = count;
    this.node = node;
  }

  /** Such as "few neighbors (1, median 3)"; with a split also how far training nodes are. */
  static List<String> words(CalibrationData nodes, Optional<Split> split, int node) {
    Graph graph = nodes.graph();
    Surroundings found = new Surroundings(graph.nodeCount(), node);
    found.add("few neighbors", "many neighbors", "", graph::degree);
    NodeSet training = split.map(Split::train).orElse(NodeSet.of(graph.nodeCount()));
    if (training.contains(node)) {
      found.words.add("a training node");
    } else if (!training.isEmpty()) {
      int[] hops = graph.distancesFrom(training.toArray(), Integer.MAX_VALUE);
      IntToDoubleFunction distance =
          i -> hops[i] == Graph.UNREACHED ? Double.POSITIVE_INFINITY : hops[i];
      found.add("near training nodes", "far from training nodes", " steps", distance);
    }
    int[] classes =
        IntStream.range(0, graph.nodeCount()).map(nodes.logits()::predictedClass).toArray();
    double[] alike = GraphStatistics.of(graph).agreement(classes);
    IntToDoubleFunction agreement = i -> 100 * alike[i];
    found.add("few neighbors predicted like it", "neighbors predicted like it", " %", agreement);
    IntToDoubleFunction confidence = i -> 100 * Calibration.confidenceBefore(nodes.logits(), i);
    found.add("an unsure network", "a sure network", " %", confidence);
    return found.words.isEmpty() ? List.of("a usual place in the graph") : found.words;
  }

  private void add(String low, String high, String unit, IntToDoubleFunction quantity) {
    double value = quantity.applyAsDouble(node);
    IntStream all = IntStream.range(0, count);
    double[] sorted = all.mapToDouble(quantity).filter(x -> !Double.isNaN(x)).sorted().toArray();
    int half = sorted.length / 2; // NaN, as without neighbors, is neither low nor high
    if (half > 0 && (value < sorted[half / 2] || value > sorted[half + half / 2])) {
      String name = value < sorted[half] ? low : high;
      words.add(Format.text("%s (%.0f%s, median %.0f%s)", name, value, unit, sorted[half], unit));
    }
  }
}
