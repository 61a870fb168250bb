package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.Explanation.Contribution;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.internal.AffineLoss;
import io.github.wats.calibration.internal.AffineSolver;
import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.internal.Warnings;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code softmax(W x + b)} with {@code x = ln((1 − u) softmax(z/T) + u/C)}.
 *
 * @param uniformShare u
 * @param weights W (C × C), or its diagonal alone (1 × C)
 * @param intercepts b (1 × C)
 */
record AffineMap(
    double temperature,
    double uniformShare,
    CalibratorState.Array weights,
    CalibratorState.Array intercepts,
    FitReport report)
    implements FittedCalibrator {
  /** A full W has a weight for each pair of classes: more would not fit into memory. */
  private static final int MAX_CLASSES = 1_000;

  static AffineMap fit(
      Calibrator<?> calibrator,
      long seed,
      CalibrationRows rows,
      TemperatureSolver.Solution scaled,
      double uniformShare,
      boolean diagonal,
      AffineLoss.Penalty penalty) {
    int classes = rows.logits().classCount();
    Check.argument(
        diagonal || classes <= MAX_CLASSES,
        "%s takes at most %d classes, since it has a weight for each pair of them, got %d: use svs",
        Methods.of(calibrator).name(),
        MAX_CLASSES,
        classes);
    double[] x = LogProbabilities.of(rows.logits(), scaled.temperature(), uniformShare);
    Lbfgs solver =
        AffineSolver.solve(new AffineLoss(x, classes, rows.labels(), classes, diagonal, penalty));
    double[] minimum = solver.point();
    int width = minimum.length / classes - 1;
    double[] w = new double[width * classes];
    Arrays.setAll(w, k -> minimum[k + k / width]);
    double[] b = new double[classes];
    Arrays.setAll(b, c -> minimum[(c + 1) * (width + 1) - 1]);
    List<String> warnings = Warnings.parameters(rows, minimum.length);
    return new AffineMap(
        scaled.temperature(),
        uniformShare,
        CalibratorState.Array.of(width, classes, w),
        CalibratorState.Array.of(b),
        rows.report(
            calibrator,
            seed,
            solver.losses(),
            scaled.converged() && solver.converged(),
            Stream.concat(scaled.notes().stream(), warnings.stream()).toList()));
  }

  @Override
  public Calibration apply(Logits logits, NodeColumns columns) {
    LogProbabilities.checkClasses(intercepts.columns(), logits);
    int width = logits.classCount();
    double[] x = LogProbabilities.of(logits, temperature, uniformShare);
    double[] w = weights.doubles();
    double[] b = intercepts.doubles();
    double[] result = new double[x.length];
    Rows.forEachRow(
        logits.nodeCount(),
        2L * x.length * width,
        i -> {
          for (int c = 0; c < width; c++) {
            result[i * width + c] = b[c] + product(w, c, x, i * width, width);
          }
        });
    Probabilities after = Logits.of(logits.nodeCount(), width, result).softmax();
    return Calibration.of(after, node -> explain(logits, after, x, w, b, node), List.of());
  }

  /** {@code (W x)_c}. */
  private static double product(double[] w, int c, double[] x, int start, int width) {
    return w.length == width ? w[c] * x[start + c] : dot(w, c * width, x, start, width);
  }

  static double dot(double[] a, int fromA, double[] b, int fromB, int count) {
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += a[fromA + k] * b[fromB + k];
    }
    return sum;
  }

  private static Explanation explain(
      Logits logits, Probabilities after, double[] x, double[] w, double[] b, int node) {
    int width = b.length;
    int start = node * width;
    IntToDoubleFunction own = c -> w[w.length == width ? c : c * width + c] * x[start + c];
    int predicted = logits.predictedClass(node);
    return new Explanation.OfLogits(
        node,
        predicted,
        Calibration.confidenceBefore(logits, node),
        after.get(node, predicted),
        after.predictedClass(node),
        false,
        false,
        List.of(
            part("network", "the network's own logits", width, c -> x[start + c]),
            part(
                "own-scale",
                "the scale of each class",
                width,
                c -> own.applyAsDouble(c) - x[start + c]),
            part(
                "other-classes",
                "the probabilities of other classes",
                width,
                c -> product(w, c, x, start, width) - own.applyAsDouble(c)),
            part("intercept", "the intercept of each class", width, c -> b[c])));
  }

  private static Contribution part(
      String name, String words, int width, IntToDoubleFunction ofClass) {
    return new Contribution(
        name, words, IntStream.range(0, width).mapToDouble(ofClass).boxed().toList());
  }

  static AffineMap restore(CalibratorState state, double temperature, double uniformShare) {
    int classes = state.array("intercepts").columns();
    int rows = state.array("weights").rows() == 1 ? 1 : classes;
    return new AffineMap(
        temperature,
        uniformShare,
        state.array("weights", rows, classes),
        state.array("intercepts", 1, classes),
        state.report());
  }
}
