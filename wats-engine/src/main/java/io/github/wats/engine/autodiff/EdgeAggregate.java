package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.PatternWithTranspose;

/**
 * {@code y_i = Σ_k w_k x_j} over the entries k = (i, j) of row i, head by head; {@code dw_k = dy_i
 * · x_j}, {@code dx_j = Σ_k w_k dy_i} over the entries of column j. Nothing wider than entries ×
 * heads is stored.
 */
public final class EdgeAggregate extends Variable {
  private final PatternWithTranspose pattern;
  private final Variable weights; // (entries × heads)
  private final Variable x; // (columns of the pattern × heads · width)
  private final float[] scratch;

  public EdgeAggregate(PatternWithTranspose pattern, Variable weights, Variable x) {
    super(pattern.rows().pattern().rowCount(), x.columns(), weights, x);
    this.pattern = pattern;
    this.weights = weights;
    this.x = x;
    this.scratch = new float[needsGradient() ? weights.valueArray().length : 0];
  }

  @Override
  protected long multiplications() {
    return (long) weights.rows() * columns();
  }

  @Override
  protected void forward() {
    products()
        .spmm(pattern.rows(), weights.valueArray(), weights.columns(), x.value(), value(), false);
  }

  @Override
  protected void backward() {
    int heads = weights.columns();
    if (weights.needsGradient()) {
      products().sddmm(pattern.rows().pattern(), heads, gradient(), x.value(), scratch);
      float[] target = weights.gradientToAdd();
      for (int k = 0; k < target.length; k++) {
        target[k] += scratch[k];
      }
    }
    if (x.needsGradient()) {
      boolean add = x.addsToGradient();
      pattern.transpose(weights.valueArray(), heads, scratch);
      products().spmm(pattern.transposed(), scratch, heads, gradient(), x.gradient(), add);
    }
  }
}
