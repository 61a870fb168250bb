package io.github.wats.engine.autodiff;

import io.github.wats.matrix.DenseMatrix;

/**
 * A named matrix that is fitted, with the gradient of the last backward pass. Training changes both
 * matrices in place. Equal only to itself, as its matrices are, so it can be the key of a map.
 */
public record Parameter(String name, DenseMatrix value, DenseMatrix gradient) {
  /** A parameter that starts at {@code value}, which is not copied. */
  public static Parameter of(String name, DenseMatrix value) {
    return new Parameter(name, value, DenseMatrix.zeros(value.rows(), value.columns()));
  }
}
