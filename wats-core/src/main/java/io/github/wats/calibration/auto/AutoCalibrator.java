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
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.nn.DivergedException;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Chooses among temperature scaling, ensemble scaling, WATS (200 epochs, no early stopping) and the
 * wavelet ridge by cross-validated NLL on the validation nodes, with the one-standard-error rule in
 * favor of simpler methods, then fits the chosen one on all of them. A method with a higher loss
 * than the uncalibrated network is never chosen, nor is one whose fit fails. The notes of the
 * report give the reasons.
 */
public record AutoCalibrator(
    WaveletRidge ridge,
    @Setting(help = "number of cross-validation folds", min = 2, max = 100) int folds)
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
    List<String> notes = new ArrayList<>();
    while (true) {
      Selection selection = select(candidates, data, rows, seed, notes);
      String name = selection.chosen();
      Calibrator<?> chosen = Objects.requireNonNull(candidates.remove(name));
      Optional<? extends FittedCalibrator> fitted =
          tried(name, () -> chosen.fit(data, seed), notes);
      if (fitted.isPresent()) {
        notes.add(0, "chose " + name + ": " + selection.reason());
        FitReport report = fitted.get().report();
        String[] all = notes.toArray(String[]::new);
        return new Fitted(fitted.get(), report.of(this, rows.seconds(), all));
      }
    }
  }

  /** What a candidate gives; if it fails, nothing, and a note that names it. */
  private static <T> Optional<T> tried(String name, Supplier<T> work, List<String> notes) {
    try {
      return Optional.of(work.get());
    } catch (IllegalArgumentException | IllegalStateException | DivergedException failure) {
      notes.add(name + " was left out, since it failed: " + failure.getMessage());
      return Optional.empty();
    }
  }

  private Selection select(
      Map<String, Calibrator<?>> candidates,
      CalibrationData data,
      CalibrationRows rows,
      long seed,
      List<String> notes) {
    int count = rows.nodes().size();
    if (count < FEWEST_NODES) {
      String simplest = candidates.keySet().iterator().next();
      return new Selection(simplest, "one validation node alone cannot be held out");
    }
    CrossValidation validation = CrossValidation.of(data, rows.nodes(), folds, seed);
    Map<String, double[]> losses = new LinkedHashMap<>();
    candidates.forEach(
        (name, candidate) ->
            tried(name, () -> validation.losses(candidate), notes)
                .ifPresent(found -> losses.put(name, found)));
    candidates.keySet().retainAll(losses.keySet());
    Selection selection = Selection.of(losses);
    String how = " in %d folds over %d nodes".formatted(validation.folds(), count);
    return new Selection(selection.chosen(), selection.reason() + how);
  }

  /** The chosen method, fitted, with the report of the selection. */
  public record Fitted(FittedCalibrator chosen, FitReport report) implements FittedCalibrator {
    private static final String CHOSEN = "chosen";

    @Override
    public Calibration compute(CalibrationData data) {
      return chosen.calibrate(data);
    }

    @Override
    public String method() {
      return chosen.method();
    }

    @Override
    public Optional<DenseMatrix> columns(CalibrationData data) {
      return chosen.columns(data);
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
