package io.github.wats.engine.autodiff;

import io.github.wats.matrix.FeatureMatrix;
import java.util.Optional;

/**
 * Node features X as the input of networks. Learning without dropout multiplies features of many
 * ones as bits, which adds in another order: last bits may differ from those of other products.
 * Safe to share between threads.
 */
public final class FeatureInput implements Multipliable {
  private final FeatureMatrix features;
  private final Optional<SparseOperator> sparse;
  private final double rate; // of dropout
  private final long seed;

  private FeatureInput(
      FeatureMatrix features, Optional<SparseOperator> sparse, double rate, long seed) {
    this.features = features;
    this.sparse = sparse;
    this.rate = rate;
    this.seed = seed;
  }

  public static FeatureInput of(FeatureMatrix features) {
    return new FeatureInput(features, features.sparse().map(SparseOperator::new), 0, 0);
  }

  public FeatureMatrix features() {
    return features;
  }

  public int rows() {
    return features.rows();
  }

  /** The given rows, in the order given. */
  public FeatureInput selectRows(int[] rows) {
    return of(features.selectRows(rows));
  }

  @Override
  public FeatureInput dropout(double newRate, long newSeed) {
    if (rate != 0) {
      throw new IllegalStateException("the features have dropout already");
    }
    return new FeatureInput(features, sparse, newRate, newSeed);
  }

  @Override
  public Variable matmul(Variable weight) {
    return sparse.isPresent()
        ? new FeatureProduct(sparse.get(), weight, rate, seed)
        : weight.tape().constant(features.dense().orElseThrow()).dropout(rate, seed).matmul(weight);
  }
}
