package io.github.wats.benchmarks;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.ridge.FittedRidge;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.DoubleStream;

/**
 * The ridge beside the plain NumPy program, each warm on one thread, and how the ridge grows:
 *
 * <pre>  RidgeComparison FOLDER_OF_RIDGE_PY RUN.npz …</pre>
 *
 * Both are timed by the processor time of their thread, which other work on the machine disturbs
 * less than wall time. On each file they take turns; of the turns' medians the median counts.
 */
public final class RidgeComparison {
  private static final int TURNS = 5;
  private static final int ROUNDS = 60;

  private RidgeComparison() {}

  /** Milliseconds of a fit, and of a fit with the calibration of all nodes. */
  private record Timing(double fit, double both) {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.out.println("CPU milliseconds on one thread, warm; ratio: NumPy over WATS");
    Optional<String> python = python();
    if (arguments.length < 2) {
      System.out.println("no comparison: name the folder of ridge.py and node files");
    } else if (python.isEmpty()) {
      System.out.println("no comparison: no python3 with NumPy and SciPy here (set WATS_PYTHON)");
    } else {
      System.out.println(
          "file                 nodes  classes  NumPy fit  WATS fit  ratio"
              + "  NumPy fit+calibrate  WATS fit+calibrate  ratio");
      for (String file : Arrays.copyOfRange(arguments, 1, arguments.length)) {
        compare(new Peer(python.get(), arguments[0]), Path.of(file));
      }
    }
    System.out.println();
    RidgeGrowth.main(new String[0]);
  }

  private static void compare(Peer peer, Path file) throws IOException, InterruptedException {
    NodeData data = NodeReader.read(file);
    RidgeTask task =
        new RidgeTask(
            CalibrationInput.of(data.requireGraph(), data.requireLogits()),
            data.requireLabels(),
            data.requireSplit());
    ours(task); // compile
    List<Timing> plain = new ArrayList<>();
    List<Timing> ours = new ArrayList<>();
    for (int turn = 0; turn < TURNS; turn++) {
      plain.add(peer.time(file));
      ours.add(ours(task));
    }
    double plainFit = median(plain.stream().mapToDouble(Timing::fit));
    double ourFit = median(ours.stream().mapToDouble(Timing::fit));
    Ratios.note("ridge fit, " + file.getFileName(), "NumPy", plainFit / ourFit);
    double plainBoth = median(plain.stream().mapToDouble(Timing::both));
    double ourBoth = median(ours.stream().mapToDouble(Timing::both));
    System.out.println(
        String.format(
            Locale.ROOT,
            "%-19s  %5d  %7d  %9.1f  %8.2f  %5.1f  %19.1f  %18.2f  %5.1f",
            file.getFileName(),
            task.calibrationNodes(),
            task.input().classCount(),
            plainFit,
            ourFit,
            plainFit / ourFit,
            plainBoth,
            ourBoth,
            plainBoth / ourBoth));
  }

  /** Medians of one turn, in a pool of one thread. */
  private static Timing ours(RidgeTask task) {
    ForkJoinPool one = new ForkJoinPool(1);
    try {
      return one.submit(() -> oursHere(task)).join();
    } finally {
      one.shutdown();
    }
  }

  private static Timing oursHere(RidgeTask task) {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    double[] fits = new double[ROUNDS];
    double[] both = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      long start = clock.getCurrentThreadCpuTime();
      FittedRidge fitted = task.fit();
      fits[round] = (clock.getCurrentThreadCpuTime() - start) / 1e6;
      fitted.calibrate(task.input());
      both[round] = (clock.getCurrentThreadCpuTime() - start) / 1e6;
    }
    return new Timing(median(Arrays.stream(fits)), median(Arrays.stream(both)));
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** The first Python here that has what the program needs. */
  private static Optional<String> python() throws InterruptedException {
    List<String> candidates = new ArrayList<>(List.of("python3", "/usr/bin/python3", "python"));
    Optional.ofNullable(System.getenv("WATS_PYTHON")).ifPresent(own -> candidates.add(0, own));
    for (String candidate : candidates) {
      if (hasNumPy(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static boolean hasNumPy(String python) throws InterruptedException {
    try {
      return new ProcessBuilder(python, "-c", "import numpy, scipy")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException absent) {
      return false; // no such program
    }
  }

  /** {@code ridge_peer.py}, which holds its own warm-up. */
  private record Peer(String python, String folder) {
    private static final Path SCRIPT = Path.of("wats-benchmarks/src/main/python/ridge_peer.py");

    Timing time(Path file) throws IOException, InterruptedException {
      ProcessBuilder builder =
          new ProcessBuilder(python, SCRIPT.toString(), folder, file.toString());
      builder.environment().put("OMP_NUM_THREADS", "1");
      builder.environment().put("OPENBLAS_NUM_THREADS", "1");
      Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
      if (process.waitFor() != 0) {
        throw new IOException(SCRIPT + " failed; start this from the project's root");
      }
      String[] numbers = text.split("\\s+", -1);
      return new Timing(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
    }
  }
}
