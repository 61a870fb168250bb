package io.github.wats.calibration.ridge;

import io.github.wats.calibration.ridge.ColumnProducts.Columns;
import io.github.wats.calibration.ridge.RidgeFit.Design;
import java.util.Arrays;

/**
 * The probabilities of some rows at a point, and of these rows the loss, its gradient and the upper
 * triangle of its Hessian {@code Σ_i w_i Φ_iᵀ (diag q_i − q_i q_iᵀ) Φ_i}, without forming Φ (n × C
 * × p). With means and covariances under q_i, the blocks are
 *
 * <pre>
 *            f_l u                D_m'             S_c                B_c
 *   f_k u    f_k f_l Var(u)       f_k Cov(u, D_m') f_k q u (u − ū)    f_k q (u − ū)
 *   D_m                           Cov(D_m, D_m')   q u (D_m − D̄_m)    q (D_m − D̄_m)
 *   S, B                                           diagonals q u², q u, q minus v vᵀ, v = (q∘u, q)
 * </pre>
 *
 * Every number of a row is a column over the rows of a block of the {@link Design}: what is done
 * for each row is done for a whole column, which compiles to vector instructions, and what is
 * summed over rows is a product of two columns.
 *
 * <p>With many classes the last block is not formed: after the h lines before it come its diagonals
 * (3 × C), and then those of {@code v vᵀ}, for {@link ManyClasses}.
 */
final class LossChunk {
  /** Columns that are multiplied with u and summed: error, w q u, w q, w q² u, w q². */
  private static final int CLASS_COLUMNS = 5;

  private final Design design;
  private final int from;
  private final int to;
  private final int classes;
  private final int nodeColumns;
  private final int classColumns;
  private final int head; // h
  private final int size;
  private final boolean perClass;
  private final boolean many;

  private final double[] q; // (rows × C) in the order of the design
  private final double[] gradient; // (p)
  private final double[] hessian; // (p × p), or (h × p + 6 × C) with many classes

  // columns of one block
  private final double[] multiplier; // Σ_k x_k f_k
  private final double[] top; // the largest logit, and later the mean of u
  private final double[] sum; // of exponentials, and later Var(u)
  private final double[] derivative; // of the loss by the multiplier
  private final double[] means; // (M) D̄
  private final double[] roots; // √w
  private final double[] error; // w (q − one-hot label), later overwritten
  private final double[] weighted; // w q
  private final double[] centered; // w q (u − ū)
  private final double[] left; // what u is multiplied with, and (M) w q (D − D̄)
  private final double[] right; // (p) what f_k is multiplied with
  private final double[] outer; // (2C) √w v
  private final double[] sums = new double[2 * 3];

  /** The rows {@code from} to {@code to − 1}, from the start of a block on. */
  LossChunk(Design design, int from, int to) {
    this.design = design;
    this.from = from;
    this.to = to;
    Layout layout = design.layout();
    this.classes = layout.classCount();
    this.nodeColumns = layout.nodeColumns();
    this.classColumns = layout.classColumns();
    this.head = nodeColumns + classColumns;
    this.size = layout.size();
    this.perClass = layout.perClass();
    this.many = layout.manyClasses();
    this.q = new double[(to - from) * classes];
    this.gradient = new double[size];
    this.hessian = new double[length(layout)];
    int block = Math.min(to - from, layout.blockRows());
    this.multiplier = new double[block];
    this.top = new double[block];
    this.sum = new double[block];
    this.derivative = new double[block];
    this.means = new double[classColumns * block];
    this.roots = new double[block];
    this.error = new double[block];
    this.weighted = new double[block];
    this.centered = new double[block];
    this.left = new double[(CLASS_COLUMNS + classColumns) * block];
    this.right = new double[size * block];
    this.outer = new double[perClass && !many ? 2 * classes * block : 0];
  }

  /** How many numbers the Hessian has. */
  static int length(Layout layout) {
    return layout.manyClasses()
        ? (layout.nodeColumns() + layout.classColumns()) * layout.size() + 6 * layout.classCount()
        : layout.size() * layout.size();
  }

  /** Moves to the point x and returns {@code Σ_i −w_i ln q_i,yi}. */
  double moveTo(double[] x) {
    double loss = 0;
    for (int first = from; first < to; first += top.length) {
      int count = Math.min(top.length, to - first);
      writeLogits(first, count, x);
      loss += softmax(first, count);
    }
    return loss;
  }

  private void writeLogits(int first, int count, double[] x) {
    double[] u = design.u();
    Arrays.fill(multiplier, 0);
    for (int k = 0; k < nodeColumns; k++) {
      addMultiple(x[k], design.node(), first * nodeColumns + k * count, multiplier, 0, count);
    }
    for (int c = 0; c < classes; c++) {
      int place = first * classes + c * count;
      int row = place - from * classes;
      double scale = perClass ? x[head + c] : 0;
      double bias = perClass ? x[head + classes + c] : 0;
      for (int j = 0; j < count; j++) {
        q[row + j] = (multiplier[j] + scale) * u[place + j] + bias;
      }
      for (int m = 0; m < classColumns; m++) {
        int column = place * classColumns + m * count;
        addMultiple(x[nodeColumns + m], design.added(), column, q, row, count);
      }
    }
  }

  /** Turns the logits of a block into probabilities and returns their loss. */
  private double softmax(int first, int count) {
    int start = (first - from) * classes;
    int end = start + classes * count;
    System.arraycopy(q, start, top, 0, count);
    for (int row = start + count; row < end; row += count) {
      for (int j = 0; j < count; j++) {
        top[j] = Math.max(top[j], q[row + j]);
      }
    }
    double loss = 0;
    for (int j = 0; j < count; j++) {
      double own = q[start + design.labels()[first + j] * count + j];
      loss += design.weights()[first + j] * (top[j] - own);
    }
    Arrays.fill(sum, 0);
    for (int row = start; row < end; row += count) {
      for (int j = 0; j < count; j++) {
        double power = Math.exp(q[row + j] - top[j]);
        q[row + j] = power;
        sum[j] += power;
      }
    }
    for (int j = 0; j < count; j++) {
      loss += design.weights()[first + j] * Math.log(sum[j]);
    }
    for (int row = start; row < end; row += count) {
      for (int j = 0; j < count; j++) {
        q[row + j] /= sum[j];
      }
    }
    return loss;
  }

  /** Writes q of row i (C). */
  void copyProbabilities(int i, double[] target, int start) {
    for (int c = 0; c < classes; c++) {
      target[start + c] = q[design.place(i, c, classes) - from * classes];
    }
  }

  /** Computes gradient and Hessian at the point moved to. */
  void differentiate() {
    Arrays.fill(gradient, 0);
    Arrays.fill(hessian, 0);
    for (int first = from; first < to; first += top.length) {
      differentiate(first, Math.min(top.length, to - first));
    }
  }

  /** Adds gradient and Hessian to these arrays. */
  void addTo(double[] totalGradient, double[] totalHessian) {
    for (int j = 0; j < size; j++) {
      totalGradient[j] += gradient[j];
    }
    for (int j = 0; j < hessian.length; j++) {
      totalHessian[j] += hessian[j];
    }
  }

  private void differentiate(int first, int count) {
    Arrays.fill(top, 0);
    Arrays.fill(sum, 0);
    Arrays.fill(derivative, 0);
    Arrays.fill(means, 0);
    Arrays.fill(right, nodeColumns * count, head * count, 0);
    for (int c = 0; c < classes; c++) {
      int place = first * classes + c * count;
      int row = place - from * classes;
      addProduct(q, row, design.u(), place, top, 0, count);
      for (int m = 0; m < classColumns; m++) {
        int column = place * classColumns + m * count;
        addProduct(q, row, design.added(), column, means, m * count, count);
      }
    }
    for (int j = 0; j < count; j++) {
      roots[j] = Math.sqrt(design.weights()[first + j]);
    }
    for (int c = 0; c < classes; c++) {
      addClass(first, count, c);
    }
    int f = first * nodeColumns;
    for (int k = 0; k < nodeColumns; k++) {
      multiply(design.node(), f + k * count, sum, 0, right, k * count, count);
    }
    Columns node = new Columns(design.node(), f, nodeColumns);
    Columns slope = new Columns(derivative, 0, 1);
    ColumnProducts.add(node, slope, count, 1, false, gradient, 0, 1);
    Columns multiplied = new Columns(right, 0, size);
    ColumnProducts.add(node, multiplied, count, 1, true, hessian, 0, size);
    Columns v = new Columns(outer, 0, outer.length == 0 ? 0 : 2 * classes);
    ColumnProducts.add(v, v, count, -1, true, hessian, head * size + head, size);
  }

  /** What one class adds to the columns of a block, and the sums that belong to it alone. */
  private void addClass(int first, int count, int c) {
    double[] u = design.u();
    double[] added = design.added();
    int place = first * classes + c * count;
    int row = place - from * classes;
    multiply(q, row, design.weights(), first, weighted, 0, count);
    System.arraycopy(weighted, 0, error, 0, count);
    for (int j = 0; j < count; j++) {
      error[j] -= design.labels()[first + j] == c ? design.weights()[first + j] : 0;
    }
    for (int j = 0; j < count; j++) {
      centered[j] = weighted[j] * (u[place + j] - top[j]);
    }
    addProduct(centered, 0, u, place, sum, 0, count);
    addProduct(error, 0, u, place, derivative, 0, count);
    int columns = place * classColumns;
    int deviations = CLASS_COLUMNS * count;
    for (int m = 0; m < classColumns * count; m += count) {
      addProduct(centered, 0, added, columns + m, right, nodeColumns * count + m, count);
      for (int j = 0; j < count; j++) {
        left[deviations + m + j] = weighted[j] * (added[columns + m + j] - means[m + j]);
      }
    }
    Columns own = new Columns(added, columns, classColumns);
    ColumnProducts.add(own, new Columns(error, 0, 1), count, 1, false, gradient, nodeColumns, 1);
    Columns deviation = new Columns(left, deviations, classColumns);
    int diagonal = nodeColumns * size + nodeColumns;
    ColumnProducts.add(deviation, own, count, 1, true, hessian, diagonal, size);
    if (perClass) {
      System.arraycopy(centered, 0, right, (head + classes + c) * count, count);
      multiply(centered, 0, u, place, right, (head + c) * count, count);
      addPerClass(first, count, c);
    }
  }

  /** Gradient, diagonals and class columns against the scale and the bias of a class. */
  private void addPerClass(int first, int count, int c) {
    double[] u = design.u();
    int place = first * classes + c * count;
    int row = place - from * classes;
    int scale = head + c;
    int bias = scale + classes;
    System.arraycopy(error, 0, left, 0, count);
    multiply(weighted, 0, u, place, left, count, count);
    System.arraycopy(weighted, 0, left, 2 * count, count);
    sumThree(0, count, place);
    gradient[scale] += sums[0];
    gradient[bias] += sums[1];
    double both = sums[3];
    int diagonal = many ? head * size + c : scale * size + scale;
    hessian[diagonal] += sums[2];
    hessian[diagonal + classes] += both;
    hessian[many ? diagonal + 2 * classes : bias * size + bias] += sums[5];
    multiply(many ? weighted : roots, 0, q, row, error, 0, count); // w q² or √w q
    double[] squares = many ? left : outer;
    int square = many ? 3 * count : c * count;
    multiply(error, 0, u, place, squares, square, count);
    System.arraycopy(error, 0, squares, square + (many ? count : classes * count), count);
    if (many) {
      sumThree(3, count, place);
      hessian[diagonal + 3 * classes] += sums[0];
      hessian[diagonal + 4 * classes] += sums[1];
      hessian[diagonal + 5 * classes] += sums[3];
    }
    for (int m = 0; m < classColumns; m += 3) {
      sumThree(CLASS_COLUMNS + m, count, place);
      for (int r = 0; r < 3; r++) {
        int line = (nodeColumns + m + r) * size;
        hessian[line + scale] += sums[2 * r];
        hessian[line + bias] += sums[2 * r + 1];
      }
    }
  }

  /** The sums of three columns of {@code left}, each times u and as it is. */
  private void sumThree(int column, int count, int place) {
    double[] u = design.u();
    int one = column * count;
    int two = Math.min(one + count, left.length - count);
    int three = Math.min(two + count, left.length - count);
    double times0 = 0;
    double times1 = 0;
    double times2 = 0;
    double plain0 = 0;
    double plain1 = 0;
    double plain2 = 0;
    for (int j = 0; j < count; j++) {
      double factor = u[place + j];
      times0 += left[one + j] * factor;
      times1 += left[two + j] * factor;
      times2 += left[three + j] * factor;
      plain0 += left[one + j];
      plain1 += left[two + j];
      plain2 += left[three + j];
    }
    sums[0] = times0;
    sums[1] = plain0;
    sums[2] = times1;
    sums[3] = plain1;
    sums[4] = times2;
    sums[5] = plain2;
  }

  /** {@code Σ_i v_i v_iᵀ x} for x of 2C numbers. */
  double[] multiplyPairs(double[] x) {
    double[] u = design.u();
    double[] product = new double[2 * classes];
    for (int first = from; first < to; first += top.length) {
      int count = Math.min(top.length, to - first);
      Arrays.fill(sum, 0);
      for (int c = 0; c < classes; c++) {
        int place = first * classes + c * count;
        int row = place - from * classes;
        double scale = x[c];
        double bias = x[classes + c];
        for (int j = 0; j < count; j++) {
          sum[j] += q[row + j] * (u[place + j] * scale + bias);
        }
      }
      multiply(sum, 0, design.weights(), first, sum, 0, count);
      for (int c = 0; c < classes; c++) {
        int place = first * classes + c * count;
        multiply(sum, 0, q, place - from * classes, left, 0, count);
        sumThree(0, count, place);
        product[c] += sums[0];
        product[classes + c] += sums[1];
      }
    }
    return product;
  }

  private static void addMultiple(
      double factor, double[] v, int from, double[] target, int start, int count) {
    for (int j = 0; j < count; j++) {
      target[start + j] += factor * v[from + j];
    }
  }

  private static void addProduct(
      double[] a, int from, double[] b, int other, double[] target, int start, int count) {
    for (int j = 0; j < count; j++) {
      target[start + j] += a[from + j] * b[other + j];
    }
  }

  private static void multiply(
      double[] a, int from, double[] b, int other, double[] target, int start, int count) {
    for (int j = 0; j < count; j++) {
      target[start + j] = a[from + j] * b[other + j];
    }
  }
}
