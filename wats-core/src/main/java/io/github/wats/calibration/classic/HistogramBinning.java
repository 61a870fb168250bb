package io.github.wats.calibration.classic;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.Arrays;

/**
 * Histogram binning (Zadrozny, Elkan, ICML 2001), one class against the rest: the probabilities of
 * a class are cut into bins with equally many validation nodes, and a probability becomes the
 * fraction of its bin's nodes that have the class. The results of a node are divided by their sum.
 * May change a predicted class; adding a constant to a node's logits changes nothing.
 *
 * @param bins of each class; fewer where probabilities are equal
 * @param smooth Laplace smoothing: whether 1/(n + 1) of the uniform distribution is mixed in
 */
public record HistogramBinning(
    @Setting(help = "number of bins of equal mass per class", min = 1, max = 10_000) int bins,
    @Setting(help = ClassMaps.SMOOTH_HELP) boolean smooth)
    implements Calibrator<FittedCalibrator> {
  public static final HistogramBinning DEFAULT = new HistogramBinning(10, true);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "histogram",
          "Histogram",
          "histogram binning: the fraction of each class in bins of equal mass",
          Method.Scope.LOGITS,
          false,
          (calibrator, state) -> ClassMaps.restore(true, state));

  public HistogramBinning {
    SettingsSchema.check(HistogramBinning.class, bins, smooth);
  }

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    return ClassMaps.fit(this, true, smooth, data, seed, this::points);
  }

  /**
   * The upper end of each bin, the last 1, and the fraction of the class in it. A bin ends after a
   * multiple of n / bins nodes, or later where the next probability is the same.
   */
  ClassMaps.Points points(double[] scores, int[] isClass) {
    int n = scores.length;
    int most = Math.min(bins, n);
    double[] ends = new double[most];
    double[] values = new double[most];
    int bin = 0;
    int first = 0;
    int hits = 0;
    for (int k = 0; k < n; k++) {
      hits += isClass[k];
      boolean last = k + 1 == n;
      boolean cut = (long) (k + 1) * bins / n > (long) first * bins / n && first <= k;
      if (last || (cut && scores[k + 1] > scores[k])) {
        ends[bin] = last ? 1 : scores[k] + (scores[k + 1] - scores[k]) / 2;
        values[bin] = (double) hits / (k + 1 - first);
        bin++;
        first = k + 1;
        hits = 0;
      }
    }
    return new ClassMaps.Points(Arrays.copyOf(ends, bin), Arrays.copyOf(values, bin));
  }
}
