package io.github.wats.engine.autodiff;

import io.github.wats.matrix.DenseMatrix;

/** A named matrix that is fitted, with the gradient of the last backward pass. */
public final class Parameter {
  private final String name;
  private final DenseMatrix value;
  private final DenseMatrix gradient;

  private Parameter(String name, DenseMatrix value) {
    this.name = name;
    this.value = value;
    this.gradient = DenseMatrix.zeros(value.rows(), value.columns());
  }

  /** A parameter that starts at {@code value}, which is not copied: training changes it. */
  public static Parameter of(String name, DenseMatrix value) {
    return new Parameter(name, value);
  }

  public String name() {
    return name;
  }

  /** The live value. */
  public DenseMatrix value() {
    return value;
  }

  /** The live gradient. */
  public DenseMatrix gradient() {
    return gradient;
  }

  @Override
  public String toString() {
    return name + " " + value;
  }
}
