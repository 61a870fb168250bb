package io.github.wats.calibration.ridge;

import io.github.wats.calibration.ridge.RidgeFit.Design;
import java.util.Arrays;

/**
 * The gradient and the upper triangle of {@code Σ_i Φ_iᵀ (diag q_i − q_i q_iᵀ) Φ_i} over some rows,
 * without forming Φ (n × C × p). With means and covariances under q_i, the blocks are
 *
 * <pre>
 *            f_l u                D_m'             S_c                B_c
 *   f_k u    f_k f_l Var(u)       f_k Cov(u, D_m') f_k q u (u − ū)    f_k q (u − ū)
 *   D_m                           Cov(D_m, D_m')   q u (D_m − D̄_m)    q (D_m − D̄_m)
 *   S, B                                           diagonals q u², q u, q minus v vᵀ, v = (q∘u, q)
 * </pre>
 *
 * Rows of the first kind are multiples f_k of one vector, and rows of the last are multiples of v,
 * so both are added for {@link #BATCH} nodes at a time, which saves loading and storing H.
 */
final class HessianRows {
  /** Nodes whose multiples are added together. */
  static final int BATCH = 4;

  /** Class columns come in threes, whose sums stay in registers. */
  private static final int TRIPLE = 3;

  private final Design design;
  private final double[] q; // (n × C)
  private final double[] gradient; // (p)
  private final double[] hessian; // (p × p)

  private final int classes;
  private final int nodeColumns;
  private final int classColumns;
  private final int perClass; // 2C, or 0 without scales and biases
  private final int size;

  private final double[] right; // (batch × p) what f_k multiplies
  private final double[] left; // (batch × K) f
  private final double[] outer; // (batch × 2C) v
  private final double[] error; // (C) q − one-hot label
  private final double[] centered; // (C) q (u − ū)
  private final double[] means; // (M) D̄
  private final double[] covariances; // (M × M) of all rows so far, upper triangle
  private final double[] cross; // (2C × M) S and B against D, of all rows so far

  /** For softmax rows q (n × C), which may change between calls. */
  HessianRows(Design design, double[] q) {
    this.design = design;
    this.q = q;
    Layout layout = design.layout();
    this.classes = layout.classCount();
    this.nodeColumns = layout.nodeColumns();
    this.classColumns = layout.classColumns();
    this.perClass = layout.perClass() ? 2 * classes : 0;
    this.size = layout.size();
    this.gradient = new double[size];
    this.hessian = new double[size * size];
    this.right = new double[BATCH * size];
    this.left = new double[BATCH * nodeColumns];
    this.outer = new double[BATCH * perClass];
    this.error = new double[classes];
    this.centered = new double[classes];
    this.means = new double[classColumns];
    this.covariances = new double[classColumns * classColumns];
    this.cross = new double[perClass * classColumns];
  }

  /** Computes the sums over the rows {@code from} to {@code to − 1}. */
  void compute(int from, int to) {
    Arrays.fill(gradient, 0);
    Arrays.fill(hessian, 0);
    for (int first = from; first < to; first += BATCH) {
      int count = Math.min(BATCH, to - first);
      for (int b = 0; b < count; b++) {
        addRow(first + b, b);
      }
      if (count < BATCH) {
        Arrays.fill(left, count * nodeColumns, left.length, 0);
        Arrays.fill(right, count * size, right.length, 0);
        Arrays.fill(outer, count * perClass, outer.length, 0);
      }
      addMultiples(left, nodeColumns, right, size, nodeColumns, 0, 1);
      addMultiples(outer, perClass, outer, perClass, perClass, nodeColumns + classColumns, -1);
    }
    addClassBlocks();
  }

  /** Adds the sums to these arrays. */
  void addTo(double[] totalGradient, double[] totalHessian) {
    for (int j = 0; j < size; j++) {
      totalGradient[j] += gradient[j];
    }
    for (int j = 0; j < hessian.length; j++) {
      totalHessian[j] += hessian[j];
    }
  }

  /** Adds the sums of the class columns to the Hessian. */
  private void addClassBlocks() {
    for (int m = 0; m < classColumns; m++) {
      int line = (nodeColumns + m) * size + nodeColumns;
      for (int other = m; other < classColumns; other++) {
        hessian[line + other] += covariances[m * classColumns + other];
      }
      for (int c = 0; c < perClass; c++) {
        hessian[line + classColumns + c] += cross[c * classColumns + m];
      }
    }
    Arrays.fill(covariances, 0);
    Arrays.fill(cross, 0);
  }

  /** Adds row i except its multiples, which are left in place b of the batch. */
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
    double derivative = 0;
    for (int c = 0; c < classes; c++) {
      double u = design.u()[row + c];
      centered[c] = q[row + c] * (u - mean);
      variance += centered[c] * u;
      derivative += error[c] * u;
    }
    for (int k = 0; k < nodeColumns; k++) {
      double f = design.node()[i * nodeColumns + k];
      left[b * nodeColumns + k] = f;
      right[place + k] = f * variance;
      gradient[k] += f * derivative;
    }
    addClassColumns(row, place + nodeColumns);
    if (perClass > 0) {
      addPerClass(row, place + nodeColumns + classColumns, b * perClass);
    }
  }

  /** The gradient and diagonals of scales and biases, and their entries of {@code right} and v. */
  private void addPerClass(int row, int place, int outerPlace) {
    int first = nodeColumns + classColumns;
    int scales = first * size + first;
    int biases = scales + classes * size + classes;
    for (int c = 0; c < classes; c++) {
      double u = design.u()[row + c];
      double weight = q[row + c];
      right[place + c] = centered[c] * u;
      right[place + classes + c] = centered[c];
      outer[outerPlace + c] = weight * u;
      outer[outerPlace + classes + c] = weight;
      gradient[first + c] += error[c] * u;
      gradient[first + classes + c] += error[c];
      hessian[scales + c * size + c] += weight * u * u;
      hessian[scales + c * size + classes + c] += weight * u;
      hessian[biases + c * size + c] += weight;
    }
  }

  /** Gradient, means and covariances of the class columns. */
  private void addClassColumns(int row, int place) {
    for (int m = 0; m < classColumns; m += TRIPLE) {
      addMeans(row, m, place + m);
    }
    for (int m = 0; m < classColumns; m += TRIPLE) {
      addCross(row, m);
      for (int other = m; other < classColumns; other += TRIPLE) {
        addCovariances(row, m, other);
      }
    }
  }

  /** D̄, Cov(u, D) and the gradient of three columns. */
  private void addMeans(int row, int m, int place) {
    double[] added = design.added();
    double mean0 = 0;
    double mean1 = 0;
    double mean2 = 0;
    double derivative0 = 0;
    double derivative1 = 0;
    double derivative2 = 0;
    double covariance0 = 0;
    double covariance1 = 0;
    double covariance2 = 0;
    int line = row * classColumns + m;
    for (int c = 0; c < classes; c++, line += classColumns) {
      double weight = q[row + c];
      mean0 += weight * added[line];
      mean1 += weight * added[line + 1];
      mean2 += weight * added[line + 2];
      derivative0 += error[c] * added[line];
      derivative1 += error[c] * added[line + 1];
      derivative2 += error[c] * added[line + 2];
      covariance0 += centered[c] * added[line];
      covariance1 += centered[c] * added[line + 1];
      covariance2 += centered[c] * added[line + 2];
    }
    means[m] = mean0;
    means[m + 1] = mean1;
    means[m + 2] = mean2;
    right[place] = covariance0;
    right[place + 1] = covariance1;
    right[place + 2] = covariance2;
    int first = nodeColumns + m;
    gradient[first] += derivative0;
    gradient[first + 1] += derivative1;
    gradient[first + 2] += derivative2;
  }

  /** The scales and biases against three columns. */
  private void addCross(int row, int m) {
    double[] added = design.added();
    int line = row * classColumns + m;
    int scale = m;
    int bias = classes * classColumns + m;
    for (int c = 0; c < classes; c++) {
      double u = design.u()[row + c];
      for (int j = 0; j < TRIPLE; j++) {
        double deviation = q[row + c] * (added[line + j] - means[m + j]);
        cross[scale + j] += deviation * u;
        cross[bias + j] += deviation;
      }
      line += classColumns;
      scale += classColumns;
      bias += classColumns;
    }
  }

  /** Three columns against three; below the diagonal the result is not read. */
  private void addCovariances(int row, int m, int other) {
    double[] added = design.added();
    double sum00 = 0;
    double sum01 = 0;
    double sum02 = 0;
    double sum10 = 0;
    double sum11 = 0;
    double sum12 = 0;
    double sum20 = 0;
    double sum21 = 0;
    double sum22 = 0;
    int line = row * classColumns;
    for (int c = 0; c < classes; c++, line += classColumns) {
      double weight = q[row + c];
      double a0 = weight * (added[line + m] - means[m]);
      double a1 = weight * (added[line + m + 1] - means[m + 1]);
      double a2 = weight * (added[line + m + 2] - means[m + 2]);
      double b0 = added[line + other];
      double b1 = added[line + other + 1];
      double b2 = added[line + other + 2];
      sum00 += a0 * b0;
      sum01 += a0 * b1;
      sum02 += a0 * b2;
      sum10 += a1 * b0;
      sum11 += a1 * b1;
      sum12 += a1 * b2;
      sum20 += a2 * b0;
      sum21 += a2 * b1;
      sum22 += a2 * b2;
    }
    int first = m * classColumns + other;
    addThree(first, sum00, sum01, sum02);
    addThree(first + classColumns, sum10, sum11, sum12);
    addThree(first + 2 * classColumns, sum20, sum21, sum22);
  }

  private void addThree(int place, double first, double second, double third) {
    covariances[place] += first;
    covariances[place + 1] += second;
    covariances[place + 2] += third;
  }

  /**
   * {@code H[origin + r][origin + s] += sign Σ_b factors_br vectors_bs} for r below {@code count}
   * and s from r to the end of the vectors.
   */
  private void addMultiples(
      double[] factors, int stride, double[] vectors, int width, int count, int origin, int sign) {
    for (int r = 0; r < count; r++) {
      int line = (origin + r) * size + origin;
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
