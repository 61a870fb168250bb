package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.CalibrationRows;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import java.util.Optional;

/**
 * The wavelet ridge for those who need a temperature: {@code T_i = T0 / max(0.05, x0 + f_i · α)},
 * where f holds the wavelet features, the degree and the predicted class. Fitted like {@link
 * WaveletRidge}; no label but those of the validation nodes has any effect.
 */
public record RidgeTemperature() implements Calibrator<RidgeTemperature.Fitted> {
  public static final RidgeTemperature DEFAULT = new RidgeTemperature();

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "ridge-temperature",
              "ridge-temperature",
              "one temperature per node from a convex model",
              Method.Scope.GRAPH,
              true,
              Fitted::restore)
          .withComplexity(50);

  /** Keeps temperatures positive; no part of the fit. */
  private static final double LEAST_MULTIPLIER = 0.05;

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    Layout layout = Layout.temperature(data.classCount());
    RidgeFit fit =
        RidgeFit.of(CalibrationRows.of(data), layout, t -> new Columns.OfTemperature(data, t));
    FitReport report = fit.report(this, seed);
    return new Fitted(CalibratorState.of(report, fit.model().arrays()), report);
  }

  /** The fitted temperatures, for any graph with the same classes. */
  public record Fitted(CalibratorState state, FitReport report) implements FittedCalibrator {
    private RidgeModel model() {
      return RidgeModel.restore(state, Layout.temperature(RidgeModel.classCount(state)));
    }

    @Override
    public Calibration compute(CalibrationData data) {
      RidgeModel model = model();
      if (model.isPlain()) {
        return Calibration.ofTemperature(data.logits(), model.temperature());
      }
      double[] temperatures = new double[data.nodeCount()];
      Columns columns = new Columns.OfTemperature(data, model.temperature());
      Rows.forEach(
          temperatures.length,
          20L * temperatures.length * model.layout().size(),
          (from, to) -> {
            double[] node = new double[model.layout().nodeColumns()];
            for (int i = from; i < to; i++) {
              columns.writeNode(i, node, 1);
              model.scaling().scaleNodeInPlace(node, 0);
              double multiplier =
                  model.x()[0]
                      + model.multiplier(Layout.Group.WAVE, node)
                      + model.multiplier(Layout.Group.PREDICTED, node);
              temperatures[i] = model.temperature() / Math.max(LEAST_MULTIPLIER, multiplier);
            }
          });
      return Calibration.ofTemperatures(data.logits(), temperatures, Optional.empty());
    }

    /** Wavelet features and {@code ln(1 + degree)} (n × 6). */
    @Override
    public Optional<DenseMatrix> columns(CalibrationData data) {
      RidgeModel model = model();
      Columns columns = new Columns.OfTemperature(data, model.temperature());
      return Optional.of(Columns.matrix(data, columns, model.layout()));
    }

    private static Fitted restore(RidgeTemperature calibrator, CalibratorState state) {
      Fitted fitted = new Fitted(state, state.report());
      fitted.model(); // checks the arrays
      return fitted;
    }
  }
}
