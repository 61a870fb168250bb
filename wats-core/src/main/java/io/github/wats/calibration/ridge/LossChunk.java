package io.github.wats.calibration.ridge;

import static io.github.wats.calibration.ridge.Columns.addMultiples;
import static io.github.wats.calibration.ridge.Columns.addProduct;
import static io.github.wats.calibration.ridge.Columns.addProducts;
import static io.github.wats.calibration.ridge.Columns.addSums;
import static io.github.wats.calibration.ridge.Columns.multiply;

import io.github.wats.calibration.ridge.Design.Block;
import java.util.Arrays;
import java.util.List;

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
 * Every number of a row is a column over the rows of a {@link Block}: what is done for each row is
 * done for a whole column, and what is summed over rows is a product of two columns.
 *
 * <p>With many classes the last block is not formed: after the h lines before it come its diagonals
 * (3 × C), and then those of {@code v vᵀ}, for {@link ManyClasses}.
 */
final class LossChunk {
  private final List<Block> blocks;
  private final int classes;
  private final int nodeColumns;
  private final int classColumns;
  private final int head; // h
  private final int size;
  private final boolean perClass;
  private final boolean many;

  private final double[][][] q; // of each block (C × rows)
  private final double[] transposed; // (p) Φᵀ times a number per row and class
  private final double[] hessian; // (p × p), or (h × p + 6 × C) with many classes

  // columns of one block
  private final double[] top; // the largest logit, or the sum over classes of what is times u
  private final double[] sum; // of exponentials, of q times others, or Var(u)
  private final double[] weighted; // w q
  private final double[] centered; // w q (u − ū)
  private final double[][] means; // (M) D̄, or the sums over classes of what is times D
  private final double[][] errors; // (C) what Φᵀ is multiplied with
  private final double[][] products; // (K, M, C or 3) of others, to be summed
  private final double[][] left; // (M) w q (D − D̄)
  private final double[][] right; // (p) what f_k is multiplied with
  private final double[][] outer; // (2C) √w v

  LossChunk(Layout layout, List<Block> blocks) {
    this.blocks = blocks;
    this.classes = layout.classCount();
    this.nodeColumns = layout.nodeColumns();
    this.classColumns = layout.classColumns();
    this.head = nodeColumns + classColumns;
    this.size = layout.size();
    this.perClass = layout.perClass();
    this.many = layout.manyClasses();
    this.q = new double[blocks.size()][classes][];
    for (int b = 0; b < q.length; b++) {
      int rows = blocks.get(b).rows();
      Arrays.setAll(q[b], c -> new double[rows]);
    }
    this.transposed = new double[size];
    this.hessian = new double[length(layout)];
    int rows = blocks.stream().mapToInt(Block::rows).max().orElse(0);
    this.top = new double[rows];
    this.sum = new double[rows];
    this.weighted = new double[rows];
    this.centered = new double[rows];
    this.means = new double[classColumns][rows];
    this.errors = new double[classes][rows];
    this.products = new double[Math.max(3, Math.max(nodeColumns + classColumns, classes))][rows];
    this.left = new double[classColumns][rows];
    this.right = new double[size][rows];
    this.outer = new double[perClass && !many ? 2 * classes : 0][rows];
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
    for (int b = 0; b < q.length; b++) {
      writeLogits(blocks.get(b), x, q[b]);
      loss += softmax(blocks.get(b), q[b]);
    }
    return loss;
  }

  /** Writes Φ x of a block (C × rows). */
  private void writeLogits(Block block, double[] x, double[][] target) {
    int count = block.rows();
    double[] multiplier = sum;
    Arrays.fill(multiplier, 0);
    addMultiples(x, 0, block.node(), 0, 1, nodeColumns, multiplier, count);
    for (int c = 0; c < classes; c++) {
      double scale = perClass ? x[head + c] : 0;
      double bias = perClass ? x[head + classes + c] : 0;
      double[] u = block.u()[c];
      double[] a = target[c];
      for (int j = 0; j < count; j++) {
        a[j] = (multiplier[j] + scale) * u[j] + bias;
      }
      addMultiples(x, nodeColumns, block.added(), c, classes, classColumns, a, count);
    }
  }

  /** Turns the logits of a block into probabilities and returns their loss. */
  private double softmax(Block block, double[][] a) {
    int count = block.rows();
    System.arraycopy(a[0], 0, top, 0, count);
    for (double[] logits : a) {
      for (int j = 0; j < count; j++) {
        top[j] = Math.max(top[j], logits[j]);
      }
    }
    double loss = 0;
    for (int j = 0; j < count; j++) {
      loss += block.weights()[j] * (top[j] - a[block.labels()[j]][j]);
    }
    Arrays.fill(sum, 0);
    for (double[] logits : a) {
      for (int j = 0; j < count; j++) {
        double power = Math.exp(logits[j] - top[j]);
        logits[j] = power;
        sum[j] += power;
      }
    }
    for (int j = 0; j < count; j++) {
      loss += block.weights()[j] * Math.log(sum[j]);
    }
    for (double[] powers : a) {
      for (int j = 0; j < count; j++) {
        powers[j] /= sum[j];
      }
    }
    return loss;
  }

  /** Writes q (C) of a row of a block. */
  void copyProbabilities(int b, int row, double[] target, int start) {
    for (int c = 0; c < classes; c++) {
      target[start + c] = q[b][c][row];
    }
  }

  /** Computes the gradient at the point moved to. */
  void computeGradient() {
    Arrays.fill(transposed, 0);
    for (int b = 0; b < q.length; b++) {
      Block block = blocks.get(b);
      for (int c = 0; c < classes; c++) {
        multiply(q[b][c], block.weights(), errors[c], block.rows());
      }
      for (int j = 0; j < block.rows(); j++) {
        errors[block.labels()[j]][j] -= block.weights()[j];
      }
      addTransposed(block);
    }
  }

  /** Computes the Hessian at the point moved to times x. */
  void computeProduct(double[] x) {
    Arrays.fill(transposed, 0);
    for (int b = 0; b < q.length; b++) {
      Block block = blocks.get(b);
      int count = block.rows();
      writeLogits(block, x, errors);
      Arrays.fill(sum, 0);
      addProducts(q[b], errors, 0, classes, sum, count);
      for (int c = 0; c < classes; c++) {
        double[] error = errors[c];
        double[] own = q[b][c];
        double[] weights = block.weights();
        for (int j = 0; j < count; j++) {
          error[j] = weights[j] * own[j] * (error[j] - sum[j]);
        }
      }
      addTransposed(block);
    }
  }

  /** Adds Φᵀ of the errors of a block. */
  private void addTransposed(Block block) {
    int count = block.rows();
    sumOverClasses(block, errors);
    for (int k = 0; k < nodeColumns; k++) {
      multiply(block.node()[k], top, products[k], count);
    }
    addSums(products, nodeColumns, count, transposed, 0, 1);
    addSums(means, classColumns, count, transposed, nodeColumns, 1);
    if (perClass) {
      for (int c = 0; c < classes; c++) {
        multiply(block.u()[c], errors[c], products[c], count);
      }
      addSums(products, classes, count, transposed, head, 1);
      addSums(errors, classes, count, transposed, head + classes, 1);
    }
  }

  /** Sums numbers (C × rows) times u over the classes, and times each D. */
  private void sumOverClasses(Block block, double[][] values) {
    Arrays.fill(top, 0);
    addProducts(values, block.u(), 0, classes, top, block.rows());
    for (int m = 0; m < classColumns; m++) {
      Arrays.fill(means[m], 0);
      addProducts(values, block.added(), m * classes, classes, means[m], block.rows());
    }
  }

  /** Adds Φᵀ of the gradient or of the product to this array. */
  void addTransposedTo(double[] total) {
    addTo(total, transposed);
  }

  /** Computes the Hessian at the point moved to. */
  void computeHessian() {
    Arrays.fill(hessian, 0);
    for (int b = 0; b < q.length; b++) {
      addHessian(blocks.get(b), q[b]);
    }
  }

  /** Adds the Hessian to this array. */
  void addHessianTo(double[] total) {
    addTo(total, hessian);
  }

  private static void addTo(double[] total, double[] values) {
    for (int j = 0; j < total.length; j++) {
      total[j] += values[j];
    }
  }

  private void addHessian(Block block, double[][] own) {
    int count = block.rows();
    sumOverClasses(block, own);
    Arrays.fill(sum, 0);
    for (int m = nodeColumns; m < head; m++) {
      Arrays.fill(right[m], 0);
    }
    for (int c = 0; c < classes; c++) {
      addClass(block, own[c], c);
    }
    for (int k = 0; k < nodeColumns; k++) {
      multiply(block.node()[k], sum, right[k], count);
    }
    Columns node = new Columns(block.node(), 0, 1, nodeColumns);
    Columns.add(node, new Columns(right, 0, 1, size), count, 1, hessian, 0, size);
    Columns v = new Columns(outer, 0, 1, outer.length);
    Columns.add(v, v, count, -1, hessian, head * size + head, size);
  }

  /** What one class adds to the columns of a block, and the sums that belong to it alone. */
  private void addClass(Block block, double[] own, int c) {
    int count = block.rows();
    double[] u = block.u()[c];
    multiply(own, block.weights(), weighted, count);
    for (int j = 0; j < count; j++) {
      centered[j] = weighted[j] * (u[j] - top[j]);
    }
    addProduct(centered, u, sum, count);
    for (int m = 0; m < classColumns; m++) {
      double[] added = block.added()[m * classes + c];
      double[] mean = means[m];
      double[] deviation = left[m];
      addProduct(centered, added, right[nodeColumns + m], count);
      for (int j = 0; j < count; j++) {
        deviation[j] = weighted[j] * (added[j] - mean[j]);
      }
    }
    Columns deviations = new Columns(left, 0, 1, classColumns);
    Columns added = new Columns(block.added(), c, classes, classColumns);
    int diagonal = nodeColumns * size + nodeColumns;
    Columns.add(deviations, added, count, 1, hessian, diagonal, size);
    if (perClass) {
      System.arraycopy(centered, 0, right[head + classes + c], 0, count);
      multiply(centered, u, right[head + c], count);
      addPerClass(block, own, c);
    }
  }

  /** Diagonals and class columns against the scale and the bias of a class. */
  private void addPerClass(Block block, double[] own, int c) {
    int count = block.rows();
    double[] u = block.u()[c];
    int scale = head + c;
    int bias = scale + classes;
    int line = nodeColumns * size;
    for (int m = 0; m < classColumns; m++) {
      multiply(left[m], u, products[m], count);
    }
    addSums(products, classColumns, count, hessian, line + scale, size);
    addSums(left, classColumns, count, hessian, line + bias, size);
    multiply(weighted, u, products[1], count);
    multiply(products[1], u, products[0], count);
    System.arraycopy(weighted, 0, products[2], 0, count);
    if (many) {
      addSums(products, 3, count, hessian, head * size + c, classes);
      for (int k = 0; k < 3; k++) {
        multiply(products[k], own, products[k], count);
      }
      addSums(products, 3, count, hessian, head * size + 3 * classes + c, classes);
    } else {
      double[] sums = new double[3];
      addSums(products, 3, count, sums, 0, 1);
      hessian[scale * size + scale] += sums[0];
      hessian[scale * size + bias] += sums[1];
      hessian[bias * size + bias] += sums[2];
      multiply(block.roots(), own, outer[classes + c], count);
      multiply(outer[classes + c], u, outer[c], count);
    }
  }

  /** {@code Σ_i v_i v_iᵀ x} for x of 2C numbers. */
  double[] multiplyPairs(double[] x) {
    double[] product = new double[2 * classes];
    for (int b = 0; b < q.length; b++) {
      Block block = blocks.get(b);
      int count = block.rows();
      Arrays.fill(sum, 0);
      for (int c = 0; c < classes; c++) {
        double scale = x[c];
        double bias = x[classes + c];
        double[] own = q[b][c];
        double[] u = block.u()[c];
        for (int j = 0; j < count; j++) {
          sum[j] += own[j] * (u[j] * scale + bias);
        }
      }
      multiply(sum, block.weights(), sum, count);
      for (int c = 0; c < classes; c++) {
        multiply(sum, q[b][c], products[1], count);
        multiply(products[1], block.u()[c], products[0], count);
        addSums(products, 2, count, product, c, classes);
      }
    }
    return product;
  }
}
