package io.github.wats.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.Settings;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.experiment.Protocol;
import io.github.wats.graph.Graph;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntToDoubleFunction;

/**
 * Fits WATS, CaGCN, GATS and GETS on node files with the paper's settings, stopped on the training
 * nodes, on one thread, and prints a Markdown table beside the PyTorch program, if {@link FitPeer}
 * finds it.
 *
 * <p>Arguments: the folder that holds {@code peers}, {@code paper} and {@code datasets}, a folder
 * for the peer's results (those it holds are not measured again), then {@code cora=run.npz} and so
 * on. The properties {@code fits} and {@code peer.runs} say how many fits each side does.
 *
 * <p>Seconds are CPU seconds, which other work on the machine changes least; a fit includes the
 * calibration of all nodes, as the peer's does. "First" is the first fit of a method on a data set,
 * compilation and garbage collection included; "warm" the median of the fitting thread's own
 * seconds over the second half of the fits, when the compiler has done most of its work, and "all
 * threads" the mean of the whole process over these.
 */
public final class FitBenchmark {
  private static final List<String> METHODS = List.of("wats", "cagcn", "gats", "gets");
  private static final int FITS = Integer.getInteger("fits", 4);
  private static final int PEER_RUNS = Integer.getInteger("peer.runs", 1);
  private static final int SHORT_ROUNDS = 1000;
  private static final int METRIC_NODES = 160_000;
  private static final int METRIC_CLASSES = 41;

  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private FitBenchmark() {}

  public static void main(String[] args) throws Exception {
    if (args.length < 3 || FITS < 2) {
      throw new IllegalArgumentException(
          "expected SHARED_FOLDER PEER_RESULTS DATASET=RUN.npz …, and two fits or more");
    }
    FitPeer peer = new FitPeer(Path.of(args[0]), Path.of(args[1]));
    print("PyTorch program: %s", peer.state());
    print("");
    print(
        "| data set | work | first s | warm s | all threads s | epochs | PyTorch s | epochs | times"
            + " as fast | per epoch |");
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    ForkJoinPool one = new ForkJoinPool(1);
    for (String arg : Arrays.copyOfRange(args, 2, args.length)) {
      String[] parts = arg.split("=", 2);
      NodeData data = NodeReader.read(Path.of(parts[1]));
      List<FitTimes> ours = one.submit(() -> measure(parts[0], data)).get();
      report(parts[0], ours, peer.measure(parts[0], PEER_RUNS));
    }
    print("");
    FitTimes metrics = one.submit(FitBenchmark::metrics).get();
    print(
        "All metrics of %d nodes with %d classes: %.3f s, the first time %.3f s.",
        METRIC_NODES, METRIC_CLASSES, metrics.seconds(), metrics.first());
  }

  private static List<FitTimes> measure(String dataset, NodeData data) {
    CalibrationInput input =
        CalibrationInput.of(data.requireGraph(), data.requireLogits())
            .withFeatures(data.requireFeatures());
    List<FitTimes> all = new ArrayList<>();
    all.add(features(dataset, data.requireGraph()));
    for (String method : METHODS) {
      Calibrator<?> calibrator =
          Methods.named(method)
              .calibrator(Settings.from(PaperSettings.of(Protocol.PAPER, method, dataset)));
      all.add(times(method, FITS, seed -> fitAndCalibrate(calibrator, input, data, seed)));
    }
    return all;
  }

  private static double fitAndCalibrate(
      Calibrator<?> calibrator, CalibrationInput input, NodeData data, int seed) {
    FittedCalibrator fitted =
        calibrator.fit(input, data.requireLabels(), data.requireSplit(), seed);
    fitted.calibrate(input);
    return fitted.fitReport().epochs();
  }

  private static FitTimes features(String dataset, Graph graph) {
    Wats wats =
        (Wats)
            Methods.named("wats")
                .calibrator(Settings.from(PaperSettings.of(Protocol.PAPER, "wats", dataset)));
    return times("features", SHORT_ROUNDS, round -> 0 * wats.featuresOf(graph).nodeCount());
  }

  private static FitTimes metrics() {
    SplittableRandom random = new SplittableRandom(0);
    float[] values = new float[METRIC_NODES * METRIC_CLASSES];
    for (int k = 0; k < values.length; k++) {
      values[k] = (float) (8 * random.nextDouble());
    }
    Probabilities p = Logits.of(METRIC_NODES, METRIC_CLASSES, values).softmax();
    int[] labels = random.ints(METRIC_NODES, 0, METRIC_CLASSES).toArray();
    int[] degrees = random.ints(METRIC_NODES, 0, 500).toArray();
    Labels actual = Labels.of(METRIC_CLASSES, labels);
    return times(
        "metrics",
        7,
        round ->
            0
                * Evaluation.of(
                        Outcomes.of(p, actual).withDegrees(degrees), Evaluation.Options.METRICS)
                    .orElseThrow()
                    .nodes());
  }

  /** Runs {@code work}, which returns its epochs, and times the first and the second half. */
  private static FitTimes times(String name, int rounds, IntToDoubleFunction work) {
    double first = Measured.of(() -> work.applyAsDouble(0)).cpuSeconds();
    FitTimes times = new FitTimes(name, first);
    int warm = Math.max(1, rounds / 2);
    double before = 0;
    for (int round = 1; round < rounds; round++) {
      before = round == warm ? processSeconds() : before;
      double start = threadSeconds();
      double epochs = work.applyAsDouble(round);
      if (round >= warm) {
        times.add(threadSeconds() - start, epochs);
      }
    }
    times.allThreads((processSeconds() - before) / (rounds - warm));
    return times;
  }

  private static double threadSeconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }

  /** In steps of 10 ms. */
  private static double processSeconds() {
    return PROCESS.getProcessCpuTime() / 1e9;
  }

  private static void report(String dataset, List<FitTimes> ours, List<FitTimes> theirs) {
    for (FitTimes own : ours) {
      FitTimes other =
          theirs.stream()
              .filter(times -> times.name().equals(own.name()))
              .findFirst()
              .orElse(new FitTimes(own.name(), Double.NaN));
      Ratios.note(own.name() + ", " + dataset, "PyTorch", other.seconds() / own.seconds());
      boolean fits = own.epochs() > 0;
      print(
          "| %s | %s | %.3f | %.4f | %.4f | %s | %.4f | %s | **%.1f** | %s |",
          dataset,
          own.name(),
          own.first(),
          own.seconds(),
          own.allThreads(),
          fits ? Math.round(own.epochs()) : "",
          other.seconds(),
          fits ? Math.round(other.epochs()) : "",
          other.seconds() / own.seconds(),
          fits
              ? String.format(Locale.ROOT, "%.1f", other.secondsPerEpoch() / own.secondsPerEpoch())
              : "");
    }
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
