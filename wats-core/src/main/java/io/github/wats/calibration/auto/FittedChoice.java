package io.github.wats.calibration.auto;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.StoredForm;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.SettingsSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The method that was chosen, fitted, under the report of the choice. */
public sealed class FittedChoice implements FittedCalibrator {
  private static final long serialVersionUID = 1L;

  private static final String CHOSEN = "chosen";

  private final FittedCalibrator chosen;
  private final FitReport report;

  private FittedChoice(FittedCalibrator chosen, FitReport report) {
    this.chosen = chosen;
    this.report = report;
  }

  /** Has temperatures if the chosen calibrator has. */
  static FittedChoice of(FittedCalibrator chosen, FitReport report) {
    return chosen instanceof FittedTemperatures temperatures
        ? new WithTemperatures(temperatures, report)
        : new FittedChoice(chosen, report);
  }

  /** The calibrator that was chosen. */
  public FittedCalibrator chosen() {
    return chosen;
  }

  @Override
  public Probabilities calibrate(CalibrationInput input) {
    return chosen.calibrate(input);
  }

  @Override
  public FitReport fitReport() {
    return report;
  }

  @Override
  public Optional<String> boundToItsGraph() {
    return chosen.boundToItsGraph();
  }

  /** The form of the chosen calibrator; its name and settings are among the texts. */
  @Override
  public StoredForm storedForm() {
    StoredForm inner = chosen.storedForm();
    Map<String, String> texts = new LinkedHashMap<>(inner.texts());
    texts.put(CHOSEN, inner.report().method());
    inner
        .report()
        .settings()
        .forEach((name, value) -> texts.put(CHOSEN + "." + name, value.toString()));
    return new StoredForm(inner.arrays(), texts, report);
  }

  static FittedChoice restore(StoredForm form) {
    Method method = Methods.named(form.text(CHOSEN));
    Map<String, String> settings = new LinkedHashMap<>();
    for (SettingsSchema.Declared setting : method.schema().settings()) {
      settings.put(setting.name(), form.text(CHOSEN + "." + setting.name()));
    }
    FitReport outer = form.report();
    FitReport report =
        new FitReport(
            method.calibrator(settings),
            outer.seed(),
            outer.epochs(),
            outer.losses(),
            outer.watchedLosses(),
            outer.converged(),
            0,
            outer.earlyStopping(),
            outer.notes());
    return of(Methods.restore(new StoredForm(form.arrays(), form.texts(), report)), outer);
  }

  /** A choice that has temperatures. */
  private static final class WithTemperatures extends FittedChoice implements FittedTemperatures {
    private static final long serialVersionUID = 1L;

    private final FittedTemperatures temperatures;

    private WithTemperatures(FittedTemperatures temperatures, FitReport report) {
      super(temperatures, report);
      this.temperatures = temperatures;
    }

    @Override
    public double[] temperatures(CalibrationInput input) {
      return temperatures.temperatures(input);
    }

    @Override
    public Probabilities calibrate(CalibrationInput input) {
      return temperatures.calibrate(input);
    }
  }
}
