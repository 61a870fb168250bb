package io.github.wats.benchmarks;

import io.github.wats.features.ChebyshevTerms;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.Signal;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.io.synthetic.GraphGenerator;
import io.github.wats.matrix.SparsePattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;

/**
 * Wavelet features (K = 4) of a graph of Reddit's size on one and on two threads, beside a pure
 * read of the column array in plain Java, a loop in C (if there is gcc), and the sparse products of
 * SciPy and PyTorch (if {@code /usr/bin/python3} has them), all in one run. Arguments: the share of
 * Reddit's degree to use, 1 by default, and {@code variants} for other layouts, in C.
 */
public final class WaveletBenchmark {
  private static final int ORDER = 4;
  private static final int ROUNDS = 15;

  private final Graph graph;
  private final boolean withVariants;
  private double read;
  private double product;

  private WaveletBenchmark(Graph graph, boolean withVariants) {
    this.graph = graph;
    this.withVariants = withVariants;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    double share = args.length == 0 ? 1 : Double.parseDouble(args[0]);
    GeneratorSettings full = GeneratorSettings.REDDIT_SIZED.withFeatures(1).withWordsPerNode(1);
    WaveletBenchmark benchmark =
        new WaveletBenchmark(
            GraphGenerator.generate(full.withAverageDegree(full.averageDegree() * share), 0)
                .graph(),
            args.length > 1);
    benchmark.measureOwn();
    benchmark.compare();
  }

  /** The ways take turns, so that each has its share of quiet moments; the best counts. */
  private void measureOwn() {
    print("%s, %d directed edges", graph, graph.adjacency().entryCount());
    int[] columns = columns(graph.adjacency());
    double[] best = new double[5];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    for (int round = 0; round < ROUNDS; round++) {
      best[0] = Math.min(best[0], seconds(1, () -> sum(columns)));
      for (int threads = 1; threads <= 2; threads++) {
        best[threads] = Math.min(best[threads], seconds(threads, this::terms) / ORDER);
        best[2 + threads] = Math.min(best[2 + threads], seconds(threads, this::table));
      }
    }
    read = best[0];
    product = best[1];
    print("pure read of the columns in Java: %.4f s", read);
    report("WATS, 1 thread, per product", product);
    report("WATS, 2 threads, per product", best[2]);
    print("2 threads against 1: %.2f times as fast", product / best[2]);
    print("features for K = %d: 1 thread %.3f s, 2 threads %.3f s", ORDER, best[3], best[4]);
  }

  private ChebyshevTerms terms() {
    return ChebyshevTerms.of(graph, Signal.WITH_SELF_LOOP, ORDER);
  }

  private FeatureTable table() {
    return WaveletFeatures.of(graph, WaveletSettings.DEFAULT.withOrder(ORDER));
  }

  private void report(String name, double seconds) {
    if (!name.startsWith("WATS")) {
      Ratios.note("wavelet product at Reddit's size", name, seconds / product);
    }
    print(
        "%s: %.4f s, %.2f × the pure read, %.2f × WATS on 1 thread",
        name, seconds, seconds / read, seconds / product);
  }

  private void compare() throws IOException, InterruptedException {
    Path file = Files.createTempFile("wats", ".csr");
    try {
      Programs.writeCsr(graph.adjacency(), file);
      if (Files.isExecutable(Programs.GCC)) {
        compareWithC(file);
      } else {
        print("C: no %s here", Programs.GCC);
      }
      if (Files.isExecutable(Programs.PYTHON)) {
        Path script = Programs.copy("wavelet_peer.py");
        show(Programs.PYTHON.toString(), script.toString(), file.toString(), "3");
        Files.delete(script);
      } else {
        print("SciPy, PyTorch: no %s here", Programs.PYTHON);
      }
    } finally {
      Files.delete(file);
    }
  }

  private void compareWithC(Path file) throws IOException, InterruptedException {
    Path program = Programs.compile("wavelet.c");
    show(program.toString(), file.toString(), "" + ROUNDS);
    Files.delete(program);
    if (withVariants) {
      Path variants = Programs.compile("wavelet_variants.c");
      for (String line : Programs.run(variants.toString(), file.toString(), "5")) {
        String[] words = line.split("\t", -1);
        report("C, " + words[0], Double.parseDouble(words[1]));
        print("  conversion %s s", words[2]);
      }
      Files.delete(variants);
    }
  }

  /** Runs a program that prints lines of name, seconds, sum. */
  private void show(String... command) throws IOException, InterruptedException {
    for (String line : Programs.run(command)) {
      String[] words = line.split("\t", -1);
      report(words[0], Double.parseDouble(words[1]));
    }
  }

  private static int[] columns(SparsePattern rows) {
    int[] columns = new int[rows.entryCount()];
    for (int i = 0; i < rows.rowCount(); i++) {
      rows.copyRow(i, columns, rows.offset(i));
    }
    return columns;
  }

  private static int sum(int[] columns) {
    int sum = 0;
    for (int column : columns) {
      sum += column;
    }
    return sum;
  }

  private static double seconds(int threads, Supplier<Object> work) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    long start = System.nanoTime();
    Objects.requireNonNull(pool.submit(work::get).join());
    double seconds = (System.nanoTime() - start) / 1e9;
    pool.shutdown();
    return seconds;
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
