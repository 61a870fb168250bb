package io.github.wats.calibration.internal;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import java.util.List;
import java.util.function.IntFunction;

/** A calibrator of two classes that can be fitted to several labels of the same nodes at once. */
public interface LabelFits {
  /**
   * Fits labels that have both outcomes among the validation nodes.
   *
   * @param pooled all known outcomes of the validation nodes, those of other labels too
   * @param labels the number of labels
   * @param data that of a label
   * @return a calibrator for each label, and last the one that the others are shrunk to, for labels
   *     of which too little is known
   */
  List<FittedCalibrator> fitLabels(
      CalibrationData pooled, int labels, IntFunction<CalibrationData> data, long seed);

  /** What is to be fitted around a fit to the pooled outcomes. */
  record Task(FittedCalibrator pooled, int labels, IntFunction<CalibrationData> data, long seed) {}
}
