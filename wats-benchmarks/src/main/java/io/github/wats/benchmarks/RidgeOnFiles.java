package io.github.wats.benchmarks;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.ridge.FittedRidge;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeFile;
import io.github.wats.linalg.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Warm fits of the ridge on node files, in the form that {@code ridge_peer.py} prints for the plain
 * NumPy program: medians over the second half of the rounds.
 */
public final class RidgeOnFiles {
  private static final int ROUNDS = 200;

  private RidgeOnFiles() {}

  public static void main(String[] files) throws IOException {
    System.out.println("threads: " + Rows.threads());
    System.out.println("file  calibration nodes  classes  fit ms  fit and calibrate ms  steps");
    for (String file : files) {
      NodeData data = NodeFile.read(Path.of(file));
      RidgeTask task =
          new RidgeTask(
              CalibrationInput.of(data.requireGraph(), data.requireLogits()),
              data.requireLabels(),
              data.requireSplit());
      report(Path.of(file).getFileName().toString(), task);
    }
  }

  private static void report(String name, RidgeTask task) {
    double[] fits = new double[ROUNDS];
    double[] all = new double[ROUNDS];
    int steps = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      FittedRidge fitted = task.fit();
      fits[round] = (System.nanoTime() - start) / 1e6;
      fitted.calibrate(task.input());
      all[round] = (System.nanoTime() - start) / 1e6;
      steps = fitted.fitReport().epochs();
    }
    System.out.println(
        String.format(
            Locale.ROOT,
            "%s  %d  %d  %.2f  %.2f  %d",
            name,
            task.calibrationNodes(),
            task.input().classCount(),
            warmMedian(fits),
            warmMedian(all),
            steps));
  }

  private static double warmMedian(double[] values) {
    double[] warm = Arrays.copyOfRange(values, values.length / 2, values.length);
    Arrays.sort(warm);
    return warm[warm.length / 2];
  }
}
