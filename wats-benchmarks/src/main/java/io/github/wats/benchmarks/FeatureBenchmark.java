package io.github.wats.benchmarks;

import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;

/**
 * Wavelet features (K = 4, s = 0.4) of real data sets beside the peer program in SciPy, in CPU
 * milliseconds of one thread, warm: medians; and, as a bound, the four products they need and
 * nothing else in C (if there is gcc), the best of many. Arguments: the folder that holds {@code
 * peers} and {@code datasets}, then names of data sets, or {@code synthetic-reddit} for a generated
 * graph of Reddit's size.
 */
public final class FeatureBenchmark {
  private static final String GENERATED = "synthetic-reddit";

  /** Directed edges to go through for each of the three: many rounds of a small graph, few else. */
  private static final long WORK = 50_000_000;

  private static final int FEWEST = 5;
  private static final int MOST = 1_000;
  private static final int ROUNDS = 25;
  private static final int PEER_ROUNDS = 51;
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private FeatureBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path shared = Path.of(args[0]);
    for (String name : Arrays.asList(args).subList(1, args.length)) {
      Graph graph = graph(shared, name);
      ForkJoinPool pool = new ForkJoinPool(1);
      double own = pool.submit(() -> milliseconds(graph)).join();
      pool.shutdown();
      String[] peer = peer(shared, graph);
      double theirs = Double.parseDouble(peer[0]);
      Ratios.note("wavelet features, " + name, "SciPy", theirs / own);
      System.out.println(
          String.format(
              Locale.ROOT,
              "%s, %s: %.3f ms, peer (%s) %.2f ms, %.1f times as fast; sums of the first column"
                  + " differ by %.1e",
              name,
              graph,
              own,
              peer[1],
              theirs,
              theirs / own,
              Math.abs(firstColumn(features(graph)) - Double.parseDouble(peer[2]))));
      if (Files.isExecutable(Programs.GCC)) {
        double bound = productsInC(graph);
        System.out.println(
            String.format(
                Locale.ROOT,
                "  its four products in C: %.3f ms; the peer takes %.1f times that",
                bound,
                theirs / bound));
      }
    }
  }

  private static Graph graph(Path shared, String name) throws IOException {
    return name.equals(GENERATED)
        ? GraphGenerator.generate(
                GeneratorSettings.REDDIT_SIZED.withFeatures(1).withWordsPerNode(1), 0)
            .graph()
        : Datasets.load(new DataFolder(shared.resolve("datasets")), name).graph();
  }

  private static int rounds(Graph graph) {
    long once = Math.max(1, graph.adjacency().entryCount());
    return (int) Math.max(FEWEST, Math.min(MOST, WORK / once));
  }

  private static double productsInC(Graph graph) throws IOException, InterruptedException {
    Path file = Files.createTempFile("wats", ".csr");
    Path program = Programs.compile("wavelet.c");
    try {
      Programs.writeCsr(graph.adjacency(), file);
      List<String> lines = Programs.run(program.toString(), file.toString(), "" + rounds(graph));
      double seconds = Double.parseDouble(lines.get(1).split("\t", -1)[1]);
      return 1e3 * WaveletSettings.DEFAULT.order() * seconds;
    } finally {
      Files.delete(program);
      Files.delete(file);
    }
  }

  private static FeatureTable features(Graph graph) {
    return WaveletFeatures.of(graph, WaveletSettings.DEFAULT);
  }

  private static double milliseconds(Graph graph) {
    int warmUp = rounds(graph);
    int perRound = Math.max(1, warmUp / ROUNDS);
    for (int k = 0; k < warmUp; k++) {
      features(graph);
    }
    double[] rounds = new double[Math.min(ROUNDS, warmUp)];
    for (int round = 0; round < rounds.length; round++) {
      long start = CLOCK.getCurrentThreadCpuTime();
      for (int k = 0; k < perRound; k++) {
        features(graph);
      }
      rounds[round] = (CLOCK.getCurrentThreadCpuTime() - start) / 1e6 / perRound;
    }
    Arrays.sort(rounds);
    return rounds[rounds.length / 2];
  }

  private static double firstColumn(FeatureTable table) {
    double sum = 0;
    for (int i = 0; i < table.nodeCount(); i++) {
      sum += table.get(i, 0);
    }
    return sum;
  }

  private static String[] peer(Path shared, Graph graph) throws IOException, InterruptedException {
    Path script = Programs.copy("feature_peer.py");
    Path rows = Files.createTempFile("wats", ".csr");
    try {
      Programs.writeCsr(graph.adjacency(), rows);
      return Programs.run(
              Programs.PYTHON.toString(),
              script.toString(),
              shared.resolve("peers").toString(),
              rows.toString(),
              "" + Math.min(PEER_ROUNDS, rounds(graph)))
          .get(0)
          .split("\t", -1);
    } finally {
      Files.delete(rows);
      Files.delete(script);
    }
  }
}
