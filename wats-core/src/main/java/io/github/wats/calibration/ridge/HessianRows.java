package io.github.wats.calibration.ridge;

import java.util.Arrays;

/**
 * Adds the gradient and the upper triangle of {@code Σ_i Φ_iᵀ (diag q_i − q_i q_iᵀ) Φ_i} over some
 * rows, without ever making Φ (n × C × p). With means and covariances under q_i, the blocks are
 *
 * <pre>
 *            f_l u                D_m'             S_c                B_c
 *   f_k u    f_k f_l Var(u)       f_k Cov(u, D_m') f_k q u (u − ū)    f_k q (u − ū)
 *   D_m                           Cov(D_m, D_m')   q u (D_m − D̄_m)    q (D_m − D̄_m)
 *   S, B                                           diagonals q u², q u, q minus v vᵀ, v = (q∘u, q)
 * </pre>
 *
 * Rows of the first kind are multiples f_k of one vector, and rows of the last are multiples of v,
 * so both are added for {@link #BATCH} nodes at a time: the sums stay in registers.
 */
final class HessianRows {
  /** Nodes whose multiples are added together. */
  static final int BATCH = 4;

  private final Design design;
  private final double[] q; // (n × C)
  private final double[] gradient; // (p) from gradientStart on
  private final int gradientStart;
  private final double[] hessian; // (p × p) from hessianStart on
  private final int hessianStart;

  private final int classes;
  private final int nodeColumns;
  private final int classColumns;
  private final int perClass; // 2C, or 0 without scales and biases
  private final int size;

  private final double[] right; // (batch × p) what f_k multiplies
  private final double[] left; // (batch × K) f
  private final double[] outer; // (batch × 2C) v
  private final double[] error; // (C) q − one-hot label
  private final double[] centered; // (C) q (u − ū), then q (D_m − D̄_m)

  HessianRows(
      Design design,
      double[] q,
      double[] gradient,
      int gradientStart,
      double[] hessian,
      int hessianStart) {
    this.design = design;
    this.q = q;
    this.gradient = gradient;
    this.gradientStart = gradientStart;
    this.hessian = hessian;
    this.hessianStart = hessianStart;
    Layout layout = design.layout();
    this.classes = layout.classCount();
    this.nodeColumns = layout.nodeColumns();
    this.classColumns = layout.classColumns();
    this.perClass = layout.perClass() ? 2 * classes : 0;
    this.size = layout.size();
    this.right = new double[BATCH * size];
    this.left = new double[BATCH * nodeColumns];
    this.outer = new double[BATCH * perClass];
    this.error = new double[classes];
    this.centered = new double[classes];
  }

  /** Adds the rows {@code from} to {@code to − 1}. */
  void add(int from, int to) {
    for (int first = from; first < to; first += BATCH) {
      int count = Math.min(BATCH, to - first);
      for (int b = 0; b < count; b++) {
        addRow(first + b, b);
      }
      if (count < BATCH) {
        Arrays.fill(left, count * nodeColumns, left.length, 0);
        Arrays.fill(outer, count * perClass, outer.length, 0);
      }
      addMultiples(left, nodeColumns, right, size, nodeColumns, 0, 1);
      addMultiples(outer, perClass, outer, perClass, perClass, nodeColumns + classColumns, -1);
    }
  }

  /** Everything of row i but the multiples, which it leaves in place b of the batch. */
  private void addRow(int i, int b) {
    int row = i * classes;
    int place = b * size;
    double mean = 0;
    for (int c = 0; c < classes; c++) {
      mean += q[row + c] * design.u()[row + c];
      error[c] = q[row + c];
    }
    error[design.labels()[i]] -= 1;
    double variance = 0;
    double slope = 0;
    for (int c = 0; c < classes; c++) {
      double u = design.u()[row + c];
      centered[c] = q[row + c] * (u - mean);
      variance += centered[c] * u;
      slope += error[c] * u;
    }
    for (int k = 0; k < nodeColumns; k++) {
      double f = design.node()[i * nodeColumns + k];
      left[b * nodeColumns + k] = f;
      right[place + k] = f * variance;
      gradient[gradientStart + k] += f * slope;
    }
    for (int m = 0; m < classColumns; m++) {
      right[place + nodeColumns + m] = dot(centered, 0, column(i, m));
    }
    if (perClass > 0) {
      addPerClass(row, place + nodeColumns + classColumns, b * perClass);
    }
    for (int m = 0; m < classColumns; m++) {
      addClassColumn(i, m);
    }
  }

  /** The scales' and biases' gradient, diagonals, and what f_k and v need of them. */
  private void addPerClass(int row, int place, int outerPlace) {
    int first = nodeColumns + classColumns;
    int scales = hessianStart + first * size + first;
    int biases = scales + classes * size + classes;
    for (int c = 0; c < classes; c++) {
      double u = design.u()[row + c];
      double weight = q[row + c];
      right[place + c] = centered[c] * u;
      right[place + classes + c] = centered[c];
      outer[outerPlace + c] = weight * u;
      outer[outerPlace + classes + c] = weight;
      gradient[gradientStart + first + c] += error[c] * u;
      gradient[gradientStart + first + classes + c] += error[c];
      hessian[scales + c * size + c] += weight * u * u;
      hessian[scales + c * size + classes + c] += weight * u;
      hessian[biases + c * size + c] += weight;
    }
  }

  private void addClassColumn(int i, int m) {
    double[] added = design.added();
    int column = column(i, m);
    int row = i * classes;
    double mean = dot(q, row, column);
    for (int c = 0; c < classes; c++) {
      centered[c] = q[row + c] * (added[column + c] - mean);
    }
    int line = hessianStart + (nodeColumns + m) * size + nodeColumns;
    for (int other = m; other < classColumns; other++) {
      hessian[line + other] += dot(centered, 0, column(i, other));
    }
    gradient[gradientStart + nodeColumns + m] += dot(error, 0, column);
    if (perClass > 0) {
      int scales = line + classColumns;
      int biases = scales + classes;
      for (int c = 0; c < classes; c++) {
        hessian[scales + c] += centered[c] * design.u()[row + c];
        hessian[biases + c] += centered[c];
      }
    }
  }

  private int column(int i, int m) {
    return (i * classColumns + m) * classes;
  }

  private double dot(double[] values, int start, int column) {
    double[] added = design.added();
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      sum += values[start + c] * added[column + c];
    }
    return sum;
  }

  /**
   * {@code H[origin + r][origin + s] += sign Σ_b factors_br vectors_bs} for r below {@code count}
   * and s from r to the end of the vectors.
   */
  private void addMultiples(
      double[] factors, int stride, double[] vectors, int width, int count, int origin, int sign) {
    for (int r = 0; r < count; r++) {
      int line = hessianStart + (origin + r) * size + origin;
      addFour(
          line,
          r,
          width,
          vectors,
          sign * factors[r],
          sign * factors[stride + r],
          sign * factors[2 * stride + r],
          sign * factors[3 * stride + r]);
    }
  }

  private void addFour(
      int line, int from, int width, double[] v, double f0, double f1, double f2, double f3) {
    int second = width;
    int third = 2 * width;
    int fourth = 3 * width;
    for (int s = from; s < width; s++) {
      hessian[line + s] += f0 * v[s] + f1 * v[second + s] + f2 * v[third + s] + f3 * v[fourth + s];
    }
  }
}
