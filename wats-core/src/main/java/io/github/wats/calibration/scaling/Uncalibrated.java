package io.github.wats.calibration.scaling;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.LabelFits;
import io.github.wats.features.NodeColumns;
import io.github.wats.prediction.Logits;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** {@code p = softmax(z)}: the network as it is, for comparison. */
public record Uncalibrated() implements Calibrator<Uncalibrated.Fitted>, LabelFits {
  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              new Uncalibrated(),
              "uncalibrated",
              "uncalibrated",
              "the network as it is",
              Method.Scope.LOGITS,
              true,
              (calibrator, state) -> new Fitted(state.report()))
          .withComplexity(0);

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    return new Fitted(CalibrationRows.of(data).report(this, seed, List.of(), true, List.of()));
  }

  @Override
  public List<FittedCalibrator> fitLabels(
      CalibrationData pooled, int labels, IntFunction<CalibrationData> data, long seed) {
    return Collections.nCopies(labels + 1, fit(pooled, seed));
  }

  /** There is nothing to fit. */
  public record Fitted(FitReport report) implements FittedCalibrator {
    @Override
    public Optional<String> formula() {
      return Optional.of("p = Softmax(logits, axis=1)");
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      return Calibration.of(logits.softmax());
    }
  }
}
