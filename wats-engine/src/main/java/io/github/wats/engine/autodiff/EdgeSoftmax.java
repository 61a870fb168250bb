package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.PatternWithTranspose;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;

/**
 * {@code a_kh = e^(s_kh) / Σ_(l in the row of k) e^(s_lh)}; {@code ds_k = a_k (da_k − Σ_l a_l
 * da_l)}.
 */
final class EdgeSoftmax extends Variable {
  private final SparsePattern pattern;
  private final Variable scores; // (entries × heads)

  EdgeSoftmax(PatternWithTranspose pattern, Variable scores) {
    super(scores.rows(), scores.columns(), scores);
    this.pattern = pattern.rows();
    this.scores = scores;
  }

  @Override
  protected void forward() {
    System.arraycopy(scores.valueArray(), 0, valueArray(), 0, valueArray().length);
    products().edgeSoftmax(pattern, columns(), valueArray());
  }

  @Override
  protected void backward() {
    boolean add = scores.addsToGradient();
    float[] a = valueArray();
    float[] da = gradientArray();
    float[] ds = scores.gradientArray();
    Rows.forEach(
        pattern.rowCount(),
        4L * a.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            for (int h = 0; h < columns(); h++) {
              int first = pattern.offset(i) * columns() + h;
              int last = pattern.offset(i + 1) * columns();
              backward(a, da, ds, first, last, columns(), add);
            }
          }
        });
  }

  /** {@code ds} of the entries from first on, so many apart, which share a softmax. */
  static void backward(
      float[] a, float[] da, float[] ds, int first, int last, int step, boolean add) {
    float mean = 0;
    for (int k = first; k < last; k += step) {
      mean += a[k] * da[k];
    }
    for (int k = first; k < last; k += step) {
      ds[k] = (add ? ds[k] : 0) + a[k] * (da[k] - mean);
    }
  }
}
