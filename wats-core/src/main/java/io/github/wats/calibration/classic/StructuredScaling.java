package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.internal.AffineLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.features.NodeColumns;
import io.github.wats.prediction.Logits;
import java.util.List;
import java.util.stream.Stream;

/**
 * An affine map of {@code ln q}, q the result of temperature scaling with a share of the uniform
 * distribution.
 *
 * @param uniformShare the weight of the uniform distribution in q
 */
record StructuredScaling(double temperature, double uniformShare, AffineMap map, FitReport report)
    implements FittedCalibrator {
  static final String STRENGTH_HELP = "strength of the shrinkage to temperature scaling";

  /** With one scale and intercept per class, and for a full map a weight for each other class. */
  static StructuredScaling fit(
      Calibrator<?> calibrator,
      CalibrationData data,
      long seed,
      double strength,
      boolean diagonal) {
    CalibrationRows rows = CalibrationRows.of(data);
    int classes = data.classCount();
    double n = rows.nodes().size();
    TemperatureSolver.Solution scaled = TemperatureSolver.solve(rows);
    double share = 1 / (n + 1);
    double rate = strength * classes / n;
    AffineLoss loss =
        new AffineLoss(
            inputs(rows.logits(), scaled.temperature(), share),
            classes,
            rows.labels(),
            classes,
            diagonal,
            new AffineLoss.Penalty(rate, rate * (classes - 1), rate));
    AffineMap.Solution solution = AffineMap.fit(rows, loss);
    List<String> notes = Stream.concat(scaled.notes().stream(), solution.notes().stream()).toList();
    boolean converged = scaled.converged() && solution.converged();
    return new StructuredScaling(
        scaled.temperature(),
        share,
        solution.map(),
        rows.report(calibrator, seed, solution.solver().losses(), converged, notes));
  }

  /** {@code ln((1 − share) softmax(z/T) + share/C)}. */
  private static double[] inputs(Logits logits, double temperature, double share) {
    double[] q = Calibration.ofTemperature(logits, temperature).probabilities().toArray();
    double uniform = share / logits.classCount();
    for (int k = 0; k < q.length; k++) {
      q[k] = Math.max(LogProbabilities.LEAST, Math.log((1 - share) * q[k] + uniform));
    }
    return q;
  }

  @Override
  public Calibration apply(Logits logits, NodeColumns columns) {
    return map.apply(logits, inputs(logits, temperature, uniformShare));
  }

  static StructuredScaling restore(CalibratorState state) {
    return new StructuredScaling(
        state.positive("temperature"),
        Math.min(1, state.positive("uniform-share")),
        AffineMap.restore(state),
        state.report());
  }
}
