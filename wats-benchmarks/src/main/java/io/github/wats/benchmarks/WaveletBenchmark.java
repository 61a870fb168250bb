package io.github.wats.benchmarks;

import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Wavelet features (K = 4) of a graph of Reddit's size on one and on two threads, beside a pure
 * read of the column array in plain Java, a loop in C (if there is gcc), and the sparse products of
 * SciPy and PyTorch (if Python has them), all in one run. Arguments: the share of Reddit's degree
 * to use, 1 by default, and {@code variants} for other layouts, in C.
 */
public final class WaveletBenchmark {
  private static final int ORDER = WaveletSettings.DEFAULT.order();
  private static final int ROUNDS = 15;

  private final Graph graph;
  private double read;
  private double product;

  private WaveletBenchmark(Graph graph) {
    this.graph = graph;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    WaveletBenchmark benchmark = new WaveletBenchmark(GenerateBenchmark.redditSized(args, 0));
    benchmark.measureOwn();
    benchmark.compare(args.length > 1);
  }

  /** The ways take turns, so that each has its share of quiet moments; the best counts. */
  private void measureOwn() {
    Report.print("%s, %d directed edges", graph, graph.adjacency().entryCount());
    double[] best = new double[5];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    for (int round = 0; round < ROUNDS; round++) {
      best[0] = Math.min(best[0], seconds(1, this::sumOfColumns));
      for (int threads = 1; threads <= 2; threads++) {
        WaveletSettings settings = WaveletSettings.DEFAULT.withK(ORDER);
        double table = seconds(threads, () -> WaveletFeatures.of(graph, settings));
        double twice = seconds(threads, () -> WaveletFeatures.of(graph, settings.withK(2 * ORDER)));
        best[threads] = Math.min(best[threads], (twice - table) / ORDER);
        best[2 + threads] = Math.min(best[2 + threads], table);
      }
    }
    read = best[0];
    product = best[1];
    Report.print("pure read of the columns in Java: %.4f s", read);
    report("WATS, 1 thread, per product", product);
    report("WATS, 2 threads, per product", best[2]);
    Report.print("2 threads against 1: %.2f times as fast", product / best[2]);
    Report.print("features for K = %d: 1 thread %.3f s, 2 threads %.3f s", ORDER, best[3], best[4]);
  }

  private void report(String name, double seconds) {
    if (!name.startsWith("WATS")) {
      Report.note("wavelet product at Reddit's size", name, seconds / product);
    }
    Report.print(
        "%s: %.4f s, %.2f × the pure read, %.2f × WATS on 1 thread",
        name, seconds, seconds / read, seconds / product);
  }

  private void compare(boolean withVariants) throws IOException, InterruptedException {
    Path file = Programs.writeCsr(graph.adjacency());
    try {
      if (Files.isExecutable(Programs.GCC)) {
        show("", Programs.inC("wavelet.c", file, ROUNDS));
        show("C, ", withVariants ? Programs.inC("wavelet_variants.c", file, 5) : List.of());
      } else {
        Report.print("C: no %s here", Programs.GCC);
      }
      if (Programs.hasPython("scipy")) {
        show("", Programs.python("wavelet_peer.py", file, 3));
      } else {
        Report.print("SciPy, PyTorch: no %s with SciPy here", Programs.PYTHON);
      }
    } finally {
      Files.delete(file);
    }
  }

  /** Lines of name, seconds, and the sum of the result or, for variants, the conversion. */
  private void show(String prefix, List<String> lines) {
    for (String line : lines) {
      String[] words = line.split("\t", -1);
      report(prefix + words[0], Double.parseDouble(words[1]));
      if (!prefix.isEmpty()) {
        Report.print("  conversion %s s", words[2]);
      }
    }
  }

  private int sumOfColumns() {
    int sum = 0;
    for (int column : graph.adjacency().columns()) {
      sum += column;
    }
    return sum;
  }

  private static double seconds(int threads, Callable<Object> work) {
    return Measured.seconds(() -> Measured.onThreads(threads, work));
  }
}
