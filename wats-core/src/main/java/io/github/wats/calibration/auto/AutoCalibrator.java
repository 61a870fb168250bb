package io.github.wats.calibration.auto;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.internal.CalibrationRows;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.calibration.scaling.EnsembleTemperatureScaling;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.calibration.scaling.Uncalibrated;
import io.github.wats.internal.Check;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Chooses among temperature scaling, ensemble scaling, WATS (200 epochs, no early stopping) and the
 * wavelet ridge by cross-validated NLL on the validation nodes, with the one-standard-error rule in
 * favor of simpler methods, then fits the chosen one on all of them. A method with a higher loss
 * than the uncalibrated network is never chosen. The notes of the report give the reason.
 */
public record AutoCalibrator(
    WaveletRidge ridge, @Setting(help = "number of cross-validation folds", min = 2) int folds)
    implements Calibrator<AutoCalibrator.Fitted> {
  public static final AutoCalibrator DEFAULT = new AutoCalibrator(WaveletRidge.DEFAULT, 5);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "auto",
          "auto",
          "ts, ets, wats or ridge, selected by cross-validation",
          Method.Scope.GRAPH,
          false,
          Fitted::restore);

  /** With fewer validation nodes there is no cross-validation. */
  private static final int FEWEST_NODES = 2;

  public AutoCalibrator {
    SettingsSchema.check(AutoCalibrator.class, ridge, folds);
  }

  public AutoCalibrator withRidge(WaveletRidge newRidge) {
    return new AutoCalibrator(newRidge, folds);
  }

  public AutoCalibrator withFolds(int newFolds) {
    return new AutoCalibrator(ridge, newFolds);
  }

  /** The candidates by name, the simplest first. */
  private Map<String, Calibrator<?>> candidates() {
    Map<String, Calibrator<?>> byName = new LinkedHashMap<>();
    for (Calibrator<?> candidate :
        List.of(
            new Uncalibrated(),
            TemperatureScaling.DEFAULT,
            EnsembleTemperatureScaling.DEFAULT,
            Wats.DEFAULT,
            ridge)) {
      byName.put(Methods.of(candidate).name(), candidate);
    }
    return byName;
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    Map<String, Calibrator<?>> candidates = candidates();
    Selection selection = select(candidates, data, rows, seed);
    Calibrator<?> chosen = Objects.requireNonNull(candidates.get(selection.chosen()));
    FittedCalibrator fitted = chosen.fit(data, seed);
    String note = "chose " + selection.chosen() + ": " + selection.reason();
    return new Fitted(fitted, fitted.report().of(this, rows.seconds(), note));
  }

  private Selection select(
      Map<String, Calibrator<?>> candidates,
      CalibrationData data,
      CalibrationRows rows,
      long seed) {
    int count = rows.nodes().size();
    if (count < FEWEST_NODES) {
      String simplest = candidates.keySet().iterator().next();
      return new Selection(simplest, "one validation node alone cannot be held out");
    }
    CrossValidation validation = CrossValidation.of(data, rows.nodes(), folds, seed);
    Map<String, double[]> losses = new LinkedHashMap<>();
    candidates.forEach((name, candidate) -> losses.put(name, validation.losses(candidate)));
    Selection selection = Selection.of(losses);
    String how = " in %d folds of %d nodes".formatted(validation.folds(), count);
    return new Selection(selection.chosen(), selection.reason() + how);
  }

  /** The chosen method, fitted, with the report of the selection. */
  public record Fitted(FittedCalibrator chosen, FitReport report) implements FittedCalibrator {
    private static final String CHOSEN = "chosen";

    @Override
    public Calibration calibrate(CalibrationData data) {
      return chosen.calibrate(data);
    }

    @Override
    public String method() {
      return chosen.method();
    }

    @Override
    public Optional<String> transductiveReason() {
      return chosen.transductiveReason();
    }

    /** The state of the chosen calibrator; its name and settings are among the texts. */
    @Override
    public CalibratorState state() {
      CalibratorState inner = chosen.state();
      Map<String, String> texts = new LinkedHashMap<>(inner.texts());
      texts.put(CHOSEN, inner.report().method());
      inner
          .report()
          .settings()
          .forEach((name, value) -> texts.put(CHOSEN + "." + name, value.toString()));
      return new CalibratorState(inner.arrays(), texts, report);
    }

    private static Fitted restore(AutoCalibrator calibrator, CalibratorState state) {
      Method method = Methods.named(state.text(CHOSEN));
      Check.argument(
          calibrator.candidates().containsKey(method.name()),
          "text %s of a stored auto calibrator must be one of %s, got %s",
          CHOSEN,
          calibrator.candidates().keySet(),
          method.name());
      Map<String, String> settings = new LinkedHashMap<>();
      for (String name : method.schema().names()) {
        settings.put(name, state.text(CHOSEN + "." + name));
      }
      FitReport inner = state.report().of(method.calibrator(settings), 0);
      return new Fitted(
          Methods.restore(new CalibratorState(state.arrays(), state.texts(), inner)),
          state.report());
    }
  }
}
