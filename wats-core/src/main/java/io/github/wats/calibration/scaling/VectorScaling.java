package io.github.wats.calibration.scaling;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.AffineLoss;
import io.github.wats.calibration.internal.AffineSolver;
import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.internal.Warnings;
import io.github.wats.features.NodeColumns;
import io.github.wats.prediction.Logits;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Vector scaling: {@code p = softmax(w ∘ z + b)} with one scale and one bias per class (Guo,
 * Pleiss, Sun, Weinberger, ICML 2017), minimizes {@code nll + (λ/n) (‖T w − 1‖² + ‖b‖²)}, T the
 * exact temperature. Without the penalty, which is not in the paper, the parameters of classes that
 * are nearly separable grow without bound. Convex. May change a predicted class; adding a constant
 * to a node's logits does change the result, since each class scales it differently.
 *
 * @param bias whether b is fitted; the authors of GETS and WATS fit w alone
 * @param strength λ; 0 for the method of the paper
 */
public record VectorScaling(
    @Setting(help = "whether a bias per class is fitted") boolean bias,
    @Setting(
            help = "strength of the shrinkage to temperature scaling; 0 is the published method",
            min = 0,
            max = 1e9)
        double strength)
    implements Calibrator<VectorScaling.Fitted> {
  public static final VectorScaling DEFAULT = new VectorScaling(true, 1);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "vs",
          "VS",
          "vector scaling: one scale and bias per class",
          Method.Scope.LOGITS,
          false,
          Fitted::restore);

  public VectorScaling {
    SettingsSchema.check(VectorScaling.class, bias, strength);
  }

  @Override
  public boolean readsRowConstants() {
    return true;
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    int classes = data.classCount();
    TemperatureSolver.Solution scaled = TemperatureSolver.solve(rows);
    double[] x = rows.logits().toArray();
    Arrays.setAll(x, k -> x[k] / scaled.temperature());
    double rate = strength / rows.nodes().size();
    AffineLoss.Penalty penalty =
        new AffineLoss.Penalty(rate, 0, bias ? rate : Double.POSITIVE_INFINITY);
    Lbfgs solver =
        AffineSolver.solve(new AffineLoss(x, classes, rows.labels(), classes, true, penalty));
    double[] minimum = solver.point();
    double[] scales = new double[classes];
    Arrays.setAll(scales, c -> minimum[2 * c] / scaled.temperature());
    double[] biases = new double[classes];
    Arrays.setAll(biases, c -> minimum[2 * c + 1]);
    List<String> notes = Warnings.parameters(rows, bias ? 2L * classes : classes);
    return new Fitted(
        CalibratorState.Array.of(scales),
        CalibratorState.Array.of(biases),
        rows.report(this, seed, solver.losses(), solver.converged(), notes));
  }

  /** One scale and one bias per class, each (1 × C). */
  public record Fitted(CalibratorState.Array scale, CalibratorState.Array bias, FitReport report)
      implements FittedCalibrator {
    @Override
    public Optional<String> formula() {
      return Optional.of("p = Softmax(Add(Mul(logits, scale), bias), axis=1)");
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      double[] w = scale.doubles();
      double[] b = bias.doubles();
      double[] values = logits.toArray();
      for (int k = 0; k < values.length; k++) {
        int c = k % w.length;
        values[k] = w[c] * values[k] + b[c];
      }
      return Calibration.of(Logits.of(logits.nodeCount(), w.length, values).softmax());
    }

    private static Fitted restore(VectorScaling calibrator, CalibratorState form) {
      int classes = form.array("scale").columns();
      return new Fitted(
          form.array("scale", 1, classes), form.array("bias", 1, classes), form.report());
    }
  }
}
