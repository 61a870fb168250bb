package io.github.wats.benchmarks;

import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Datasets;
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
 * peers} and {@code datasets}, then names of data sets.
 */
public final class FeatureBenchmark {
  private static final int WARM_UP = 1_000;
  private static final int ROUNDS = 25;
  private static final int PER_ROUND = 20;
  private static final int PEER_ROUNDS = 51;
  private static final int C_ROUNDS = 500;
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private FeatureBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path shared = Path.of(args[0]);
    for (String name : Arrays.asList(args).subList(1, args.length)) {
      Graph graph = Datasets.load(new DataFolder(shared.resolve("datasets")), name).graph();
      ForkJoinPool pool = new ForkJoinPool(1);
      double own = pool.submit(() -> milliseconds(graph)).join();
      pool.shutdown();
      String[] peer = peer(shared, name);
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

  private static double productsInC(Graph graph) throws IOException, InterruptedException {
    Path file = Files.createTempFile("wats", ".csr");
    Path program = Programs.compile("wavelet.c");
    try {
      Programs.writeCsr(graph.adjacency(), file);
      List<String> lines = Programs.run(program.toString(), file.toString(), "" + C_ROUNDS);
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
    for (int k = 0; k < WARM_UP; k++) {
      features(graph);
    }
    double[] rounds = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long start = CLOCK.getCurrentThreadCpuTime();
      for (int k = 0; k < PER_ROUND; k++) {
        features(graph);
      }
      rounds[round] = (CLOCK.getCurrentThreadCpuTime() - start) / 1e6 / PER_ROUND;
    }
    Arrays.sort(rounds);
    return rounds[ROUNDS / 2];
  }

  private static double firstColumn(FeatureTable table) {
    double sum = 0;
    for (int i = 0; i < table.nodeCount(); i++) {
      sum += table.get(i, 0);
    }
    return sum;
  }

  private static String[] peer(Path shared, String dataset)
      throws IOException, InterruptedException {
    Path datasets = shared.resolve("datasets");
    Path plain = datasets.resolve(dataset);
    Path folder = Files.isDirectory(plain) ? plain : datasets.resolve("amazon_" + dataset);
    Path script = Programs.copy("feature_peer.py");
    try {
      return Programs.run(
              Programs.PYTHON.toString(),
              script.toString(),
              shared.resolve("peers").toString(),
              folder.toString(),
              dataset,
              "" + PEER_ROUNDS)
          .get(0)
          .split("\t", -1);
    } finally {
      Files.delete(script);
    }
  }
}
