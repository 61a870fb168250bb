package io.github.wats.testing;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.PairData;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Seeded pairs of a random graph, of which those with neighbors in common are linked more often.
 */
public final class RandomPairs {
  private RandomPairs() {}

  /** A third of the pairs each for training, validation and tests. */
  public static CalibrationData of(int nodes, int edges, int pairs, long seed) {
    Graph graph = RandomGraphs.uniform(nodes, edges, seed);
    Random random = new Random(seed + 1);
    int[] sources = new int[pairs];
    int[] targets = new int[pairs];
    double[] scores = new double[pairs];
    int[] labels = new int[pairs];
    for (int k = 0; k < pairs; k++) {
      int source = random.nextInt(nodes);
      int target = (source + 1 + random.nextInt(nodes - 1)) % nodes;
      sources[k] = source;
      targets[k] = target;
      scores[k] = 4 * random.nextDouble() - 1;
      long common =
          IntStream.range(0, graph.degree(source))
              .filter(i -> graph.hasEdge(graph.neighbor(source, i), target))
              .count();
      double logit = 2 * scores[k] - 2 + common + 0.1 * graph.degree(source);
      labels[k] = random.nextDouble() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
    }
    return CalibrationData.of(PairData.of(graph, sources, targets), Logits.ofBinary(scores))
        .withLabels(Labels.of(2, labels))
        .withSplit(
            new Split(
                range(pairs, 0, pairs / 3),
                range(pairs, pairs / 3, 2 * pairs / 3),
                range(pairs, 2 * pairs / 3, pairs)));
  }

  private static NodeSet range(int all, int from, int to) {
    return NodeSet.of(all, IntStream.range(from, to).toArray());
  }
}
