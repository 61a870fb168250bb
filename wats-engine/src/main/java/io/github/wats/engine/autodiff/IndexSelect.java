package io.github.wats.engine.autodiff;

import io.github.wats.internal.Rows;
import java.util.Arrays;

/** {@code y_i = x_(index i)}; the gradient of a row is the sum over the places it went to. */
final class IndexSelect extends Variable {
  private final Variable table;
  private final int[] indices; // (n)
  private final double[] sums; // of gradients: floats would lose digits where millions are added

  IndexSelect(Variable table, int[] indices) {
    super(indices.length, table.columns(), table);
    this.table = table;
    this.indices = indices.clone();
    this.sums = new double[table.needsGradient() ? table.valueArray().length : 0];
  }

  @Override
  protected void forward() {
    float[] from = table.valueArray();
    float[] to = valueArray();
    int width = columns();
    Rows.forEach(
        indices.length,
        to.length,
        (first, last) -> {
          for (int i = first; i < last; i++) {
            System.arraycopy(from, indices[i] * width, to, i * width, width);
          }
        });
  }

  @Override
  protected void backward() {
    float[] dy = gradientArray();
    int width = columns();
    Arrays.fill(sums, 0);
    for (int i = 0; i < indices.length; i++) {
      for (int j = 0; j < width; j++) {
        sums[indices[i] * width + j] += dy[i * width + j];
      }
    }
    float[] dx = table.gradientToAdd();
    for (int e = 0; e < dx.length; e++) {
      dx[e] += (float) sums[e];
    }
  }
}
