package io.github.wats.calibration.scaling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Minimizes {@code f(w) = −(1/n) Σ_i ln(w · p_i)} over three weights that are not negative and sum
 * to 1; convex. Each step minimizes the second-order model over the triangle exactly, inside or on
 * one of its sides, then goes as far towards it as f keeps falling.
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

  /** The minimum of the second-order model of f around the weights, on the triangle. */
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
    for (int a = 0; a < SIZE; a++) {
      hessian[a][a] += RIDGE * (1 + hessian[a][a]);
    }
    double[] best = weights;
    double least = 0;
    double[] inside = onPlane(gradient, hessian);
    for (int side = -1; side < SIZE; side++) {
      double[] candidate = side < 0 ? inside : onSide(side, gradient, hessian);
      double value = change(candidate, gradient, hessian);
      if (Arrays.stream(candidate).allMatch(w -> w >= 0) && value < least) {
        best = candidate;
        least = value;
      }
    }
    return best;
  }

  /** The model at w, minus that at the weights. */
  private double change(double[] w, double[] gradient, double[][] hessian) {
    double value = 0;
    for (int a = 0; a < SIZE; a++) {
      value += gradient[a] * (w[a] - weights[a]);
      for (int b = 0; b < SIZE; b++) {
        value += 0.5 * (w[a] - weights[a]) * hessian[a][b] * (w[b] - weights[b]);
      }
    }
    return value;
  }

  /** The slope of the model at w from its corner b to a. */
  private double slope(double[] w, int a, int b, double[] gradient, double[][] hessian) {
    double slope = gradient[a] - gradient[b];
    for (int k = 0; k < SIZE; k++) {
      slope += (hessian[a][k] - hessian[b][k]) * (w[k] - weights[k]);
    }
    return slope;
  }

  /** The curvature of the model along {@code e_a − e_c} and {@code e_b − e_c}. */
  private static double bend(int a, int b, int c, double[][] hessian) {
    return hessian[a][b] - hessian[a][c] - hessian[c][b] + hessian[c][c];
  }

  /** Where the sum is 1, of any sign. */
  private double[] onPlane(double[] gradient, double[][] hessian) {
    double first = slope(weights, 0, 2, gradient, hessian);
    double second = slope(weights, 1, 2, gradient, hessian);
    double a = bend(0, 0, 2, hessian);
    double b = bend(0, 1, 2, hessian);
    double d = bend(1, 1, 2, hessian);
    double x = weights[0] - (d * first - b * second) / (a * d - b * b);
    double y = weights[1] - (a * second - b * first) / (a * d - b * b);
    return new double[] {x, y, 1 - x - y};
  }

  /** Where a weight is 0. */
  private double[] onSide(int zero, double[] gradient, double[][] hessian) {
    int a = (zero + 1) % SIZE;
    int b = (zero + 2) % SIZE;
    double[] w = new double[SIZE];
    w[b] = 1;
    double share = -slope(w, a, b, gradient, hessian) / bend(a, a, b, hessian);
    w[a] = Math.min(1, Math.max(0, share));
    w[b] = 1 - w[a];
    return w;
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
