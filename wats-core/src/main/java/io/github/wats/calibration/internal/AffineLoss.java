package io.github.wats.calibration.internal;

import io.github.wats.internal.FastMath;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Labels;

/**
 * {@code f(W, b) = (1/n) Σ_i −ln softmax(W x_i + b)[y_i] + r_d Σ_r (w_rr − 1)² + r_o Σ_(r≠k) w_rk²
 * + r_b Σ_r b_r²} and its gradient; parameters are W row by row, then b. Convex. Every linear
 * calibrator minimizes it.
 *
 * @param x the inputs (n × width)
 * @param rows how many classes have a row of W and an intercept, the last ones: all, or 1 of 2,
 *     where the score of the other class is 0
 * @param diagonal whether W is diagonal: its diagonal alone is a parameter
 */
public record AffineLoss(
    double[] x, int width, Labels labels, int rows, boolean diagonal, Penalty penalty)
    implements Lbfgs.Objective {
  /** Added to each rate, so that separable classes do not drive parameters to infinity. */
  private static final double LEAST_PENALTY = 1e-10;

  private static final int BLOCK = 512; // rows per sum: fixed, so any number of threads agrees
  private static final int TILE = 32; // rows whose scores and inputs stay in the cache

  /**
   * The rates of the penalty; an infinite one keeps its parameters at the start.
   *
   * @param own r_d
   * @param other r_o
   * @param intercept r_b
   */
  public record Penalty(double own, double other, double intercept) {}

  /** W = I, b = 0: the inputs as they are, where the penalty is 0. */
  public double[] identity() {
    double[] point = new double[weights() + rows];
    for (int r = 0; r < rows; r++) {
      point[own(r)] = 1;
    }
    return point;
  }

  /** The number of weights, and so where the intercepts begin. */
  int weights() {
    return diagonal ? rows : rows * width;
  }

  /** The parameter {@code w_rr}. */
  int own(int row) {
    return diagonal ? row : row * width + row;
  }

  /** The row that a parameter belongs to. */
  int row(int parameter) {
    int weights = weights();
    return parameter >= weights ? parameter - weights : diagonal ? parameter : parameter / width;
  }

  /** The same with W diagonal. */
  AffineLoss ofDiagonal() {
    return new AffineLoss(x, width, labels, rows, true, penalty);
  }

  /** The rate of a parameter. */
  double rate(int parameter) {
    boolean weight = parameter < weights();
    boolean own = weight && parameter == own(row(parameter));
    return LEAST_PENALTY + (own ? penalty.own : weight ? penalty.other : penalty.intercept);
  }

  @Override
  public double evaluate(double[] point, double[] gradient) {
    double loss = 0;
    double[] start = identity();
    for (int p = 0; p < point.length; p++) {
      double shift = point[p] - start[p];
      gradient[p] = shift == 0 ? 0 : 2 * rate(p) * shift;
      loss += 0.5 * gradient[p] * shift;
    }
    double[] sum = sum(point, gradient.length + 1, this::add);
    int n = labels.nodeCount();
    for (int p = 0; p < gradient.length; p++) {
      gradient[p] = rate(p) < Double.POSITIVE_INFINITY ? gradient[p] + sum[p] / n : 0;
    }
    return loss + sum[gradient.length] / n;
  }

  /** What a tile of nodes adds to a sum. */
  @FunctionalInterface
  interface Part {
    /**
     * {@code p} has the probabilities of the nodes from {@code first} on, {@code logSums} theirs.
     */
    void add(int first, int count, double[] scores, double[] p, double[] logSums, double[] sum);
  }

  /** A sum over all nodes, given their scores and probabilities. */
  double[] sum(double[] point, int size, Part part) {
    int n = labels.nodeCount();
    int classes = labels.classCount();
    int blocks = (n + BLOCK - 1) / BLOCK;
    double[] byInput = diagonal ? point : transposed(point, rows, width);
    double[][] sums = new double[blocks][];
    Rows.forEachRow(
        blocks,
        (20L + (diagonal ? 0 : 4L * width)) * n * classes,
        k -> {
          double[] sum = new double[size];
          double[] scores = new double[TILE * classes];
          double[] p = new double[TILE * classes];
          double[] logSums = new double[TILE];
          int end = Math.min(n, (k + 1) * BLOCK);
          for (int first = k * BLOCK; first < end; first += TILE) {
            int count = Math.min(TILE, end - first);
            scores(point, byInput, first, count, scores);
            for (int i = 0; i < count; i++) {
              logSums[i] = softmax(scores, p, i * classes, classes);
            }
            part.add(first, count, scores, p, logSums, sum);
          }
          sums[k] = sum;
        });
    for (int k = 1; k < blocks; k++) {
      Products.add(1, sums[k], 0, sums[0], 0, size);
    }
    return sums[0];
  }

  /** The scores of some nodes; a class without a row keeps its 0. */
  private void scores(double[] point, double[] byInput, int first, int count, double[] scores) {
    int classes = labels.classCount();
    int from = classes - rows;
    for (int i = 0; i < count; i++) {
      System.arraycopy(point, weights(), scores, i * classes + from, rows);
      for (int r = 0; r < rows && diagonal; r++) {
        scores[i * classes + r] += point[r] * x[(first + i) * width + r];
      }
    }
    if (!diagonal) {
      Products.addAll(
          x, first * width, width, 1, byInput, 0, scores, from, classes, count, rows, width);
    }
  }

  /** The softmax of a row of scores; returns the logarithm of its divisor. */
  private static double softmax(double[] scores, double[] p, int start, int width) {
    double top = scores[start];
    for (int c = start + 1; c < start + width; c++) {
      top = Math.max(top, scores[c]);
    }
    for (int c = start; c < start + width; c++) {
      p[c] = FastMath.expOfNegative(scores[c] - top);
    }
    double sum = 0;
    for (int c = start; c < start + width; c++) {
      sum += p[c];
    }
    double share = 1 / sum;
    for (int c = start; c < start + width; c++) {
      p[c] *= share;
    }
    return top + Math.log(sum);
  }

  private void add(
      int first, int count, double[] scores, double[] p, double[] logSums, double[] sum) {
    int classes = labels.classCount();
    for (int i = 0; i < count; i++) {
      int own = i * classes + labels.get(first + i);
      sum[sum.length - 1] += logSums[i] - scores[own];
      p[own]--;
    }
    addMoments(first, count, p, x, sum, 0);
  }

  /**
   * Adds {@code Σ_i a_ir x_i} to the row of each r, and {@code Σ_i a_ir} to its intercept, in the
   * parameters from {@code to} on.
   */
  void addMoments(int first, int count, double[] a, double[] inputs, double[] sum, int to) {
    int classes = labels.classCount();
    int from = classes - rows;
    for (int i = 0; i < count; i++) {
      int row = (first + i) * width;
      for (int r = 0; r < rows && diagonal; r++) {
        sum[to + r] += a[i * classes + r] * inputs[row + r];
      }
      Products.add(1, a, i * classes + from, sum, to + weights(), rows);
    }
    if (!diagonal) {
      // sum (rows × width) += aᵀ x
      Products.addAll(
          a, from, 1, classes, inputs, first * width, sum, to, width, rows, width, count);
    }
  }

  private static double[] transposed(double[] a, int rows, int columns) {
    double[] result = new double[rows * columns];
    for (int r = 0; r < rows; r++) {
      for (int k = 0; k < columns; k++) {
        result[k * rows + r] = a[r * columns + k];
      }
    }
    return result;
  }
}
