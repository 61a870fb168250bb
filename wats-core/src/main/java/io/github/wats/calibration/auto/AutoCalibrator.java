package io.github.wats.calibration.auto;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.calibration.scaling.EnsembleTemperatureScaling;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.calibration.scaling.Uncalibrated;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses among temperature scaling, ensemble scaling, WATS (200 epochs, no early stopping) and the
 * wavelet ridge by cross-validated NLL on the calibration nodes, with the one-standard-error rule
 * toward the simpler, then fits the chosen method on all of them. Nothing that is worse on that
 * criterion than the uncalibrated network is ever chosen. The report's notes say why.
 */
public record AutoCalibrator(
    WaveletRidge ridge, @Setting(help = "folds of the cross-validation", min = 2) int folds)
    implements Calibrator<FittedCalibrator> {
  public static final AutoCalibrator DEFAULT = new AutoCalibrator(WaveletRidge.DEFAULT, 5);

  /** With fewer calibration nodes there is nothing to hold out. */
  private static final int FEWEST_NODES = 2;

  public AutoCalibrator {
    SettingsSchema.check(AutoCalibrator.class, ridge, folds);
  }

  /** What there is to choose from, the simplest first. */
  private List<Calibrator<?>> candidates() {
    return List.of(
        new Uncalibrated(),
        TemperatureScaling.DEFAULT,
        EnsembleTemperatureScaling.DEFAULT,
        Wats.DEFAULT,
        ridge);
  }

  @Override
  public FittedCalibrator fit(CalibrationInput input, Labels labels, Split split, long seed) {
    long started = System.nanoTime();
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    List<Calibrator<?>> candidates = candidates();
    Selection selection = select(candidates, input, labels, split, rows, seed);
    Calibrator<?> chosen =
        candidates.stream()
            .filter(candidate -> Methods.of(candidate).name().equals(selection.chosen()))
            .findFirst()
            .orElseThrow();
    FittedCalibrator fitted = chosen.fit(input, labels, split, seed);
    FitReport report = fitted.fitReport();
    double seconds = (System.nanoTime() - started) * 1e-9;
    String note = "chose " + selection.chosen() + ": " + selection.reason();
    return FittedChoice.of(fitted, report.of(this, seconds, note));
  }

  private Selection select(
      List<Calibrator<?>> candidates,
      CalibrationInput input,
      Labels labels,
      Split split,
      CalibrationRows rows,
      long seed) {
    int count = rows.nodes().size();
    if (count < FEWEST_NODES) {
      String simplest = Methods.of(candidates.get(0)).name();
      return new Selection(simplest, "one calibration node alone cannot be held out");
    }
    CrossValidation validation =
        new CrossValidation(input, labels, split, rows.nodes(), folds, seed);
    Map<String, double[]> losses = new LinkedHashMap<>();
    for (Calibrator<?> candidate : candidates) {
      losses.put(Methods.of(candidate).name(), validation.losses(candidate));
    }
    Selection selection = Selection.of(losses);
    String how = " in %d folds of %d nodes".formatted(validation.folds(), count);
    return new Selection(selection.chosen(), selection.reason() + how);
  }
}
