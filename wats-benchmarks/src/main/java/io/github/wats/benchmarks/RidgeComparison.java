package io.github.wats.benchmarks;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.features.GraphFeatures;
import io.github.wats.io.format.NodeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ridge beside the plain NumPy program, each warm on one thread:
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
  }

  private static void compare(String folder, Path file) throws IOException, InterruptedException {
    CalibrationData data = NodeReader.read(file).calibrationData();
    Measured.onThreads(1, () -> time(data)); // compile
    List<double[]> plain = new ArrayList<>();
    List<double[]> ours = new ArrayList<>();
    for (int turn = 0; turn < TURNS; turn++) {
      plain.add(Programs.numbers(Programs.python("ridge_peer.py", folder, file)));
      ours.add(Measured.onThreads(1, () -> time(data)));
    }
    double[] they = Measured.medians(plain);
    double[] we = Measured.medians(ours);
    Report.note("ridge fit, " + file.getFileName(), "NumPy", they[0] / we[0]);
    Report.print(
        "%-19s  %5d  %7d  %9.1f  %8.2f  %5.1f  %19.1f  %18.2f  %5.1f",
        file.getFileName(),
        data.requireSplit().validation().size(),
        data.classCount(),
        they[0],
        we[0],
        they[0] / we[0],
        they[1],
        we[1],
        they[1] / we[1]);
  }

  /** Milliseconds of a fit, and of a fit with the calibration of all nodes. */
  private static double[] time(CalibrationData data) {
    double fit = Measured.warmSeconds(ROUNDS, () -> fit(data));
    double both = Measured.warmSeconds(ROUNDS, () -> fit(data).calibrate(data));
    return new double[] {1e3 * fit, 1e3 * both};
  }

  /** A fit that computes the features of the graph itself. */
  private static WaveletRidge.Fitted fit(CalibrationData data) {
    return WaveletRidge.DEFAULT.fit(data.withStructure(GraphFeatures.of(data.graph())), 0);
  }
}
