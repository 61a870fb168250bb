package io.github.wats.autodiff;

import io.github.wats.linalg.CsrMatrix;
import io.github.wats.linalg.FeatureMatrix;
import io.github.wats.linalg.TwoWayPattern;
import java.util.Optional;

/**
 * Node features as the input of networks, with what their products need prepared once: several
 * tapes may share one. Immutable.
 */
public final class FeatureInput implements Multipliable {
  private final FeatureMatrix features;
  private final Optional<TwoWayPattern> pattern;

  private FeatureInput(FeatureMatrix features) {
    this.features = features;
    this.pattern = features.sparse().map(CsrMatrix::pattern).map(TwoWayPattern::from);
  }

  public static FeatureInput of(FeatureMatrix features) {
    return new FeatureInput(features);
  }

  @Override
  public int rows() {
    return features.rows();
  }

  @Override
  public int columns() {
    return features.columns();
  }

  public FeatureMatrix features() {
    return features;
  }

  /** The given rows, in the order given. */
  public FeatureInput selectRows(int[] rows) {
    return of(features.selectRows(rows));
  }

  /** {@code X W}. */
  @Override
  public Variable times(Variable weight) {
    return times(weight, 0, 0);
  }

  @Override
  public Multipliable dropout(double rate, long seed) {
    return rate == 0 ? this : new Dropped(this, rate, seed);
  }

  private Variable times(Variable weight, double rate, long seed) {
    if (pattern.isPresent()) {
      CsrMatrix sparse = features.sparse().orElseThrow();
      return new SparseFeatureProduct(sparse, pattern.get(), weight, rate, seed);
    }
    Variable dense = weight.tape().constant(features.dense().orElseThrow());
    return dense.dropout(rate, seed).times(weight);
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
    public Variable times(Variable weight) {
      return input.times(weight, rate, seed);
    }

    @Override
    public Multipliable dropout(double newRate, long newSeed) {
      throw new IllegalStateException("the features have dropout already");
    }
  }
}
