package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.BinaryMatrix;
import java.util.Optional;

/** {@code Y = X W} for fixed X of zeros and ones; {@code dW = Xᵀ dY}. */
final class BinaryFeatureProduct extends Variable {
  private final BinaryMatrix features;
  private final Optional<BinaryMatrix> transposed; // for the way back, if there is one
  private final Variable weight;

  BinaryFeatureProduct(BinaryMatrix features, Optional<BinaryMatrix> transposed, Variable weight) {
    super(features.rows(), weight.columns(), weight);
    this.features = features;
    this.transposed = transposed;
    this.weight = weight;
  }

  @Override
  protected void forward() {
    products().multiply(features, weight.value(), value(), false);
  }

  @Override
  protected void backward() {
    boolean add = weight.addsToGradient();
    products().multiply(transposed.orElseThrow(), gradient(), weight.gradient(), add);
  }
}
