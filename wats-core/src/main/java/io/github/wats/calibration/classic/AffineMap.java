package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.Explanation.Contribution;
import io.github.wats.calibration.internal.AffineLoss;
import io.github.wats.calibration.internal.AffineSolver;
import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.calibration.internal.Warnings;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * {@code softmax(W x + b)} for rows x of logarithms of probabilities.
 *
 * @param weights W (C × C), or its diagonal alone (1 × C)
 * @param intercepts b (1 × C)
 */
record AffineMap(CalibratorState.Array weights, CalibratorState.Array intercepts)
    implements Serializable {
  /** A map with the solver that found it. */
  record Solution(AffineMap map, Lbfgs solver, List<String> notes) {
    boolean converged() {
      return solver.converged();
    }
  }

  /** The minimum of a loss of which all classes have rows. */
  static Solution fit(CalibrationRows rows, AffineLoss loss) {
    int classes = rows.logits().classCount();
    Lbfgs solver = AffineSolver.solve(loss);
    double[] minimum = solver.point();
    int width = minimum.length / classes - 1;
    double[] w = new double[width * classes];
    Arrays.setAll(w, k -> minimum[k + k / width]);
    double[] b = new double[classes];
    Arrays.setAll(b, c -> minimum[(c + 1) * (width + 1) - 1]);
    AffineMap map =
        new AffineMap(CalibratorState.Array.of(width, classes, w), CalibratorState.Array.of(b));
    return new Solution(map, solver, Warnings.parameters(rows, minimum.length));
  }

  int classes() {
    return intercepts.columns();
  }

  /**
   * The calibrated nodes, explained by the parts of the map.
   *
   * @param x the inputs of all nodes (n × C)
   */
  Calibration apply(Logits logits, double[] x) {
    LogProbabilities.checkClasses(classes(), logits);
    int width = classes();
    double[] b = intercepts.doubles();
    double[] w = weights.doubles();
    double[] result = new double[x.length];
    Rows.forEachRow(
        logits.nodeCount(),
        2L * x.length * width,
        i -> {
          for (int c = 0; c < width; c++) {
            result[i * width + c] = b[c] + product(w, c, x, i * width);
          }
        });
    Probabilities probabilities = Logits.of(logits.nodeCount(), width, result).softmax();
    return Calibration.of(
        probabilities, node -> explain(logits, probabilities, x, node), List.of());
  }

  /** {@code (W x)_c}. */
  private double product(double[] w, int c, double[] x, int start) {
    return isDiagonal(w) ? w[c] * x[start + c] : dot(w, c * classes(), x, start, classes());
  }

  private boolean isDiagonal(double[] w) {
    return w.length == classes();
  }

  static double dot(double[] a, int fromA, double[] b, int fromB, int count) {
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += a[fromA + k] * b[fromB + k];
    }
    return sum;
  }

  private Explanation explain(Logits logits, Probabilities after, double[] x, int node) {
    int width = classes();
    double[] w = weights.doubles();
    double[] b = intercepts.doubles();
    int start = node * width;
    IntToDoubleFunction own = c -> w[isDiagonal(w) ? c : c * width + c] * x[start + c];
    List<Contribution> parts =
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
                c -> product(w, c, x, start) - own.applyAsDouble(c)),
            part("intercept", "the intercept of each class", width, c -> b[c]));
    int predicted = logits.predictedClass(node);
    return new Explanation.OfLogits(
        node,
        predicted,
        Calibration.confidenceBefore(logits, node),
        after.get(node, predicted),
        after.predictedClass(node),
        false,
        false,
        parts);
  }

  private static Contribution part(
      String name, String words, int width, IntToDoubleFunction ofClass) {
    return new Contribution(
        name, words, IntStream.range(0, width).mapToDouble(ofClass).boxed().toList());
  }

  static AffineMap restore(CalibratorState state) {
    int classes = state.array("intercepts").columns();
    int rows = state.array("weights").rows() == 1 ? 1 : classes;
    return new AffineMap(
        state.array("weights", rows, classes), state.array("intercepts", 1, classes));
  }
}
