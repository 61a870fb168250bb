package io.github.wats.engine.autodiff;

/** What a layer can take as input: something that multiplies a weight matrix. */
public interface Multipliable {
  /** {@code X W}. */
  Variable matmul(Variable weight);

  /** This with inverted dropout on its entries; {@code seed} names the stream of masks. */
  Multipliable dropout(double rate, long seed);
}
