package io.github.wats.calibration.classic;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.settings.Setting;
import java.util.Arrays;

/**
 * Isotonic regression (Zadrozny, Elkan, KDD 2002), one class against the rest: the rising function
 * of a class's probability with the least squared error on the validation nodes, found by pooling
 * adjacent violators, linear between its points. The results of a node are divided by their sum.
 * May change a predicted class; adding a constant to a node's logits changes nothing.
 *
 * @param smooth Laplace smoothing: whether 1/(n + 1) of the uniform distribution is mixed in
 */
public record IsotonicRegression(@Setting(help = ClassMaps.SMOOTH_HELP) boolean smooth)
    implements Calibrator<FittedCalibrator> {
  public static final IsotonicRegression DEFAULT = new IsotonicRegression(true);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "isotonic",
          "Isotonic",
          "isotonic regression: a rising function of each class's probability",
          Method.Scope.LOGITS,
          false,
          (calibrator, state) -> ClassMaps.restore(false, state));

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    return ClassMaps.fit(this, false, smooth, data, seed, IsotonicRegression::points);
  }

  /** The first and the last place of each block and the mean in it. */
  static ClassMaps.Points points(double[] scores, int[] isClass) {
    int n = scores.length;
    double[] means = new double[n]; // of each block
    int[] counts = new int[n];
    int[] starts = new int[n];
    int blocks = 0;
    for (int k = 0; k < n; k++) {
      boolean same = k > 0 && scores[k] == scores[k - 1]; // one place has one value
      if (!same) {
        starts[blocks] = k;
        counts[blocks] = 0;
        means[blocks] = 0;
        blocks++;
      }
      int last = blocks - 1;
      means[last] = (means[last] * counts[last] + isClass[k]) / (counts[last] + 1);
      counts[last]++;
      boolean complete = k + 1 == n || scores[k + 1] > scores[k];
      while (complete && blocks > 1 && means[blocks - 2] >= means[blocks - 1]) {
        int into = blocks - 2;
        int count = counts[into] + counts[into + 1];
        means[into] = (means[into] * counts[into] + means[into + 1] * counts[into + 1]) / count;
        counts[into] = count;
        blocks--;
      }
    }
    return points(scores, starts, counts, means, blocks);
  }

  private static ClassMaps.Points points(
      double[] scores, int[] starts, int[] counts, double[] means, int blocks) {
    double[] at = new double[2 * blocks];
    double[] values = new double[2 * blocks];
    int size = 0;
    for (int b = 0; b < blocks; b++) {
      double from = scores[starts[b]];
      double to = scores[starts[b] + counts[b] - 1];
      for (double place : from == to ? new double[] {from} : new double[] {from, to}) {
        at[size] = place;
        values[size++] = Math.min(1, means[b]);
      }
    }
    return new ClassMaps.Points(Arrays.copyOf(at, size), Arrays.copyOf(values, size));
  }
}
