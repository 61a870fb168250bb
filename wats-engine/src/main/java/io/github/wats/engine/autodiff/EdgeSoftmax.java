package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.PatternWithTranspose;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * {@code a_k = e^(s_k) / Σ_(l in the row of k) e^(s_l)} with {@code s_k = c_k t_m}, where c is
 * constant and {@code m = index k} is a row of the table t; {@code dt_m = Σ_k c_k a_k (da_k − Σ_l
 * a_l da_l)}.
 */
final class EdgeSoftmax extends Variable {
  private final SparsePattern pattern;
  private final Variable table; // (m × 1)
  private final int[] indices; // (entries)
  private final float[] factors; // (entries) c
  private final double[] sums; // (m)

  EdgeSoftmax(PatternWithTranspose pattern, Variable table, int[] indices, float[] factors) {
    super(indices.length, 1, table);
    this.pattern = pattern.rows();
    this.table = table;
    this.indices = indices.clone();
    this.factors = factors.clone();
    this.sums = new double[table.rows()];
  }

  @Override
  protected void forward() {
    float[] t = table.valueArray();
    float[] s = valueArray();
    forEntries(
        1,
        (from, to) -> {
          for (int k = from; k < to; k++) {
            s[k] = factors[k] * t[indices[k]];
          }
        });
    products().edgeSoftmax(pattern, 1, s);
  }

  @Override
  protected void backward() {
    float[] a = valueArray();
    float[] da = gradientArray();
    Arrays.fill(sums, 0);
    for (int i = 0; i < pattern.rowCount(); i++) {
      float mean = 0;
      for (int k = pattern.offset(i); k < pattern.offset(i + 1); k++) {
        mean += a[k] * da[k];
      }
      for (int k = pattern.offset(i); k < pattern.offset(i + 1); k++) {
        sums[indices[k]] += factors[k] * a[k] * (da[k] - mean);
      }
    }
    float[] dt = table.gradientToAdd();
    Arrays.setAll(sums, m -> dt[m] += (float) sums[m]);
  }
}
