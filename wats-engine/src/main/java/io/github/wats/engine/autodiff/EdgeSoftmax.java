package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.PatternWithTranspose;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * {@code a_k = e^(s_k) / Σ_l e^(s_l)} over the entries l in the row of k, with {@code s_k = c_k /
 * t_m} for fixed scores c and row m = {@code indices[k]} of a table; {@code ds_k = a_k (da_k − Σ_l
 * a_l da_l)}, {@code dt_m = −Σ_k c_k ds_k / t_m²}.
 */
public final class EdgeSoftmax extends Variable {
  private final SparsePattern pattern;
  private final Variable table; // (m × 1)
  private final int[] indices; // (entries)
  private final float[] scores; // (entries)
  private final float[] ds; // (entries)

  public EdgeSoftmax(PatternWithTranspose pattern, Variable table, int[] indices, float[] scores) {
    super(indices.length, 1, table);
    this.pattern = pattern.rows().pattern();
    this.table = table;
    this.indices = indices.clone();
    this.scores = scores.clone();
    this.ds = new float[table.needsGradient() ? scores.length : 0];
  }

  @Override
  protected void forward() {
    float[] t = table.valueArray();
    float[] s = valueArray();
    forEntries(
        1,
        (from, to) -> {
          for (int k = from; k < to; k++) {
            s[k] = scores[k] / t[indices[k]];
          }
        });
    products().edgeSoftmax(pattern, 1, s);
  }

  @Override
  protected void backward() {
    float[] a = valueArray();
    float[] da = gradientArray();
    Rows.forEachRow(
        pattern.rowCount(),
        4L * a.length,
        i -> backward(a, da, ds, pattern.offset(i), pattern.offset(i + 1), false));
    double[] sums = new double[table.rows()];
    for (int k = 0; k < ds.length; k++) {
      sums[indices[k]] -= scores[k] * ds[k];
    }
    float[] t = table.valueArray();
    float[] dt = table.gradientToAdd();
    Arrays.setAll(sums, m -> dt[m] += (float) (sums[m] / t[m] / t[m]));
  }

  /** {@code dx} of a softmax y over some entries. */
  static void backward(float[] y, float[] dy, float[] dx, int from, int to, boolean add) {
    float mean = 0;
    for (int k = from; k < to; k++) {
      mean += y[k] * dy[k];
    }
    for (int k = from; k < to; k++) {
      dx[k] = (add ? dx[k] : 0) + y[k] * (dy[k] - mean);
    }
  }
}
