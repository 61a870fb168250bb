package io.github.wats.io.synthetic;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.internal.Check;
import io.github.wats.internal.Heap;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.Labels;
import java.util.Arrays;

/**
 * Generates node classification tasks: a graph with communities and a skewed distribution of
 * degrees, bags of words that depend on the class, and labels of which some are wrong. The same
 * settings and seed give the same task on any number of threads; time and memory are linear in
 * nodes and edges.
 */
public final class GraphGenerator {
  /**
   * Largest weight over smallest: the largest degree is then some 40 times the mean, as in Cora.
   */
  private static final double WEIGHT_RANGE = 100;

  private GraphGenerator() {}

  /**
   * A generated task.
   *
   * @param features words (nodes × features): rows sum to 1
   * @param labels the label of each node, noise included
   */
  public record Generated(Graph graph, SparseMatrix features, Labels labels) {}

  public static Generated generate(GeneratorSettings settings, long seed) {
    long edges = settings.edges();
    Check.argument(
        edges <= GraphBuilder.MOST_DIRECTED_EDGES / 2,
        "a graph holds at most %d edges, the settings require %d",
        GraphBuilder.MOST_DIRECTED_EDGES / 2,
        edges);
    checkMemory(settings, edges);
    int[] classOf = classes(settings, Seeds.derive(seed, "classes"));
    double[] weights = weights(settings, seed);
    Graph graph =
        switch (settings.kind()) {
          case BLOCK ->
              new BlockModel(classOf, settings.classes(), weights)
                  .graph(edges, settings.homophily(), Seeds.derive(seed, "graph"));
          case GROWING -> growing(settings, classOf, weights, Seeds.derive(seed, "graph"));
        };
    SparseMatrix features =
        new TopicWords(classOf, settings, Seeds.derive(seed, "features")).matrix();
    int[] labels = noisy(classOf, graph, settings, Seeds.derive(seed, "label noise"));
    return new Generated(graph, features, Labels.of(settings.classes(), labels));
  }

  /** The graph and its construction, the words, and the arrays with a value per node. */
  private static void checkMemory(GeneratorSettings settings, long edges) {
    long bytesPerNode = (long) (8 * settings.wordsPerNode() + 40);
    Heap.require(
        3L * Integer.BYTES * edges + bytesPerNode * settings.nodes(),
        "generating %,d nodes and %,d edges",
        settings.nodes(),
        edges);
  }

  /** Classes of sizes in proportion to {@code 1 / √(c + 1)}, in random order of nodes. */
  private static int[] classes(GeneratorSettings settings, long stream) {
    double total = 0;
    for (int c = 0; c < settings.classes(); c++) {
      total += 1 / Math.sqrt(c + 1);
    }
    int[] classOf = new int[settings.nodes()];
    double before = 0;
    for (int c = 0; c < settings.classes(); c++) {
      int start = (int) Math.round(before / total * classOf.length);
      Arrays.fill(classOf, start, classOf.length, c);
      before += 1 / Math.sqrt(c + 1);
    }
    Seeds.shuffleInPlace(classOf, 0, classOf.length, stream);
    return classOf;
  }

  /**
   * Weights from the power law truncated at {@link #WEIGHT_RANGE}, and 0 for isolated nodes. {@link
   * StrictMath}, so that a seed gives the same graph on every machine.
   */
  private static double[] weights(GeneratorSettings settings, long seed) {
    double power = settings.degreeExponent() - 1;
    double tail = 1 - StrictMath.pow(WEIGHT_RANGE, -power);
    long stream = Seeds.derive(seed, "weights");
    double[] weights = new double[settings.nodes()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = StrictMath.pow(1 - Seeds.unit(Seeds.bits(stream, i)) * tail, -1 / power);
    }
    int[] order = new int[weights.length];
    Arrays.setAll(order, i -> i);
    Seeds.shuffleInPlace(order, 0, order.length, Seeds.derive(seed, "isolated nodes"));
    for (int k = 0; k < Math.round(settings.isolatedFraction() * order.length); k++) {
      weights[order[k]] = 0;
    }
    return weights;
  }

  private static Graph growing(
      GeneratorSettings settings, int[] classOf, double[] weights, long seed) {
    int n = classOf.length;
    boolean[] single = new boolean[n];
    long coins = Seeds.derive(seed, "nodes with one edge");
    for (int i = 0; i < n; i++) {
      single[i] = Seeds.unit(Seeds.bits(coins, i)) < settings.singleFraction();
    }
    int[] added =
        GrowingGraph.added(weights, single, settings.edges(), Seeds.derive(seed, "edges brought"));
    return new GrowingGraph(classOf, settings.classes(), added).graph(settings.homophily(), seed);
  }

  /** Replaces labels by uniform wrong ones with a probability that decreases with the degree. */
  private static int[] noisy(int[] classOf, Graph graph, GeneratorSettings settings, long stream) {
    int[] labels = classOf.clone();
    for (int i = 0; i < labels.length; i++) {
      double noise =
          settings.labelNoise() + settings.lowDegreeNoise() / Math.max(1, graph.degree(i));
      if (Seeds.unit(Seeds.bits(stream, 2L * i)) < noise) {
        int step = 1 + Seeds.below(Seeds.bits(stream, 2L * i + 1), settings.classes() - 1);
        labels[i] = (labels[i] + step) % settings.classes();
      }
    }
    return labels;
  }
}
