package io.github.wats.calibration.ridge;

import io.github.wats.calibration.ridge.RidgeFit.Design;
import java.util.Arrays;

/**
 * The gradient and the upper triangle of {@code Σ_i w_i Φ_iᵀ (diag q_i − q_i q_iᵀ) Φ_i} over some
 * rows, without forming Φ (n × C × p). With means and covariances under q_i, the blocks are
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
 *
 * <p>With many classes the last block is not formed: after the h rows before it come its diagonals
 * (3 × C), and then those of {@code v vᵀ}, for {@link ManyClasses}.
 */
final class HessianRows {
  /** Nodes whose multiples are added together. */
  static final int BATCH = 4;

  /** Class columns come in threes. */
  private static final int TRIPLE = 3;

  private final Design design;
  private final double[] q; // (n × C)
  private final double[] gradient; // (p)
  private final double[] hessian; // (p × p), or (h × p + 6 × C) with many classes

  private final int classes;
  private final int nodeColumns;
  private final int classColumns;
  private final int perClass; // 2C, or 0 without scales and biases
  private final int pairs; // the same, or 0 where pairs of classes are left out
  private final int size;

  private final double[] right; // (batch × p) what f_k multiplies
  private final double[] left; // (batch × K) f
  private final double[] outer; // (batch × 2C) √w v
  private final double[] weights; // (3 × C) q, w (q − one-hot label), w q (u − ū)
  private final double[] moments; // (3 × M) the class columns times the weights
  private final double[] deviations; // (M × C) w q (D − D̄)
  private final double[] covariances; // (M × M) of all rows so far, upper triangle
  private final double[] cross; // (M × 2C) D against S and B, of all rows so far

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
    this.pairs = layout.manyClasses() ? 0 : perClass;
    this.hessian = new double[length(layout)];
    this.right = new double[BATCH * size];
    this.left = new double[BATCH * nodeColumns];
    this.outer = new double[BATCH * pairs];
    this.weights = new double[3 * classes];
    this.moments = new double[3 * classColumns];
    this.deviations = new double[classColumns * classes];
    this.covariances = new double[classColumns * classColumns];
    this.cross = new double[perClass * classColumns];
  }

  /** How many numbers the Hessian has. */
  static int length(Layout layout) {
    return layout.manyClasses()
        ? (layout.nodeColumns() + layout.classColumns()) * layout.size() + 6 * layout.classCount()
        : layout.size() * layout.size();
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
        Arrays.fill(outer, count * pairs, outer.length, 0);
      }
      addMultiples(left, nodeColumns, right, size, nodeColumns, 0, 1);
      addMultiples(outer, pairs, outer, pairs, pairs, nodeColumns + classColumns, -1);
    }
    addClassBlocks();
  }

  /** {@code Σ_i v_i v_iᵀ x} over the rows {@code from} to {@code to − 1}, for x of 2C numbers. */
  double[] multiplyPairs(double[] x, int from, int to) {
    double[] product = new double[perClass];
    for (int i = from; i < to; i++) {
      int row = i * classes;
      double even = 0;
      double odd = 0;
      int c = 0;
      for (; c + 1 < classes; c += 2) { // two sums, so that one addition need not await the other
        even += q[row + c] * (design.u()[row + c] * x[c] + x[classes + c]);
        odd += q[row + c + 1] * (design.u()[row + c + 1] * x[c + 1] + x[classes + c + 1]);
      }
      if (c < classes) {
        even += q[row + c] * (design.u()[row + c] * x[c] + x[classes + c]);
      }
      addPairs(row, design.weights()[i] * (even + odd), product);
    }
    return product;
  }

  private void addPairs(int row, double factor, double[] product) {
    double[] u = design.u();
    for (int c = 0; c < classes; c++) {
      double share = factor * q[row + c];
      product[c] += share * u[row + c];
      product[classes + c] += share;
    }
  }

  /** Adds the sums to these arrays. */
  void addTo(double[] totalGradient, double[] totalHessian) {
    Arrays.setAll(totalGradient, j -> totalGradient[j] + gradient[j]);
    Arrays.setAll(totalHessian, j -> totalHessian[j] + hessian[j]);
  }

  /** Adds the sums of the class columns to the Hessian. */
  private void addClassBlocks() {
    for (int m = 0; m < classColumns; m++) {
      int line = (nodeColumns + m) * size + nodeColumns;
      for (int other = m; other < classColumns; other++) {
        hessian[line + other] += covariances[m * classColumns + other];
      }
      for (int c = 0; c < perClass; c++) {
        hessian[line + classColumns + c] += cross[m * perClass + c];
      }
    }
    Arrays.fill(covariances, 0);
    Arrays.fill(cross, 0);
  }

  /** Adds row i except its multiples, which are left in place b of the batch. */
  private void addRow(int i, int b) {
    int row = i * classes;
    int place = b * size;
    double w = design.weights()[i];
    double mean = 0;
    for (int c = 0; c < classes; c++) {
      mean += q[row + c] * design.u()[row + c];
      weights[c] = q[row + c];
      weights[classes + c] = w * q[row + c];
    }
    weights[classes + design.labels()[i]] -= w;
    double variance = 0;
    double derivative = 0;
    for (int c = 0; c < classes; c++) {
      double u = design.u()[row + c];
      double centered = w * q[row + c] * (u - mean);
      weights[2 * classes + c] = centered;
      variance += centered * u;
      derivative += weights[classes + c] * u;
    }
    for (int k = 0; k < nodeColumns; k++) {
      double f = design.node()[i * nodeColumns + k];
      left[b * nodeColumns + k] = f;
      right[place + k] = f * variance;
      gradient[k] += f * derivative;
    }
    addClassColumns(row, w, place + nodeColumns);
    if (perClass > 0) {
      addPerClass(row, w, place + nodeColumns + classColumns, b * pairs);
    }
  }

  /** The gradient and diagonals of scales and biases, and their entries of {@code right} and v. */
  private void addPerClass(int row, double w, int place, int outerPlace) {
    double root = Math.sqrt(w);
    int first = nodeColumns + classColumns;
    boolean many = pairs == 0;
    int scales = many ? first * size : first * size + first;
    int biases = many ? scales + 2 * classes : scales + classes * size + classes;
    int step = many ? 1 : size + 1;
    for (int c = 0; c < classes; c++) {
      double u = design.u()[row + c];
      double weight = w * q[row + c];
      double error = weights[classes + c];
      double centered = weights[2 * classes + c];
      right[place + c] = centered * u;
      right[place + classes + c] = centered;
      gradient[first + c] += error * u;
      gradient[first + classes + c] += error;
      hessian[scales + c * step] += weight * u * u;
      hessian[scales + c * step + classes] += weight * u;
      hessian[biases + c * step] += weight;
      if (many) {
        double square = weight * q[row + c];
        hessian[biases + classes + c] += square * u * u;
        hessian[biases + 2 * classes + c] += square * u;
        hessian[biases + 3 * classes + c] += square;
      } else {
        outer[outerPlace + c] = root * q[row + c] * u;
        outer[outerPlace + classes + c] = root * q[row + c];
      }
    }
  }

  /** Gradient, means and covariances of the class columns. */
  private void addClassColumns(int row, double w, int place) {
    Arrays.fill(moments, 0);
    for (int m = 0; m < classColumns; m += TRIPLE) {
      addProducts(weights, 0, row, m, moments, m);
    }
    for (int m = 0; m < classColumns; m++) {
      gradient[nodeColumns + m] += moments[classColumns + m];
      right[place + m] = moments[2 * classColumns + m];
      addCross(row, w, m, moments[m]);
    }
    for (int m = 0; m < classColumns; m += TRIPLE) {
      for (int other = m; other < classColumns; other += TRIPLE) {
        addProducts(deviations, m * classes, row, other, covariances, m * classColumns + other);
      }
    }
  }

  /** The deviations of column m, and their products with u and 1. */
  private void addCross(int row, double w, int m, double mean) {
    double[] added = design.added();
    double[] u = design.u();
    int scale = m * perClass;
    int line = row * classColumns + m;
    for (int c = 0; c < classes; c++, line += classColumns) {
      double deviation = w * q[row + c] * (added[line] - mean);
      deviations[m * classes + c] = deviation;
      cross[scale + c] += deviation * u[row + c];
      cross[scale + classes + c] += deviation;
    }
  }

  /**
   * Adds {@code Σ_c v_rc D_m+s,c} to a block of {@code target} (rows of M numbers) for r and s
   * below 3 and the rows v of {@code vectors} from {@code first} on: nine sums that stay in
   * registers.
   */
  private void addProducts(
      double[] vectors, int first, int row, int m, double[] target, int place) {
    double[] added = design.added();
    int second = first + classes;
    int third = second + classes;
    double sum00 = 0;
    double sum01 = 0;
    double sum02 = 0;
    double sum10 = 0;
    double sum11 = 0;
    double sum12 = 0;
    double sum20 = 0;
    double sum21 = 0;
    double sum22 = 0;
    int line = row * classColumns + m;
    for (int c = 0; c < classes; c++, line += classColumns) {
      double d0 = added[line];
      double d1 = added[line + 1];
      double d2 = added[line + 2];
      sum00 += vectors[first + c] * d0;
      sum01 += vectors[first + c] * d1;
      sum02 += vectors[first + c] * d2;
      sum10 += vectors[second + c] * d0;
      sum11 += vectors[second + c] * d1;
      sum12 += vectors[second + c] * d2;
      sum20 += vectors[third + c] * d0;
      sum21 += vectors[third + c] * d1;
      sum22 += vectors[third + c] * d2;
    }
    addThree(target, place, sum00, sum01, sum02);
    addThree(target, place + classColumns, sum10, sum11, sum12);
    addThree(target, place + 2 * classColumns, sum20, sum21, sum22);
  }

  private static void addThree(double[] target, int place, double a, double b, double c) {
    target[place] += a;
    target[place + 1] += b;
    target[place + 2] += c;
  }

  /**
   * {@code H[origin + r][origin + s] += sign Σ_b factors_br vectors_bs} for r below {@code count}
   * and s from r to the end of the vectors.
   */
  private void addMultiples(
      double[] factors, int stride, double[] vectors, int width, int count, int origin, int sign) {
    for (int r = 0; r < count; r++) {
      if (factors[r] == 0
          && factors[stride + r] == 0
          && factors[2 * stride + r] == 0
          && factors[3 * stride + r] == 0) {
        continue; // most predicted classes
      }
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
