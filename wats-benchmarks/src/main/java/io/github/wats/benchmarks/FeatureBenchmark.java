package io.github.wats.benchmarks;

import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Datasets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Wavelet features (K = 4, s = 0.4) of real data sets beside the peer program in SciPy, in CPU
 * milliseconds of one thread, warm: medians. Arguments: the folder that holds {@code peers} and
 * {@code datasets}, then names of data sets, or {@code synthetic-reddit} for a generated graph of
 * Reddit's size.
 */
public final class FeatureBenchmark {
  /** Directed edges to go through: many rounds of a small graph, few else. */
  private static final long WORK = 50_000_000;

  private FeatureBenchmark() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path shared = Path.of(args[0]);
    for (String name : Arrays.asList(args).subList(1, args.length)) {
      Graph graph =
          name.equals("synthetic-reddit")
              ? GraphBuildBenchmark.redditSized()
              : Datasets.load(new DataFolder(shared.resolve("datasets")), name).graph();
      compare(shared, name, graph);
    }
  }

  private static void compare(Path shared, String name, Graph graph)
      throws IOException, InterruptedException {
    long entries = Math.max(1, graph.adjacency().entryCount());
    int rounds = (int) Math.max(5, Math.min(1_000, WORK / entries));
    double own =
        1e3 * Measured.onThreads(1, () -> Measured.warmSeconds(2 * rounds, () -> features(graph)));
    Path file = Programs.writeCsr(graph.adjacency());
    try {
      int peerRounds = Math.min(51, rounds);
      String[] peer =
          Programs.python("feature_peer.py", shared.resolve("peers"), file, peerRounds)
              .get(0)
              .split("\t", -1);
      double theirs = Double.parseDouble(peer[0]);
      FeatureTable table = features(graph);
      double sum = IntStream.range(0, table.nodeCount()).mapToDouble(i -> table.get(i, 0)).sum();
      Report.note("wavelet features, " + name, "SciPy", theirs / own);
      Report.print(
          "%s, %s: %.3f ms, peer (%s) %.2f ms, %.1f times as fast; sums of the first column differ"
              + " by %.1e",
          name,
          graph,
          own,
          peer[1],
          theirs,
          theirs / own,
          Math.abs(sum - Double.parseDouble(peer[2])));
    } finally {
      Files.delete(file);
    }
  }

  private static FeatureTable features(Graph graph) {
    return WaveletFeatures.of(graph, WaveletSettings.DEFAULT);
  }
}
