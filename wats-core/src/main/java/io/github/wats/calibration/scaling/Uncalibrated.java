package io.github.wats.calibration.scaling;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.StoredForm;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.List;
import java.util.Map;

/** {@code p = softmax(z)}: the network as it is, for comparison. */
public record Uncalibrated() implements Calibrator<Uncalibrated.Fitted> {
  @Override
  public Fitted fit(CalibrationInput input, Labels labels, Split split, long seed) {
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    return new Fitted(FitReport.ofSolver(this, seed, List.of(), true, 0).withNotes(rows.notes()));
  }

  /** Nothing was learnt. */
  public record Fitted(FitReport fitReport) implements FittedCalibrator {
    @Override
    public Probabilities calibrate(CalibrationInput input) {
      return input.logits().softmax();
    }

    @Override
    public StoredForm storedForm() {
      return StoredForm.of(fitReport, Map.of());
    }

    static Fitted restore(Uncalibrated calibrator, StoredForm form) {
      return new Fitted(form.report());
    }
  }
}
