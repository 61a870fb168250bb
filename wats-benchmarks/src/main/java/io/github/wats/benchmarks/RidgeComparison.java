package io.github.wats.benchmarks;

import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.internal.Rows;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ridge beside the plain NumPy program, each warm on one thread, and how the ridge grows:
 *
 * <pre>  RidgeComparison FOLDER_OF_RIDGE_PY RUN.npz …</pre>
 *
 * Both are timed by the processor time of their thread, which other work on the machine disturbs
 * less than wall time. On each file they take turns; of the turns' medians the median counts.
 * Growth: seconds and memory of a fit with the numbers of validation nodes and of classes.
 */
public final class RidgeComparison {
  private static final int TURNS = 5;
  private static final int ROUNDS = 60;

  private RidgeComparison() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Report.print("CPU milliseconds on one thread, warm; ratio: NumPy over WATS");
    if (arguments.length < 2) {
      Report.print("no comparison: name the folder of ridge.py and node files");
    } else if (!Programs.hasPython("numpy, scipy")) {
      Report.print(
          "no comparison: no %s with NumPy and SciPy here (set WATS_PYTHON)", Programs.PYTHON);
    } else {
      Report.print(
          "file                 nodes  classes  NumPy fit  WATS fit  ratio"
              + "  NumPy fit+calibrate  WATS fit+calibrate  ratio");
      for (String file : Arrays.copyOfRange(arguments, 1, arguments.length)) {
        compare(arguments[0], Path.of(file));
      }
    }
    reportGrowth();
  }

  private static void compare(String folder, Path file) throws IOException, InterruptedException {
    NodeData data = NodeReader.read(file);
    RidgeTask task = new RidgeTask(data.calibrationData());
    Measured.onThreads(1, () -> time(task)); // compile
    List<double[]> plain = new ArrayList<>();
    List<double[]> ours = new ArrayList<>();
    for (int turn = 0; turn < TURNS; turn++) {
      plain.add(Programs.numbers(Programs.python("ridge_peer.py", folder, file)));
      ours.add(Measured.onThreads(1, () -> time(task)));
    }
    double[] they = Measured.medians(plain);
    double[] we = Measured.medians(ours);
    Report.note("ridge fit, " + file.getFileName(), "NumPy", they[0] / we[0]);
    Report.print(
        "%-19s  %5d  %7d  %9.1f  %8.2f  %5.1f  %19.1f  %18.2f  %5.1f",
        file.getFileName(),
        task.calibrationNodes(),
        task.data().classCount(),
        they[0],
        we[0],
        they[0] / we[0],
        they[1],
        we[1],
        they[1] / we[1]);
  }

  /** Milliseconds of a fit, and of a fit with the calibration of all nodes. */
  private static double[] time(RidgeTask task) {
    double fit = Measured.warmSeconds(ROUNDS, task::fit);
    double both = Measured.warmSeconds(ROUNDS, () -> task.fit().calibrate(task.data()));
    return new double[] {1e3 * fit, 1e3 * both};
  }

  /** Up to Reddit's size: 24,000 validation nodes with 41 classes. */
  private static void reportGrowth() {
    Report.print("%nthreads: %d", Rows.threads());
    Report.print("validation nodes  classes  seconds  cpu seconds  steps  peak heap MB");
    RidgeTask.of(20_000, 7, 10).fit(); // compile before the first row
    for (int nodes : new int[] {10_000, 20_000, 40_000, 80_000, 160_000}) {
      report(RidgeTask.of(nodes, 7, 10));
    }
    for (int classes : new int[] {3, 10, 20, 41, 70}) {
      report(RidgeTask.of(40_000, classes, 10));
    }
    report(RidgeTask.of(240_000, 41, 20));
  }

  private static void report(RidgeTask task) {
    Measured<WaveletRidge.Fitted> fit = Measured.of(task::fit);
    Report.print(
        "%16d  %7d  %7.3f  %11.3f  %5d  %12.0f",
        task.calibrationNodes(),
        task.data().classCount(),
        fit.seconds(),
        fit.cpuSeconds(),
        fit.result().report().epochs(),
        fit.extraBytes() / 1e6);
  }
}
