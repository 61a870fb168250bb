package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.Explanation.Contribution;
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
 * @param weights W (C × C)
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

  static Solution fit(CalibrationRows rows, AffineLoss loss) {
    int classes = loss.classes();
    Lbfgs solver = new Lbfgs(loss, loss.identity());
    double[] minimum = solver.minimize();
    int size = classes * classes;
    double[] w = Arrays.copyOf(minimum, size);
    double[] b = Arrays.copyOfRange(minimum, size, size + classes);
    AffineMap map =
        new AffineMap(CalibratorState.Array.of(classes, classes, w), CalibratorState.Array.of(b));
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
    double[] w = weights.doubles();
    double[] b = intercepts.doubles();
    double[] result = new double[x.length];
    Rows.forEachRow(
        logits.nodeCount(),
        2L * x.length * width,
        i -> {
          for (int c = 0; c < width; c++) {
            result[i * width + c] = b[c] + dot(w, c * width, x, i * width, width);
          }
        });
    Probabilities probabilities = Logits.of(logits.nodeCount(), width, result).softmax();
    return Calibration.of(
        probabilities, node -> explain(logits, probabilities, x, node), List.of());
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
    List<Contribution> parts =
        List.of(
            part("network", "the network's own logits", width, c -> x[start + c]),
            part(
                "own-scale",
                "the scale of each class",
                width,
                c -> (w[c * width + c] - 1) * x[start + c]),
            part(
                "other-classes",
                "the probabilities of other classes",
                width,
                c -> dot(w, c * width, x, start, width) - w[c * width + c] * x[start + c]),
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
    return new AffineMap(
        state.array("weights", classes, classes), state.array("intercepts", 1, classes));
  }
}
