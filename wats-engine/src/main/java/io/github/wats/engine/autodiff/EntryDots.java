package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.PatternWithTranspose;

/**
 * {@code d_k = x_i · x_j} for entry k = (i, j) of a square pattern; {@code dx_i = Σ_(k in row i)
 * dd_k x_j}, and the same over the entries of column i.
 */
final class EntryDots extends Variable {
  private final PatternWithTranspose pattern;
  private final Variable x;
  private final float[] scratch;

  EntryDots(PatternWithTranspose pattern, Variable x) {
    super(pattern.rows().entryCount(), 1, x);
    this.pattern = pattern;
    this.x = x;
    this.scratch = new float[x.needsGradient() ? rows() : 0];
  }

  @Override
  protected void forward() {
    products().entryDots(pattern.rows(), 1, x.value(), x.value(), valueArray());
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    products().aggregate(pattern.rows(), gradientArray(), 1, x.value(), x.gradient(), add);
    pattern.transpose(gradientArray(), 1, scratch);
    products().aggregate(pattern.transposed(), scratch, 1, x.value(), x.gradient(), true);
  }
}
