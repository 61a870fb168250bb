package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.ClassShares;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import java.util.List;
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
              Method.Scope.NODE,
              true,
              Fitted::restore)
          .withComplexity(50);

  /** Keeps temperatures positive; no part of the fit. */
  private static final double LEAST_MULTIPLIER = 0.05;

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    RidgeInputs recipe = RidgeInputs.ofStructure(data.classCount());
    CalibrationRows rows = CalibrationRows.of(data);
    RidgeFit.Sample sample =
        RidgeFit.Sample.of(
            rows,
            ClassShares.none(rows.nodes().size()),
            0,
            t -> data.columns(recipe, KnownLabels.NONE));
    RidgeFit fit = RidgeFit.of(sample, Layout.temperature(data.classCount()));
    return new Fitted(fit.model(), fit.report(sample, this, seed, List.of()));
  }

  @Override
  public Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return Optional.of(RidgeInputs.ofStructure(classes));
  }

  /** The fitted temperatures, for any graph with the same classes. */
  public record Fitted(RidgeModel model, FitReport report) implements FittedCalibrator {
    @Override
    public Optional<NodeInputs> inputs() {
      return Optional.of(RidgeInputs.ofStructure(model.layout().classCount()));
    }

    @Override
    public Optional<String> formula() {
      return Optional.of(
          """
          own = Cast(Equal(Cast(ArgMax(logits, axis=1), to=11), range), to=11)
          f = Concat(Add(Mul(ReduceMax(logits, axes=1), 0), 1), features, own, axis=1)
          f = Max(Min(Div(Sub(f, node-means), node-sds), 3), -3)
          x = ReduceSum(Mul(f, Concat(base, wave, predicted, axis=1)), @1)
          T = Div(temperature, Max(x, 0.05))
          """);
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      if (model.isPlain()) {
        return Calibration.ofTemperature(logits, model.temperature());
      }
      double[] temperatures = new double[logits.nodeCount()];
      Rows.forEach(
          temperatures.length,
          20L * temperatures.length * model.layout().size(),
          (from, to) -> {
            ModelRows rows = new ModelRows(logits, columns, model.layout(), model.temperature());
            double[] u = new double[logits.classCount()];
            double[] node = new double[model.layout().nodeColumns()];
            for (int i = from; i < to; i++) {
              rows.write(i, u, 0, node, 0, new double[0], 0);
              model.scaling().scaleNodeInPlace(node, 0);
              double multiplier =
                  model.x()[0]
                      + model.multiplier(Layout.Group.WAVE, node)
                      + model.multiplier(Layout.Group.PREDICTED, node);
              temperatures[i] = model.temperature() / Math.max(LEAST_MULTIPLIER, multiplier);
            }
          });
      return Calibration.ofTemperatures(logits, temperatures, Optional.empty());
    }

    @Override
    public CalibratorState state() {
      return CalibratorState.of(report, model.arrays());
    }

    private static Fitted restore(RidgeTemperature calibrator, CalibratorState state) {
      Layout layout = Layout.temperature(RidgeModel.classCount(state));
      return new Fitted(RidgeModel.restore(state, layout), state.report());
    }

    @Override
    public String toString() {
      return "Fitted[" + report + "]";
    }
  }
}
