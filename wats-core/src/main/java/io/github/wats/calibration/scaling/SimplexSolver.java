package io.github.wats.calibration.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Minimizes {@code f(w) = −(1/n) Σ_i ln(w · p_i)} over three weights that are not negative and sum
 * to 1; convex. Each step minimizes the second-order model over the simplex exactly, by trying all
 * seven sets of weights that may be above 0, then goes as far towards it as f keeps falling.
 */
final class SimplexSolver {
  private static final int SIZE = 3;
  private static final int MOST_STEPS = 200;

  /** A step below this changes no digit that counts. */
  private static final double TOLERANCE = 1e-13;

  /** Added to the Hessian's diagonal: equal columns (T = 1) leave a direction without curvature. */
  private static final double RIDGE = 1e-13;

  private final double[][] parts; // (n × 3)
  private double[] weights = {1.0 / 3, 1.0 / 3, 1.0 / 3};
  private boolean converged;

  final List<Double> losses = new ArrayList<>();

  SimplexSolver(double[][] parts) {
    this.parts = parts;
  }

  double[] solve() {
    double loss = loss(weights);
    for (int step = 0; step < MOST_STEPS && !converged; step++) {
      double[] target = modelMinimum();
      double size = distance(target, weights);
      double share = 1;
      double[] next = target;
      double nextLoss = loss(next);
      while (nextLoss > loss && share * size > TOLERANCE) {
        share /= 2;
        next = between(weights, target, share);
        nextLoss = loss(next);
      }
      converged = share * size <= TOLERANCE;
      if (nextLoss <= loss) {
        weights = next;
        loss = nextLoss;
      }
      losses.add(loss);
    }
    return weights;
  }

  boolean converged() {
    return converged;
  }

  private double loss(double[] w) {
    double sum = 0;
    for (double[] p : parts) {
      sum -= Math.log(w[0] * p[0] + w[1] * p[1] + w[2] * p[2]);
    }
    return sum / parts.length;
  }

  /** The minimum of the second-order model of f around the weights, on the simplex. */
  private double[] modelMinimum() {
    double[] gradient = new double[SIZE];
    double[][] hessian = new double[SIZE][SIZE];
    for (double[] p : parts) {
      double mixed = weights[0] * p[0] + weights[1] * p[1] + weights[2] * p[2];
      for (int a = 0; a < SIZE; a++) {
        double share = p[a] / mixed / parts.length;
        gradient[a] -= share;
        for (int b = 0; b < SIZE; b++) {
          hessian[a][b] += share * p[b] / mixed;
        }
      }
    }
    double[] linear = gradient.clone(); // the model is ½ wᵀ H w + linear · w
    for (int a = 0; a < SIZE; a++) {
      hessian[a][a] += RIDGE * (1 + hessian[a][a]);
      for (int b = 0; b < SIZE; b++) {
        linear[a] -= hessian[a][b] * weights[b];
      }
    }
    double[] best = weights;
    double bestValue = model(hessian, linear, weights);
    for (int support = 1; support < 1 << SIZE; support++) {
      double[] candidate = onSupport(hessian, linear, support);
      if (Arrays.stream(candidate).allMatch(w -> w >= 0)) {
        double value = model(hessian, linear, candidate);
        if (value < bestValue) {
          bestValue = value;
          best = candidate;
        }
      }
    }
    return best;
  }

  private static double model(double[][] hessian, double[] linear, double[] w) {
    double value = 0;
    for (int a = 0; a < SIZE; a++) {
      value += linear[a] * w[a];
      for (int b = 0; b < SIZE; b++) {
        value += 0.5 * w[a] * hessian[a][b] * w[b];
      }
    }
    return value;
  }

  /** {@code H w + linear = λ 1} and {@code 1 · w = 1} on the weights in {@code support}. */
  private static double[] onSupport(double[][] hessian, double[] linear, int support) {
    double[][] system = new double[SIZE + 1][SIZE + 2];
    for (int a = 0; a < SIZE; a++) {
      boolean free = (support >> a & 1) == 1;
      system[a][a] = 1; // a weight outside is 0
      if (free) {
        for (int b = 0; b < SIZE; b++) {
          system[a][b] = (support >> b & 1) == 1 ? hessian[a][b] : 0;
        }
        system[a][SIZE] = -1;
        system[a][SIZE + 1] = -linear[a];
        system[SIZE][a] = 1;
      }
    }
    system[SIZE][SIZE + 1] = 1;
    return Arrays.copyOf(eliminate(system), SIZE);
  }

  /** Gauss elimination with row exchange; not finite where the system is singular. */
  private static double[] eliminate(double[][] system) {
    int size = system.length;
    for (int k = 0; k < size; k++) {
      int pivot = k;
      for (int r = k + 1; r < size; r++) {
        if (Math.abs(system[r][k]) > Math.abs(system[pivot][k])) {
          pivot = r;
        }
      }
      double[] row = system[pivot];
      system[pivot] = system[k];
      system[k] = row;
      for (int r = 0; r < size; r++) {
        double factor = r == k ? 0 : system[r][k] / row[k];
        for (int c = k; c <= size && factor != 0; c++) {
          system[r][c] -= factor * row[c];
        }
      }
    }
    double[] solution = new double[size];
    Arrays.setAll(solution, k -> system[k][size] / system[k][k]);
    return solution;
  }

  private static double[] between(double[] from, double[] to, double share) {
    double[] point = new double[SIZE];
    Arrays.setAll(point, a -> from[a] + share * (to[a] - from[a]));
    return point;
  }

  private static double distance(double[] one, double[] other) {
    return IntStream.range(0, SIZE).mapToDouble(a -> Math.abs(one[a] - other[a])).max().orElse(0);
  }
}
