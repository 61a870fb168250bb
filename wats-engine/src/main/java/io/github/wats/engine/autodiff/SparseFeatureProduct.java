package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.FeatureTiles;
import io.github.wats.matrix.SparseMatrix;
import java.util.Optional;

/** {@code Y = X W} for fixed sparse X; {@code dW = Xᵀ dY}. */
final class SparseFeatureProduct extends Variable {
  private final SparseMatrix features;
  private final Optional<FeatureTiles> tiles; // for the way back, if there is one
  private final Variable weight;

  SparseFeatureProduct(SparseMatrix features, Optional<FeatureTiles> tiles, Variable weight) {
    super(features.rows(), weight.columns(), weight);
    this.features = features;
    this.tiles = tiles;
    this.weight = weight;
  }

  @Override
  protected void forward() {
    products().multiply(features, weight.value(), value(), false);
  }

  @Override
  protected void backward() {
    boolean add = weight.addsToGradient();
    products().multiplyTransposed(tiles.orElseThrow(), gradient(), weight.gradient(), add);
  }
}
