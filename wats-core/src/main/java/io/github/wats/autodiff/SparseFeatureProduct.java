package io.github.wats.autodiff;

import io.github.wats.linalg.CsrMatrix;
import io.github.wats.linalg.DenseMatrix;
import io.github.wats.linalg.TwoWayPattern;

/** {@code Y = dropout(X) W} for fixed sparse X; {@code dW = dropout(X)ᵀ dY}. */
final class SparseFeatureProduct extends Variable {
  private final TwoWayPattern pattern;
  private final Variable weight;
  private final DropoutMask mask;
  private final DenseMatrix given; // (entries × 1)
  private final DenseMatrix kept; // (entries × 1) after dropout
  private final boolean drops;

  SparseFeatureProduct(
      CsrMatrix features, TwoWayPattern pattern, Variable weight, double dropout, long seed) {
    super(features.rows(), weight.columns(), weight);
    this.pattern = pattern;
    this.weight = weight;
    this.mask = new DropoutMask(dropout, seed);
    this.drops = dropout > 0;
    this.given = DenseMatrix.of(features.entryCount(), 1, features.toValues());
    this.kept = drops ? given.copy() : given;
  }

  @Override
  protected void forward() {
    if (drops) {
      drop();
    }
    products().aggregate(pattern.rows(), kept.array(), 1, weight.value(), value(), false);
  }

  private void drop() {
    long stream = mask.stream(tape().step());
    int limit = isTraining() ? mask.limit() : 1 << 16;
    float scale = isTraining() ? mask.scale() : 1;
    DropoutMask.apply(stream, limit, scale, given.array(), kept.array(), 0, kept.rows(), false);
  }

  @Override
  protected void backward() {
    boolean add = weight.addsToGradient();
    products().aggregateTransposed(pattern, kept.array(), 1, gradient(), weight.gradient(), add);
  }
}
