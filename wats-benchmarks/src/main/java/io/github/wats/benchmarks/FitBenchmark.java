package io.github.wats.benchmarks;

import static java.lang.Double.NaN;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.experiment.Protocol;
import io.github.wats.features.GraphFeatures;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * calibration of all nodes, as the peer's does.
 */
public final class FitBenchmark {
  private static final List<String> METHODS = List.of("wats", "cagcn", "gats", "gets");
  private static final int FITS = Integer.getInteger("fits", 4);
  private static final int PEER_RUNS = Integer.getInteger("peer.runs", 1);

  private FitBenchmark() {}

  /**
   * Seconds of one kind of work.
   *
   * @param first of the first round, compilation and garbage collection included
   * @param seconds of the working thread in a round: median of the second half of the rounds
   * @param epochs of a round: median of these
   * @param allThreads of the whole process in a round: mean of these
   */
  record Times(double first, double seconds, double epochs, double allThreads) {}

  public static void main(String[] args) throws Exception {
    if (args.length < 3 || FITS < 2) {
      throw new IllegalArgumentException(
          "expected SHARED_FOLDER PEER_RESULTS DATASET=RUN.npz …, and two fits or more");
    }
    FitPeer peer = FitPeer.of(Path.of(args[0]), Path.of(args[1]));
    Report.print("PyTorch program: %s", peer.state());
    Report.print("");
    Report.print(
        "| data set | work | first s | warm s | all threads s | epochs | PyTorch s | epochs | times"
            + " as fast | per epoch |");
    Report.print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (String arg : Arrays.copyOfRange(args, 2, args.length)) {
      String[] parts = arg.split("=", 2);
      NodeData data = NodeReader.read(Path.of(parts[1]));
      Map<String, Times> ours = Measured.onThreads(1, () -> measure(parts[0], data));
      report(parts[0], ours, peer.measure(parts[0], PEER_RUNS));
    }
  }

  private static Map<String, Times> measure(String dataset, NodeData data) {
    CalibrationData input = data.calibrationData();
    Map<String, Times> all = new LinkedHashMap<>();
    for (String method : METHODS) {
      Calibrator<?> calibrator = calibrator(method, dataset);
      all.put(method, times(FITS, seed -> fitAndCalibrate(calibrator, input, seed)));
    }
    return all;
  }

  private static double fitAndCalibrate(Calibrator<?> calibrator, CalibrationData input, int seed) {
    CalibrationData data = fresh(input);
    FittedCalibrator fitted = calibrator.fit(data, seed);
    fitted.calibrate(data);
    return fitted.report().epochs();
  }

  /** The same data with no features computed yet. */
  private static CalibrationData fresh(CalibrationData data) {
    return data.withStructure(GraphFeatures.of(data.graph()));
  }

  private static Calibrator<?> calibrator(String method, String dataset) {
    return Methods.named(method).calibrator(PaperSettings.of(Protocol.PAPER, method, dataset));
  }

  /** Runs {@code work}, which returns its epochs, and times the first and the second half. */
  private static Times times(int rounds, IntToDoubleFunction work) {
    double first = Measured.of(() -> work.applyAsDouble(0)).cpuSeconds();
    int warm = Math.max(1, rounds / 2);
    for (int round = 1; round < warm; round++) {
      double unused = work.applyAsDouble(round);
    }
    List<double[]> times = new ArrayList<>();
    double before = Measured.processSeconds();
    for (int round = warm; round < rounds; round++) {
      double start = Measured.threadSeconds();
      double epochs = work.applyAsDouble(round);
      times.add(new double[] {Measured.threadSeconds() - start, epochs});
    }
    double allThreads = (Measured.processSeconds() - before) / (rounds - warm);
    double[] medians = Measured.medians(times);
    return new Times(first, medians[0], medians[1], allThreads);
  }

  private static void report(
      String dataset, Map<String, Times> ours, Map<String, double[]> theirs) {
    ours.forEach(
        (work, own) -> {
          double[] other = theirs.getOrDefault(work, new double[] {NaN, NaN}); // seconds, epochs
          double ratio = other[0] / own.seconds();
          Report.note(work + ", " + dataset, "PyTorch", ratio);
          Report.print(
              "| %s | %s | %.3f | %.4f | %.4f | %.0f | %.4f | %.0f | **%.1f** | %.1f |",
              dataset,
              work,
              own.first(),
              own.seconds(),
              own.allThreads(),
              own.epochs(),
              other[0],
              other[1],
              ratio,
              ratio * own.epochs() / other[1]);
        });
  }
}
