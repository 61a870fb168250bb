package io.github.wats.autodiff;

import io.github.wats.internal.Check;

/** {@code y_i = x_(index i)}; the gradient of a row is the sum over the places it went to. */
final class RowLookUp extends Variable {
  private final Variable table;
  private final int[] indices; // (n)

  RowLookUp(Variable table, int[] indices) {
    super(indices.length, table.columns(), table);
    this.table = table;
    this.indices = indices.clone();
    for (int index : indices) {
      Check.index(index, table.rows(), "row of the table");
    }
  }

  @Override
  protected void forward() {
    int width = columns();
    for (int i = 0; i < indices.length; i++) {
      System.arraycopy(table.valueArray(), indices[i] * width, valueArray(), i * width, width);
    }
  }

  @Override
  protected void backward() {
    float[] dy = gradientArray();
    float[] dx = table.gradientToAdd();
    int width = columns();
    for (int i = 0; i < indices.length; i++) {
      for (int j = 0; j < width; j++) {
        dx[indices[i] * width + j] += dy[i * width + j];
      }
    }
  }
}
