package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.FeatureTiles;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;

/**
 * {@code Y = dropout(X) W} for fixed sparse X; {@code dW = dropout(X)ᵀ dY}. In training the entries
 * that are kept are copied once and multiplied both ways, so a high rate makes an epoch cheaper.
 * Kept entries are to be multiplied by 1 / (1 − rate): W is instead on the way there, and dW on the
 * way back.
 */
final class DroppedFeatureProduct extends Variable {
  private final SparseMatrix features;
  private final FeatureTiles tiles;
  private final FeatureTiles kept;
  private final Variable weight;
  private final DropoutMask mask;
  private final DenseMatrix scaled; // W / (1 − rate), then dW

  DroppedFeatureProduct(
      SparseMatrix features, FeatureTiles tiles, Variable weight, double rate, long seed) {
    super(features.rows(), weight.columns(), weight);
    this.features = features;
    this.tiles = tiles;
    this.kept = tiles.emptyCopy();
    this.weight = weight;
    this.mask = new DropoutMask(rate, seed);
    this.scaled = DenseMatrix.zeros(weight.rows(), weight.columns());
  }

  @Override
  protected void forward() {
    if (!isTraining()) {
      products().multiply(features, weight.value(), value(), false);
      return;
    }
    tiles.thin(mask.stream(tape().step()), mask.limit(), kept);
    scale(weight.valueArray(), scaled.array(), mask.scale(), false);
    products().multiply(kept, scaled, value());
  }

  @Override
  protected void backward() {
    boolean add = weight.addsToGradient();
    if (!isTraining()) {
      products().multiplyTransposed(tiles, gradient(), weight.gradient(), add);
      return;
    }
    products().multiplyTransposed(kept, gradient(), scaled, false);
    scale(scaled.array(), weight.gradientArray(), mask.scale(), add);
  }

  private static void scale(float[] from, float[] to, float scale, boolean add) {
    for (int e = 0; e < to.length; e++) {
      to[e] = (add ? to[e] : 0) + scale * from[e];
    }
  }
}
