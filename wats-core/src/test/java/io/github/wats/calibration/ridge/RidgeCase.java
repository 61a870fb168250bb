package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Golden;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;

/** A graph with logits, labels and a split to fit the ridge on. */
record RidgeCase(Graph graph, Logits logits, Labels labels, Split split) {
  static final JsonNode GOLDEN = Golden.read("ridge.json");

  /** The 160 nodes of {@code golden/ridge.json}. */
  static RidgeCase golden() {
    int n = GOLDEN.get("nodes").intValue();
    GraphBuilder builder = GraphBuilder.withNodes(n);
    for (JsonNode edge : GOLDEN.get("edges")) {
      builder.edge(edge.get(0).intValue(), edge.get(1).intValue());
    }
    return new RidgeCase(
        builder.build(),
        Logits.of(Golden.matrix(GOLDEN.get("logits"))),
        Labels.of(GOLDEN.get("classes").intValue(), Golden.ints(GOLDEN.get("labels"))),
        split(n, Golden.ints(GOLDEN.get("train")), Golden.ints(GOLDEN.get("calibration"))));
  }

  /**
   * Communities with noisy, overconfident logits: a fifth trains, {@code calibration} calibrate.
   */
  static RidgeCase random(int nodes, int classes, int calibration, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] labels = new int[nodes];
    double[][] logits = new double[nodes][classes];
    for (int i = 0; i < nodes; i++) {
      labels[i] = random.nextInt(classes);
      for (int c = 0; c < classes; c++) {
        logits[i][c] = 3 * gaussian(random) + (c == labels[i] ? 4 : 0) + (c == 0 ? 1 : 0);
      }
    }
    GraphBuilder builder = GraphBuilder.withNodes(nodes);
    for (int k = 0; k < 3 * nodes; k++) {
      int source = random.nextInt(nodes);
      int target = random.nextInt(nodes - 3); // the last three have few edges, often none
      if (labels[source] == labels[target] || random.nextInt(6) == 0) {
        builder.edge(source, target);
      }
    }
    int[] train = new int[nodes / 5];
    int[] validation = new int[calibration];
    int[] order = shuffled(nodes, random);
    System.arraycopy(order, 0, train, 0, train.length);
    System.arraycopy(order, train.length, validation, 0, calibration);
    return new RidgeCase(
        builder.build(),
        Logits.of(logits),
        Labels.of(classes, labels),
        split(nodes, train, validation));
  }

  static Split split(int nodes, int[] train, int[] calibration) {
    boolean[] rest = new boolean[nodes];
    java.util.Arrays.fill(rest, true);
    for (int node : train) {
      rest[node] = false;
    }
    for (int node : calibration) {
      rest[node] = false;
    }
    return new Split(
        NodeSet.of(nodes, train), NodeSet.of(nodes, calibration), NodeSet.ofMask(rest));
  }

  static int[] shuffled(int nodes, SplittableRandom random) {
    int[] order = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }

  private static double gaussian(SplittableRandom random) {
    double sum = -6;
    for (int k = 0; k < 12; k++) {
      sum += random.nextDouble();
    }
    return sum;
  }

  /** With labels and split. */
  CalibrationData data() {
    return input().withLabels(labels).withSplit(split);
  }

  CalibrationData input() {
    return CalibrationData.of(graph, logits);
  }

  WaveletRidge.Fitted fit(Mode mode, NeighborLabels use) {
    return WaveletRidge.DEFAULT.withMode(mode).withNeighborLabels(use).fit(data(), 0);
  }

  RidgeTemperature.Fitted fitTemperature() {
    return new RidgeTemperature().fit(data(), 0);
  }

  RidgeCase withLabels(Labels newLabels) {
    return new RidgeCase(graph, logits, newLabels, split);
  }

  RidgeCase withLogits(Logits newLogits) {
    return new RidgeCase(graph, newLogits, labels, split);
  }

  RidgeCase withGraph(Graph newGraph) {
    return new RidgeCase(newGraph, logits, labels, split);
  }

  /** The same case with the label of each given node raised by one, the last becoming the first. */
  RidgeCase withOtherLabels(int... nodes) {
    int[] values = labels.toArray();
    for (int node : nodes) {
      values[node] = (values[node] + 1) % labels.classCount();
    }
    return withLabels(Labels.of(labels.classCount(), values));
  }
}
