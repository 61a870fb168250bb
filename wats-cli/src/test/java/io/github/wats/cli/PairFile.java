package io.github.wats.cli;

import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** A file of pairs of nodes: those with close numbers are linked more often than scores say. */
public final class PairFile {
  private PairFile() {}

  /** Writes a random graph and pairs, the first half of them for validation. */
  public static void write(Path file, int nodes, int edges, int pairs, long seed)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    int[] graph = new int[2 * edges];
    for (int k = 0; k < edges; k++) {
      graph[k] = random.nextInt(nodes);
      graph[edges + k] = (graph[k] + 1 + random.nextInt(4)) % nodes;
    }
    int[] ends = new int[2 * pairs];
    double[] scores = new double[pairs];
    long[] labels = new long[pairs];
    boolean[] validation = new boolean[pairs];
    boolean[] test = new boolean[pairs];
    for (int k = 0; k < pairs; k++) {
      ends[2 * k] = random.nextInt(nodes);
      int far = 1 + random.nextInt(random.nextBoolean() ? 4 : nodes - 1);
      ends[2 * k + 1] = (ends[2 * k] + far) % nodes;
      scores[k] = 3 * random.nextDouble() + (far < 5 ? 1 : 0);
      double logit = scores[k] - 2.5 + (far < 5 ? 1.5 : 0);
      labels[k] = random.nextDouble() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
      validation[k] = k < pairs / 2;
      test[k] = !validation[k];
    }
    NpzWriter.write(
        file,
        out ->
            out.put("pairs", NpyData.of(ends, pairs, 2))
                .put("scores", NpyData.of(scores, pairs))
                .put("y", NpyData.of(labels, pairs))
                .put("val_mask", NpyData.of(validation, pairs))
                .put("test_mask", NpyData.of(test, pairs))
                .put("edge_index", NpyData.of(graph, 2, edges))
                .put("num_nodes", NpyData.of(new long[] {nodes}, 1)));
  }
}
