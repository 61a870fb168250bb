package io.github.wats.autodiff;

import io.github.wats.internal.Check;

/** {@code Z = [X, Y]}. */
final class Concatenation extends Variable {
  private final Variable x;
  private final Variable y;

  Concatenation(Variable x, Variable y) {
    super(x.rows(), x.columns() + y.columns(), x, y);
    Check.argument(
        x.rows() == y.rows(),
        "matrices side by side need equally many rows, got %s and %s",
        x.value(),
        y.value());
    this.x = x;
    this.y = y;
  }

  @Override
  protected void forward() {
    copy(x, 0);
    copy(y, x.columns());
  }

  private void copy(Variable part, int start) {
    float[] from = part.valueArray();
    float[] to = valueArray();
    int width = part.columns();
    for (int i = 0; i < rows(); i++) {
      System.arraycopy(from, i * width, to, i * columns() + start, width);
    }
  }

  @Override
  protected void backward() {
    give(x, 0);
    give(y, x.columns());
  }

  private void give(Variable part, int start) {
    if (part.needsGradient()) {
      float[] from = gradientArray();
      float[] to = part.gradientToAdd();
      int width = part.columns();
      for (int i = 0; i < rows(); i++) {
        for (int j = 0; j < width; j++) {
          to[i * width + j] += from[i * columns() + start + j];
        }
      }
    }
  }
}
