package io.github.wats.benchmarks;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import io.github.wats.matrix.SparsePattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Builds a graph of Reddit's size from its directed edges in random order and reports seconds and
 * memory, then gives the same edges to SciPy's {@code coo → csr}, if Python has SciPy.
 */
public final class GraphBuildBenchmark {
  private static final int ROUNDS = 3;

  private GraphBuildBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Graph made = redditSized();
    int nodes = made.nodeCount();
    int[][] edges = edges(made);
    double csrBytes = 4.0 * (made.adjacency().entryCount() + nodes + 1);
    Report.print("%s, %d directed edges given, %d threads", made, edges[0].length, Rows.threads());
    double best = Double.POSITIVE_INFINITY;
    for (int round = 1; round <= ROUNDS; round++) {
      Measured<Graph> built = Measured.of(() -> Graph.fromEdges(nodes, edges[0], edges[1]));
      if (!built.result().equals(made)) {
        throw new IllegalStateException("the graph differs from the one its edges came from");
      }
      best = Math.min(best, built.seconds());
      Report.print(
          "wats  round %d: %.2f s, %.2f cpu s, peak beyond input %.2f × CSR",
          round, built.seconds(), built.cpuSeconds(), built.extraBytes() / csrBytes);
    }
    compareWithSciPy(nodes, edges, best);
  }

  /** A generated graph with Reddit's numbers of nodes and edges. */
  static Graph redditSized() {
    GeneratorSettings settings =
        GeneratorSettings.DEFAULT
            .withNodes(232_965)
            .withAverageDegree(114_615_892.0 / 232_965)
            .withClasses(41)
            .withIsolatedFraction(0)
            .withFeatures(1)
            .withWordsPerNode(1);
    return GraphGenerator.generate(settings, 0).graph();
  }

  /** Both directions of every edge in random order. */
  private static int[][] edges(Graph graph) {
    SparsePattern rows = graph.adjacency();
    int[][] edges = {new int[rows.entryCount()], rows.columns().clone()};
    for (int i = 0; i < rows.rowCount(); i++) {
      Arrays.fill(edges[0], rows.offset(i), rows.offset(i + 1), i);
    }
    shuffle(edges);
    return edges;
  }

  /** Puts edges into a random order, always the same one. */
  private static void shuffle(int[][] edges) {
    SplittableRandom random = new SplittableRandom(0);
    for (int k = edges[0].length - 1; k > 0; k--) {
      int other = random.nextInt(k + 1);
      for (int[] ends : edges) {
        int end = ends[k];
        ends[k] = ends[other];
        ends[other] = end;
      }
    }
  }

  private static void compareWithSciPy(int nodes, int[][] edges, double best)
      throws IOException, InterruptedException {
    if (!Programs.hasPython("scipy")) {
      Report.print("scipy: no %s with SciPy here", Programs.PYTHON);
      return;
    }
    Path file = Programs.write(edges);
    double scipy = Double.POSITIVE_INFINITY;
    for (String line : Programs.python("graph_peer.py", file, nodes, ROUNDS)) {
      Report.print("scipy (seconds, cpu seconds, entries, version): %s", line);
      scipy = Math.min(scipy, Double.parseDouble(line.split(" ", 2)[0]));
    }
    Files.delete(file);
    Report.print("scipy / wats, best of %d each: %.1f", ROUNDS, scipy / best);
  }
}
