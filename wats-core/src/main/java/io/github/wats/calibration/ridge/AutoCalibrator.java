package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Method;
import io.github.wats.features.NodeInputs;
import java.util.Optional;

/**
 * The pool: {@code q = softmax(ln(Σ_k v_k P_k) / T_last)} of the network's own probabilities,
 * temperature scaling and the wavelet ridge without and with the labels of neighbors. The weights v
 * come from cross-validation on the validation nodes: with few of them it stays near the network,
 * with many it is mostly a ridge. Below 30 nodes there is no ridge. The seed has no effect.
 */
public record AutoCalibrator(WaveletRidge ridge) implements Calibrator<WaveletRidge.Fitted> {
  public static final AutoCalibrator DEFAULT = new AutoCalibrator(WaveletRidge.DEFAULT);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "auto",
              "auto",
              "a weighted mean of no calibration, temperature scaling and ridge",
              Method.Scope.NODE,
              false,
              WaveletRidge.Fitted::restore)
          .withComplexity(99);

  @Override
  public WaveletRidge.Fitted fit(CalibrationData data, long seed) {
    return ridge.fit(data, this, true, seed);
  }

  @Override
  public double temperature(CalibrationRows rows) {
    return ridge.temperature(rows);
  }

  @Override
  public Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return ridge.inputs(classes, temperature, trainingLabels);
  }
}
