package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.FastMath;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import java.util.Arrays;

/**
 * The mean of {@code −ln softmax(s_i z_i)[y_i]} over rows of fixed logits, where {@code s_i} is the
 * scale of a row, or 1 over its temperature; {@code ds_i = Σ_c p_ic z_ic − z_iy}. The largest logit
 * of a row must be 0, so that {@code e^(s_i z_ic)} is at most 1 for any scale that is not below 0.
 * All in double, class by class over blocks of rows; nothing as large as the logits is written.
 */
public final class ScaledCrossEntropy extends Variable {
  /** Rows per block: the sums of a block stay in the L1 cache. */
  private static final int BLOCK = 512;

  /** So many sums of powers, each from 1 to C, are multiplied before a logarithm is taken. */
  private static final int PER_LOGARITHM = 16;

  private final double[][] z; // (C × n)
  private final double[] own; // (n) z_iy
  private final Variable column; // (n × 1) s, or the temperatures 1 / s
  private final boolean divides;
  private final double[] scale; // (n) s
  private final double[] sum; // (n) Σ_c e^(s z)
  private final double[] dot; // (n) Σ_c z e^(s z)
  private double loss;

  private ScaledCrossEntropy(DenseMatrix logits, Variable column, boolean divides, int[] labels) {
    super(1, 1, column);
    int n = logits.rows();
    this.z = new double[logits.columns()][n];
    this.own = new double[n];
    this.column = column;
    this.divides = divides;
    this.scale = new double[n];
    this.sum = new double[n];
    this.dot = new double[n];
    for (int i = 0; i < n; i++) {
      copyRow(logits, labels[i], i);
    }
  }

  /** The loss of {@code s_i z_i} for scales s (n × 1) that are not below 0. */
  public static Variable times(DenseMatrix logits, Variable scales, int[] labels) {
    return new ScaledCrossEntropy(logits, scales, false, labels);
  }

  /** The loss of {@code z_i / t_i} for temperatures t (n × 1) above 0. */
  public static Variable dividedBy(DenseMatrix logits, Variable temperatures, int[] labels) {
    return new ScaledCrossEntropy(logits, temperatures, true, labels);
  }

  private void copyRow(DenseMatrix logits, int label, int i) {
    Check.argument(
        label >= 0 && label < z.length,
        "labels in a loss must be in 0 … %d, got %d at node %d",
        z.length - 1,
        label,
        i);
    double top = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < z.length; c++) {
      z[c][i] = logits.get(i, c);
      top = Math.max(top, z[c][i]);
    }
    Check.argument(top == 0, "the largest logit of a row must be 0, node %d has %s", i, top);
    own[i] = z[label][i];
  }

  @Override
  protected void forward() {
    int n = own.length;
    int blocks = (n + BLOCK - 1) / BLOCK;
    loss =
        Rows.sum(
                blocks,
                10L * n * z.length,
                (first, last) -> {
                  double total = 0;
                  for (int block = first; block < last; block++) {
                    total += lossOfRows(block * BLOCK, Math.min(n, (block + 1) * BLOCK));
                  }
                  return total;
                })
            / n;
    valueArray()[0] = (float) loss;
  }

  private double lossOfRows(int from, int to) {
    float[] values = column.valueArray();
    for (int i = from; i < to; i++) {
      scale[i] = divides ? 1.0 / values[i] : values[i];
    }
    Arrays.fill(sum, from, to, 0);
    Arrays.fill(dot, from, to, 0);
    for (double[] ofClass : z) {
      addPowers(ofClass, scale, sum, dot, from, to);
    }
    double total = 0;
    for (int i = from; i < to; i += PER_LOGARITHM) {
      total += sumOfLosses(own, scale, sum, i, Math.min(to, i + PER_LOGARITHM));
    }
    return total;
  }

  private static void addPowers(
      double[] z, double[] scale, double[] sum, double[] dot, int from, int to) {
    for (int i = from; i < to; i++) {
      double power = FastMath.expOfNegative(scale[i] * z[i]);
      sum[i] += power;
      dot[i] += power * z[i];
    }
  }

  private static double sumOfLosses(double[] own, double[] scale, double[] sum, int from, int to) {
    double product = 1;
    double ofLabels = 0;
    for (int i = from; i < to; i++) {
      product *= sum[i];
      ofLabels += scale[i] * own[i];
    }
    return Math.log(product) - ofLabels;
  }

  @Override
  public double scalar() {
    return loss;
  }

  @Override
  protected void backward() {
    float[] dt = column.gradientToAdd();
    double share = (double) gradientArray()[0] / own.length;
    for (int i = 0; i < own.length; i++) {
      double ofScale = divides ? -scale[i] * scale[i] : 1; // d(1/t)/dt = −1/t²
      double derivative = dot[i] / sum[i] - own[i];
      dt[i] += (float) (share * derivative * ofScale);
    }
  }
}
