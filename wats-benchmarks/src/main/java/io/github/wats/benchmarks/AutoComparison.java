package io.github.wats.benchmarks;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.ridge.AutoCalibrator;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.features.GraphFeatures;
import io.github.wats.io.format.NodeReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a fit of {@code ridge} and of {@code auto} takes, features included, in one JVM:
 *
 * <pre>  AutoComparison RUN.npz …</pre>
 *
 * The first fit of the JVM in which there is one, and medians of warm ones; processor time of all
 * threads, with their compilation, and wall time.
 */
public final class AutoComparison {
  private static final int TURNS = 9;
  private static final double TURN_MILLISECONDS = 300; // processor time has steps of 10 ms
  private static final double WARM_MILLISECONDS = 3000;

  private AutoComparison() {}

  public static void main(String[] files) throws IOException {
    Report.print("ms of a fit, CPU of all threads / wall, and ratios of auto to ridge");
    for (String file : files) {
      CalibrationData data = NodeReader.read(Path.of(file)).calibrationData();
      double[] ridge = measure(data, WaveletRidge.DEFAULT);
      double[] auto = measure(data, AutoCalibrator.DEFAULT);
      Report.print(
          "%s, %d validation nodes, %d classes: ridge first %.0f / %.0f, warm %.2f / %.2f; auto"
              + " first %.0f / %.0f, warm %.2f / %.2f; warm ratios %.1f / %.1f",
          Path.of(file).getFileName(),
          data.requireSplit().validation().size(),
          data.classCount(),
          ridge[0],
          ridge[1],
          ridge[2],
          ridge[3],
          auto[0],
          auto[1],
          auto[2],
          auto[3],
          auto[2] / ridge[2],
          auto[3] / ridge[3]);
    }
  }

  /** CPU and wall time of the first fit and, medians, of later ones, in milliseconds. */
  private static double[] measure(CalibrationData data, Calibrator<?> calibrator) {
    double[] first = time(data, calibrator, 1);
    int fits = 1;
    double spent = 0;
    while (spent < WARM_MILLISECONDS) { // the last of these tells how many fit into a turn
      double one = time(data, calibrator, fits)[0];
      spent += fits * one;
      fits = (int) Math.max(1, Math.min(2 * fits, TURN_MILLISECONDS / Math.max(0.1, one)));
    }
    List<double[]> turns = new ArrayList<>();
    for (int turn = 0; turn < TURNS; turn++) {
      turns.add(time(data, calibrator, fits));
    }
    double[] warm = Measured.medians(turns);
    return new double[] {first[0], first[1], warm[0], warm[1]};
  }

  private static double[] time(CalibrationData data, Calibrator<?> calibrator, int fits) {
    double cpu = Measured.processSeconds();
    long start = System.nanoTime();
    for (int fit = 0; fit < fits; fit++) {
      calibrator.fit(data.withStructure(GraphFeatures.of(data.graph())), 0);
    }
    double wall = (System.nanoTime() - start) / 1e9;
    return new double[] {1e3 * (Measured.processSeconds() - cpu) / fits, 1e3 * wall / fits};
  }
}
