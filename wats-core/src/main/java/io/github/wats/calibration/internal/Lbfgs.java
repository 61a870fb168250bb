package io.github.wats.calibration.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Minimizes a smooth function by limited-memory BFGS (Nocedal 1980; Nocedal, Wright, Numerical
 * Optimization, algorithm 7.4) with a line search by bisection to the weak Wolfe conditions (Lewis,
 * Overton 2013), which needs only gradients and cannot fail on a convex function.
 */
public final class Lbfgs {
  private static final int MEMORY = 40;
  private static final int MOST_STEPS = 2000;
  private static final int MOST_TRIES = 60;
  private static final double SUFFICIENT_DECREASE = 1e-4;
  private static final double CURVATURE = 0.9;

  /**
   * Below this largest gradient entry the parameters of a mean loss are good to far more than 6
   * digits.
   */
  private static final double TOLERANCE = 1e-10;

  /**
   * What rounding may add to a value: close to the optimum only gradients tell better from worse.
   */
  private static final double ROUNDING = 1e-14;

  /** A function and its gradient, which is written to the second argument. */
  @FunctionalInterface
  public interface Objective {
    double evaluate(double[] point, double[] gradient);
  }

  /** A stand-in for the Hessian, of which the first step and all others begin. */
  @FunctionalInterface
  public interface Metric {
    /** Multiplies by the inverse, in place. */
    void applyInverse(double[] vector);
  }

  /** A past step, the change of the gradient over it, and their dot product. */
  private record Pair(double[] step, double[] change, double product) {}

  private final Objective objective;
  private final @Nullable Metric metric;
  private final double tolerance;
  private final Deque<Pair> pairs = new ArrayDeque<>(); // newest first
  private double[] point;
  private double[] gradient;
  private double value;
  private boolean converged;

  private final List<Double> losses = new ArrayList<>();

  public Lbfgs(Objective objective, double[] start) {
    this(objective, start, null, TOLERANCE);
  }

  /** With a metric, and the largest gradient entry at the end relative to a value above 1. */
  Lbfgs(Objective objective, double[] start, @Nullable Metric metric, double tolerance) {
    this.objective = objective;
    this.metric = metric;
    this.tolerance = tolerance;
    this.point = start.clone();
    this.gradient = new double[start.length];
    this.value = objective.evaluate(point, gradient);
  }

  /** Runs until converged or nothing lowers the value; returns the point. */
  public double[] minimize() {
    converged = isOptimal();
    boolean moved = true;
    while (!converged && moved && losses.size() < MOST_STEPS) {
      moved = search(direction());
      converged = isOptimal();
      losses.add(value);
    }
    return point;
  }

  private boolean isOptimal() {
    return largest(gradient) <= (metric == null ? tolerance : tolerance * Math.max(1, value));
  }

  /** Whether the largest gradient entry fell below the tolerance. */
  public boolean converged() {
    return converged;
  }

  /** Where the solver is, at the end the minimum. */
  public double[] point() {
    return point.clone();
  }

  /** The value after each step. */
  public List<Double> losses() {
    return List.copyOf(losses);
  }

  /** The value at the point. */
  public double value() {
    return value;
  }

  /** {@code −H ∇f} by the two-loop recursion. */
  private double[] direction() {
    double[] q = gradient.clone();
    double[] shares = new double[pairs.size()];
    int k = 0;
    for (Pair pair : pairs) {
      shares[k] = dot(pair.step, q) / pair.product;
      add(q, -shares[k], pair.change);
      k++;
    }
    Pair newest = pairs.peekFirst();
    double scale =
        newest == null
            ? 1 / Math.max(1, Math.sqrt(dot(gradient, gradient)))
            : newest.product / dot(newest.change, newest.change);
    if (metric == null) {
      Arrays.setAll(q, i -> q[i] * scale);
    } else {
      metric.applyInverse(q);
    }
    for (Iterator<Pair> oldest = pairs.descendingIterator(); oldest.hasNext(); ) {
      Pair pair = oldest.next();
      k--;
      double back = dot(pair.change, q) / pair.product;
      add(q, shares[k] - back, pair.step);
    }
    Arrays.setAll(q, i -> -q[i]);
    return q;
  }

  /** Moves along {@code direction}; false where rounding leaves no step that lowers the value. */
  private boolean search(double[] direction) {
    double slope = dot(gradient, direction);
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double step = 1;
    double slack = ROUNDING * (1 + Math.abs(value));
    double[] next = new double[point.length];
    double[] nextGradient = new double[point.length];
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      for (int i = 0; i < next.length; i++) {
        next[i] = point[i] + step * direction[i];
      }
      double nextValue = objective.evaluate(next, nextGradient);
      if (!(nextValue <= value + SUFFICIENT_DECREASE * step * slope + slack)) {
        high = step;
      } else if (dot(nextGradient, direction) < CURVATURE * slope) {
        low = step;
      } else {
        accept(next, nextGradient, nextValue);
        return true;
      }
      step = high < Double.POSITIVE_INFINITY ? (low + high) / 2 : 2 * low;
    }
    return false;
  }

  private void accept(double[] next, double[] nextGradient, double nextValue) {
    double[] step = new double[next.length];
    double[] change = new double[next.length];
    for (int i = 0; i < next.length; i++) {
      step[i] = next[i] - point[i];
      change[i] = nextGradient[i] - gradient[i];
    }
    double product = dot(step, change);
    if (product > 0) {
      pairs.addFirst(new Pair(step, change, product));
      if (pairs.size() > MEMORY) {
        pairs.removeLast();
      }
    }
    point = next;
    gradient = nextGradient;
    value = nextValue;
  }

  /** {@code Σ a_k b_k}. */
  public static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static void add(double[] target, double factor, double[] what) {
    for (int i = 0; i < target.length; i++) {
      target[i] += factor * what[i];
    }
  }

  private static double largest(double[] a) {
    return Arrays.stream(a).map(Math::abs).max().orElse(0);
  }
}
