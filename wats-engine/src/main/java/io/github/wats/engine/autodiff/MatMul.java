package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.Products;
import io.github.wats.matrix.DenseMatrix;

/** {@code Y = X W}; {@code dX = dY Wᵀ}, {@code dW = Xᵀ dY}. */
final class MatMul extends Variable {
  private final Variable x; // (n × k)
  private final Variable w; // (k × m)
  private final DenseMatrix transposed; // (m × k)
  private final float[] parts;

  MatMul(Variable x, Variable w) {
    super(x.rows(), w.columns(), x, w);
    this.x = x;
    this.w = w;
    this.transposed = DenseMatrix.zeros(w.columns(), x.needsGradient() ? w.rows() : 0);
    this.parts = new float[w.needsGradient() ? Products.scratchSize(w.rows(), w.columns()) : 0];
  }

  @Override
  protected long multiplications() {
    return (long) rows() * w.rows() * columns();
  }

  @Override
  protected void forward() {
    products().matmul(x.value(), w.value(), value(), false);
  }

  @Override
  protected void backward() {
    if (w.needsGradient()) {
      boolean add = w.addsToGradient();
      products().matmulTransposed(x.value(), gradient(), w.gradient(), parts, add);
    }
    if (x.needsGradient()) {
      boolean add = x.addsToGradient();
      Products.transpose(w.value(), transposed);
      products().matmul(gradient(), transposed, x.gradient(), add);
    }
  }
}
