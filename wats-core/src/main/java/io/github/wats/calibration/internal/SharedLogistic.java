package io.github.wats.calibration.internal;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.internal.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Logistic regressions of several labels, {@code P(y_i = 1) = sigmoid(x_iᵀ θ_l)}, with the same
 * normal prior of all θ_l around m: each minimizes {@code Σ_i −ln P(y_i) + ½ Σ_k κ_k (θ_lk −
 * m_k)²}. Evidence over the labels (MacKay 1992) sets the precisions: with {@code γ_k = Σ_l (1 −
 * κ_k (H_l⁻¹)_kk)}, H_l the Hessian of label l, {@code κ_k ← clip(γ_k / (Σ_l (θ_lk − m_k)² +
 * 0.004), 0.5, 1e4)}, from 8 on, until no ln κ changes by 0.05 or more, at most 50 times. Sums over
 * labels do not depend on their order.
 */
public final class SharedLogistic {
  private static final double START = 8;
  private static final int MOST_ROUNDS = 50;
  private static final double TOLERANCE = 0.05; // of ln κ
  private static final int MOST_STEPS = 100;
  private static final double SMALLEST_STEP = 1e-10; // of θ
  private static final double ROUNDING = 1e-12; // of a value, which must not stop the steps
  private static final double SMALLEST_FACTOR = 1e-6; // of a Newton step

  private final double[] center; // m (K)
  private final int bounded; // how many parameters, the first, are at least the bound
  private final double bound;

  /** Around m; the first {@code bounded} parameters are at least {@code bound}. */
  public SharedLogistic(double[] center, int bounded, double bound) {
    this.center = center.clone();
    this.bounded = bounded;
    this.bound = bound;
  }

  /**
   * The rows of a label.
   *
   * @param x (n × K)
   */
  public record Sample(double[] x, boolean[] isOne) {}

  /**
   * Where a label ended.
   *
   * @param theta θ (K)
   * @param variances the diagonal of H⁻¹ (K), 0 of parameters at the bound
   * @param loss mean cross-entropy
   */
  public record Solution(double[] theta, double[] variances, double loss) {}

  /**
   * As {@link LabelFits#fitLabels}.
   *
   * @param columns x of the rows of a label (n × K)
   * @param fitted from θ
   */
  public List<FittedCalibrator> fitLabels(
      LabelFits.Task task,
      Function<CalibrationRows, double[]> columns,
      BiFunction<double[], FitReport, FittedCalibrator> fitted) {
    CalibrationRows[] rows = new CalibrationRows[task.labels()];
    Sample[] samples = new Sample[rows.length];
    Rows.forEachRow(
        rows.length,
        Long.MAX_VALUE,
        l -> {
          rows[l] = CalibrationRows.of(task.data().apply(l));
          boolean[] isOne = new boolean[rows[l].nodes().size()];
          for (int i = 0; i < isOne.length; i++) {
            isOne[i] = rows[l].labels().get(i) == 1;
          }
          samples[l] = new Sample(columns.apply(rows[l]), isOne);
        });
    List<Solution> solved = fit(List.of(samples)).labels;
    Calibrator<?> calibrator = task.pooled().report().calibrator();
    List<FittedCalibrator> all = new ArrayList<>();
    for (int l = 0; l < rows.length; l++) {
      List<Double> losses = List.of(solved.get(l).loss);
      FitReport report = rows[l].report(calibrator, task.seed(), losses, true, List.of());
      all.add(fitted.apply(solved.get(l).theta, report));
    }
    all.add(task.pooled());
    return all;
  }

  /**
   * The last solves.
   *
   * @param labels in their order
   * @param precisions κ they were solved with (K)
   */
  public record Fits(List<Solution> labels, double[] precisions) {}

  /** Solves until the precisions settle. */
  public Fits fit(List<Sample> labels) {
    Solution[] solved = new Solution[labels.size()];
    double[] precisions = new double[center.length];
    Arrays.fill(precisions, START);
    for (int round = 1; ; round++) {
      double[] now = precisions;
      Rows.forEachRow(
          solved.length,
          Long.MAX_VALUE,
          l -> solved[l] = solve(labels.get(l), now, new boolean[center.length]));
      precisions = updated(now, solved);
      double[] next = precisions;
      if (round == MOST_ROUNDS
          || IntStream.range(0, now.length)
              .allMatch(k -> Math.abs(Math.log(next[k] / now[k])) < TOLERANCE)) {
        return new Fits(List.of(solved), now);
      }
    }
  }

  private double[] updated(double[] precisions, Solution[] solved) {
    double[] updated = new double[precisions.length];
    Arrays.setAll(
        updated,
        k -> {
          double[] variances = Arrays.stream(solved).mapToDouble(one -> one.variances[k]).toArray();
          double[] squares =
              Arrays.stream(solved).mapToDouble(one -> square(one.theta[k] - center[k])).toArray();
          return precision(precisions[k], 0, solved.length, variances, squares);
        });
    return updated;
  }

  /**
   * {@code clip((γ + more) / (Σ squares + 0.004), 0.5, 1e4)} with {@code γ = size − κ Σ variances};
   * in ascending order, so that the order of labels has no effect.
   */
  public static double precision(
      double precision, double more, int size, double[] variances, double[] squares) {
    double variance = Arrays.stream(variances).sorted().reduce(0, Double::sum);
    double square = Arrays.stream(squares).sorted().reduce(0, Double::sum);
    double determined = Math.max(0, size - precision * variance); // an estimate may be below
    return Math.min(1e4, Math.max(0.5, (determined + more) / (square + 0.004)));
  }

  /** By Newton's method; a parameter that would be below the bound is set to it. */
  private Solution solve(Sample sample, double[] precisions, boolean[] fixed) {
    int size = center.length;
    double[] theta = center.clone();
    for (int k = 0; k < size; k++) {
      theta[k] = fixed[k] ? bound : theta[k];
    }
    double[] gradient = new double[size];
    double[] inverse = new double[size * size];
    double value = evaluate(sample, precisions, fixed, theta, gradient, inverse);
    double moved = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MOST_STEPS && moved > SMALLEST_STEP; step++) {
      double[] start = theta;
      double[] direction = new double[size];
      Arrays.setAll(direction, k -> product(inverse, gradient, k));
      double factor = 2;
      double reached;
      do {
        factor /= 2;
        double length = factor;
        double[] trial = new double[size];
        Arrays.setAll(trial, k -> start[k] - length * direction[k]);
        theta = trial;
        reached = evaluate(sample, precisions, fixed, theta, gradient, inverse);
      } while (!(reached <= value + ROUNDING * Math.abs(value)) && factor > SMALLEST_FACTOR);
      moved = factor * Arrays.stream(direction).map(Math::abs).max().orElse(0);
      value = reached;
    }
    for (int k = 0; k < bounded; k++) {
      if (theta[k] < bound) {
        fixed[worst(theta)] = true;
        return solve(sample, precisions, fixed);
      }
    }
    double[] variances = new double[size];
    Arrays.setAll(variances, k -> fixed[k] ? 0 : inverse[k * size + k]);
    double penalty = 0;
    for (int k = 0; k < size; k++) {
      penalty += 0.5 * precisions[k] * square(theta[k] - center[k]);
    }
    return new Solution(theta, variances, (value - penalty) / sample.isOne.length);
  }

  private int worst(double[] theta) {
    return IntStream.range(0, bounded).reduce(0, (a, b) -> theta[b] < theta[a] ? b : a);
  }

  /** The objective; writes its gradient and the inverse of its Hessian, 0 where fixed. */
  private double evaluate(
      Sample sample,
      double[] precisions,
      boolean[] fixed,
      double[] theta,
      double[] gradient,
      double[] inverse) {
    int size = theta.length;
    double value = 0;
    Arrays.fill(inverse, 0);
    for (int k = 0; k < size; k++) {
      double shift = theta[k] - center[k];
      value += 0.5 * precisions[k] * shift * shift;
      gradient[k] = precisions[k] * shift;
      inverse[k * size + k] = precisions[k];
    }
    for (int i = 0; i < sample.isOne.length; i++) {
      double s = 0;
      for (int k = 0; k < size; k++) {
        s += sample.x[i * size + k] * theta[k];
      }
      double away = sample.isOne[i] ? -s : s; // the loss is ln(1 + e^away)
      value += Math.max(0, away) + StrictMath.log1p(Math.exp(-Math.abs(away)));
      double p = 1 / (1 + Math.exp(-s));
      double residual = p - (sample.isOne[i] ? 1 : 0);
      double weight = p * (1 - p);
      for (int k = 0; k < size; k++) {
        double own = sample.x[i * size + k];
        gradient[k] += residual * own;
        for (int j = 0; j < size; j++) {
          inverse[k * size + j] += weight * own * sample.x[i * size + j];
        }
      }
    }
    for (int k = 0; k < size; k++) {
      if (fixed[k]) {
        gradient[k] = 0;
        for (int j = 0; j < size; j++) {
          inverse[k * size + j] = k == j ? 1 : 0;
          inverse[j * size + k] = k == j ? 1 : 0;
        }
      }
    }
    invert(inverse, size);
    return value;
  }

  /** Inverts a positive definite matrix in place by Gauss and Jordan. */
  private static void invert(double[] a, int size) {
    for (int pivot = 0; pivot < size; pivot++) {
      double scale = 1 / a[pivot * size + pivot];
      a[pivot * size + pivot] = 1;
      for (int j = 0; j < size; j++) {
        a[pivot * size + j] *= scale;
      }
      for (int row = 0; row < size; row++) {
        double factor = a[row * size + pivot];
        if (row != pivot) {
          a[row * size + pivot] = 0;
          for (int j = 0; j < size; j++) {
            a[row * size + j] -= factor * a[pivot * size + j];
          }
        }
      }
    }
  }

  private static double product(double[] matrix, double[] vector, int row) {
    double sum = 0;
    for (int j = 0; j < vector.length; j++) {
      sum += matrix[row * vector.length + j] * vector[j];
    }
    return sum;
  }

  private static double square(double value) {
    return value * value;
  }
}
