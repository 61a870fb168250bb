package io.github.wats.spark;

import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;

/**
 * The recurrence of {@link WaveletFeatures} on blocks: with {@code t_k = D^(−1/2) T_k} it reads
 * {@code t_k = −2 D^(−1) A t_(k−1) − t_(k−2)}. A round sends t of every node to the blocks with a
 * neighbor. Nothing is computed before the features are: all rounds are stages of one job.
 */
final class WaveletRounds {
  private WaveletRounds() {}

  /** The features of the nodes of each block (n × columns). */
  static JavaRDD<double[]> features(GraphBlocks graph, WaveletSettings settings) {
    List<JavaRDD<double[]>> terms = new ArrayList<>();
    terms.add(graph.held(graph.blocks().map(block -> start(block, settings))));
    for (int k = 1; k <= settings.k(); k++) {
      int factor = k == 1 ? 1 : 2; // t_1 = −D^(−1) A t_0
      JavaRDD<double[]> means = graph.means(terms.get(k - 1), 1);
      JavaRDD<double[]> older = terms.get(Math.max(0, k - 2));
      terms.add(graph.held(means.zip(older).map(pair -> next(factor, pair._1(), pair._2()))));
    }
    JavaRDD<List<double[]>> all = graph.blocks().map(block -> List.of());
    for (JavaRDD<double[]> term : terms) {
      all =
          all.zip(term)
              .map(pair -> Stream.concat(pair._1().stream(), Stream.of(pair._2())).toList());
    }
    double[][] weights = WaveletFeatures.weights(settings);
    return graph.blocks().zip(all).map(pair -> features(pair._1(), pair._2(), weights));
  }

  /** {@code sqrt(degree)}, 1 for an isolated node. */
  private static double root(Block block, int row) {
    return Math.sqrt(Math.max(1, block.degree(row)));
  }

  private static double[] start(Block block, WaveletSettings settings) {
    double[] start = new double[block.keys().length];
    Arrays.setAll(start, row -> settings.signalOf(block.degree(row)) / root(block, row));
    return start;
  }

  private static double[] next(int factor, double[] mean, double[] older) {
    double[] next = new double[mean.length];
    Arrays.setAll(next, row -> -factor * mean[row] - (factor - 1) * older[row]);
    return next;
  }

  private static double[] features(Block block, List<double[]> terms, double[][] weights) {
    int width = weights.length * terms.size();
    double[] features = new double[Math.multiplyExact(block.keys().length, width)];
    double[] own = new double[terms.size()];
    for (int row = 0; row < block.keys().length; row++) {
      for (int k = 0; k < own.length; k++) {
        own[k] = root(block, row) * terms.get(k)[row];
      }
      System.arraycopy(WaveletFeatures.row(own, weights), 0, features, row * width, width);
    }
    return features;
  }
}
