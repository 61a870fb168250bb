package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.StoredArray;
import io.github.wats.calibration.StoredForm;
import io.github.wats.calibration.scaling.TemperatureSolver;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The wavelet ridge for those who need a temperature: {@code T_i = T0 / max(0.05, x0 + f_i · α)},
 * where f holds the wavelet features, the degree and the predicted class. Fitted like {@link
 * WaveletRidge}; no label but those of the calibration nodes has any effect.
 */
public record RidgeTemperature() implements Calibrator<RidgeTemperature.Fitted> {
  /** Keeps temperatures positive; no part of the fit. */
  private static final double LEAST_MULTIPLIER = 0.05;

  @Override
  public Fitted fit(CalibrationInput input, Labels labels, Split split, long seed) {
    long started = System.nanoTime();
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    TemperatureSolver.Solution whole = TemperatureSolver.solve(rows.logits(), rows.labels());
    double temperature = whole.temperature();
    RidgeFit fit =
        RidgeFit.of(
            rows,
            Layout.temperature(input.classCount()),
            temperature,
            () -> new Columns.OfTemperature(input, temperature));
    List<String> notes = new ArrayList<>(rows.notes());
    notes.addAll(whole.notes());
    notes.addAll(fit.notes());
    double seconds = (System.nanoTime() - started) * 1e-9;
    FitReport report =
        FitReport.ofSolver(this, seed, fit.losses(), fit.converged(), seconds).withNotes(notes);
    return new Fitted(fit.model(), report);
  }

  /** The fitted temperatures, for any graph with the same classes. */
  public static final class Fitted implements FittedTemperatures {
    private static final long serialVersionUID = 1L;

    private final RidgeModel model;
    private final FitReport report;

    private Fitted(RidgeModel model, FitReport report) {
      this.model = model;
      this.report = report;
    }

    @Override
    public double[] temperatures(CalibrationInput input) {
      model.checkClasses(input.classCount());
      double[] temperatures = new double[input.nodeCount()];
      if (model.isPlain()) {
        Arrays.fill(temperatures, model.temperature());
        return temperatures;
      }
      Columns columns = new Columns.OfTemperature(input, model.temperature());
      Rows.forEach(
          temperatures.length,
          20L * temperatures.length * model.layout().size(),
          (from, to) -> {
            double[] node = new double[model.layout().nodeColumns()];
            for (int i = from; i < to; i++) {
              columns.writeNode(i, node, 1);
              model.scaling().scaleNodeInPlace(node, 0);
              temperatures[i] = model.temperature() / Math.max(LEAST_MULTIPLIER, multiplier(node));
            }
          });
      return temperatures;
    }

    private double multiplier(double[] node) {
      return model.x()[0]
          + model.multiplier(Layout.Group.WAVE, node)
          + model.multiplier(Layout.Group.PREDICTED, node);
    }

    @Override
    public FitReport fitReport() {
      return report;
    }

    @Override
    public StoredForm storedForm() {
      Map<String, StoredArray> arrays = new LinkedHashMap<>();
      model.store(arrays);
      return StoredForm.of(report, arrays);
    }

    static Fitted restore(RidgeTemperature calibrator, StoredForm form) {
      Layout layout = Layout.temperature(RidgeModel.classCount(form));
      return new Fitted(RidgeModel.restore(form, layout), form.report());
    }

    RidgeModel model() {
      return model;
    }
  }
}
