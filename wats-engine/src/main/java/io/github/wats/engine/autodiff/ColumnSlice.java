package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;

/** {@code Y} = the columns {@code first} to {@code end − 1} of X. */
final class ColumnSlice extends Variable {
  private final Variable x;
  private final int first;

  ColumnSlice(Variable x, int first, int end) {
    super(x.rows(), end - first, x);
    Check.argument(
        first >= 0 && end <= x.columns(),
        "columns must be within 0 … %d, got %d to %d",
        x.columns() - 1,
        first,
        end - 1);
    this.x = x;
    this.first = first;
  }

  @Override
  protected void forward() {
    for (int i = 0; i < rows(); i++) {
      System.arraycopy(
          x.valueArray(), i * x.columns() + first, valueArray(), i * columns(), columns());
    }
  }

  @Override
  protected void backward() {
    float[] dy = gradientArray();
    float[] dx = x.gradientToAdd();
    for (int i = 0; i < rows(); i++) {
      for (int j = 0; j < columns(); j++) {
        dx[i * x.columns() + first + j] += dy[i * columns() + j];
      }
    }
  }
}
