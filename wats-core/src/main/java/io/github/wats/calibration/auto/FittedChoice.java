package io.github.wats.calibration.auto;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.Settings;
import io.github.wats.calibration.StoredForm;
import io.github.wats.prediction.Probabilities;
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
    texts.put(CHOSEN, inner.method());
    for (String name : inner.settings().names()) {
      texts.put(CHOSEN + "." + name, inner.settings().text(name));
    }
    return new StoredForm(report.method(), report.settings(), inner.arrays(), texts, report);
  }

  static FittedChoice restore(StoredForm form) {
    Method method = Methods.named(form.text(CHOSEN));
    Settings given = Settings.NONE;
    for (String name : method.defaults().names()) {
      given = given.with(name, form.text(CHOSEN + "." + name));
    }
    Settings settings = method.calibrator(given).settings();
    FitReport outer = form.report();
    FitReport report =
        new FitReport(
            method.name(),
            settings,
            outer.seed(),
            outer.epochs(),
            outer.losses(),
            outer.watchedLosses(),
            outer.converged(),
            0,
            outer.earlyStopping(),
            outer.notes());
    StoredForm inner = new StoredForm(method.name(), settings, form.arrays(), form.texts(), report);
    return of(Methods.restore(inner), outer);
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
