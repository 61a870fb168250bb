package io.github.wats.calibration.auto;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodChoice;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.calibration.scaling.EnsembleTemperatureScaling;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.calibration.scaling.Uncalibrated;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

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
              "no calibration, ts, ets, wats or ridge, selected by cross-validation",
              Method.Scope.GRAPH,
              false,
              Fitted::restore)
          .withComplexity(99);

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
    int count = rows.nodes().size();
    if (count == 1) {
      FittedCalibrator fitted = new Uncalibrated().fit(data, seed);
      String note = "chose uncalibrated: one validation node alone cannot be held out";
      return new Fitted(fitted, fitted.report().of(this, rows.seconds(), note));
    }
    HeldOutEvaluation nodes = HeldOutEvaluation.crossFitted(data, folds, 1, seed);
    HeldOutEvaluation.Predicted predicted = nodes.predict(candidates, (name, before) -> {});
    Map<String, double[]> losses = new LinkedHashMap<>();
    predicted.methods().forEach((name, own) -> losses.put(name, own.losses(nodes.labels())));
    while (true) {
      MethodChoice choice = MethodChoice.of(losses);
      String name = choice.method();
      losses.remove(name);
      Calibrator<?> chosen = Objects.requireNonNull(candidates.get(name));
      Optional<FittedCalibrator> fitted =
          HeldOutEvaluation.tried(name, () -> chosen.fit(data, seed), predicted.failures());
      if (fitted.isPresent()) {
        List<String> notes = new ArrayList<>(predicted.failures().values());
        String how = " in %s folds over %s nodes".formatted(nodes.fits(), count);
        notes.add(0, "chose " + name + ": " + choice.reason() + list(choice) + how);
        String[] all = notes.toArray(String[]::new);
        return new Fitted(fitted.get(), fitted.get().report().of(this, rows.seconds(), all));
      }
    }
  }

  private static String list(MethodChoice choice) {
    return choice.losses().entrySet().stream()
        .map(one -> String.format(Locale.ROOT, "%s %.4f", one.getKey(), one.getValue()))
        .collect(Collectors.joining(", ", "; cross-validated NLL: ", ""));
  }

  /** The chosen method, fitted, with the report of the selection. */
  public record Fitted(FittedCalibrator chosen, FitReport report) implements FittedCalibrator {
    private static final String CHOSEN = "chosen";

    @Override
    public Calibration compute(CalibrationData data) {
      return chosen.compute(data);
    }

    @Override
    public Optional<NodeInputs> inputs() {
      return chosen.inputs();
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      return chosen.apply(logits, columns);
    }

    @Override
    public Optional<String> formula() {
      return chosen.formula();
    }

    @Override
    public List<String> notes(CalibrationData data) {
      return chosen.notes(data);
    }

    @Override
    public String method() {
      return chosen.method();
    }

    @Override
    public NodeColumns columns(CalibrationData data) {
      return chosen.columns(data);
    }

    @Override
    public Optional<String> transductiveReason() {
      return chosen.transductiveReason();
    }

    @Override
    public Optional<String> otherInputs(CalibrationData data) {
      return chosen.otherInputs(data);
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
