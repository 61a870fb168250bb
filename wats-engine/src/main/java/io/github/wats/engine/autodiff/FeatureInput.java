package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.BinaryMatrix;
import io.github.wats.engine.kernel.FeatureTiles;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Node features as the input of networks. The forms in which products take them are prepared once,
 * with the first product that needs them, and shared by all. Features of many ones are multiplied
 * as bits where they have no dropout, which adds in another order: last bits may differ from those
 * of a tape that learns with dropout. Safe to share between threads.
 */
public final class FeatureInput implements Multipliable {
  private final FeatureMatrix features;
  private @Nullable FeatureTiles tiles; // made when first needed, as are the next two
  private @Nullable BinaryMatrix binary;
  private @Nullable BinaryMatrix binaryTransposed;

  private FeatureInput(FeatureMatrix features) {
    this.features = features;
  }

  public static FeatureInput of(FeatureMatrix features) {
    return new FeatureInput(features);
  }

  public FeatureMatrix features() {
    return features;
  }

  @Override
  public int rows() {
    return features.rows();
  }

  @Override
  public int columns() {
    return features.columns();
  }

  /** The given rows, in the order given. */
  public FeatureInput selectRows(int[] rows) {
    return of(features.selectRows(rows));
  }

  /** {@code X W}. */
  @Override
  public Variable matmul(Variable weight) {
    return matmul(weight, 0, 0);
  }

  @Override
  public Multipliable dropout(double rate, long seed) {
    return rate == 0 ? this : new Dropped(this, rate, seed);
  }

  private Variable matmul(Variable weight, double rate, long seed) {
    if (features.dense().isPresent()) {
      Variable dense = weight.tape().constant(features.dense().get());
      return dense.dropout(rate, seed).matmul(weight);
    }
    SparseMatrix sparse = features.sparse().orElseThrow();
    if (BinaryMatrix.pays(sparse) && (rate == 0 || !weight.needsGradient())) {
      return binaryProduct(sparse, weight);
    }
    if (!weight.needsGradient()) {
      return new SparseFeatureProduct(sparse, Optional.empty(), weight);
    }
    return rate == 0
        ? new SparseFeatureProduct(sparse, Optional.of(tiles(sparse)), weight)
        : new DroppedFeatureProduct(sparse, tiles(sparse), weight, rate, seed);
  }

  private synchronized Variable binaryProduct(SparseMatrix sparse, Variable weight) {
    if (binary == null) {
      binary = BinaryMatrix.from(sparse);
    }
    if (!weight.needsGradient()) {
      return new BinaryFeatureProduct(binary, Optional.empty(), weight);
    }
    if (binaryTransposed == null) {
      binaryTransposed = BinaryMatrix.fromTransposed(sparse);
    }
    return new BinaryFeatureProduct(binary, Optional.of(binaryTransposed), weight);
  }

  private synchronized FeatureTiles tiles(SparseMatrix sparse) {
    if (tiles == null) {
      tiles = FeatureTiles.from(sparse);
    }
    return tiles;
  }

  /** The features with dropout on their entries. */
  private record Dropped(FeatureInput input, double rate, long seed) implements Multipliable {
    @Override
    public int rows() {
      return input.rows();
    }

    @Override
    public int columns() {
      return input.columns();
    }

    @Override
    public Variable matmul(Variable weight) {
      return input.matmul(weight, rate, seed);
    }

    @Override
    public Multipliable dropout(double newRate, long newSeed) {
      throw new IllegalStateException("the features have dropout already");
    }
  }
}
