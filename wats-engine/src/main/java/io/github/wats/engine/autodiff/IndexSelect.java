package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;

/** {@code y_i = x_(index i)}; the gradient of a row is the sum over the places it went to. */
final class IndexSelect extends Variable {
  /** From so many rows of a small table on, gradients are summed in a fixed number of parts. */
  private static final int MANY = 1 << 20;

  private static final int PARTS = 8;

  /** Floats between parts, so that no two threads write to one line of the cache. */
  private static final int APART = 32;

  private final Variable table;
  private final int[] indices; // (n)

  IndexSelect(Variable table, int[] indices) {
    super(indices.length, table.columns(), table);
    this.table = table;
    this.indices = indices.clone();
    for (int index : indices) {
      Check.index(index, table.rows(), "row of the table");
    }
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
            for (int j = 0; j < width; j++) {
              to[i * width + j] = from[indices[i] * width + j];
            }
          }
        });
  }

  @Override
  protected void backward() {
    float[] dx = table.gradientToAdd();
    if (indices.length < MANY || (long) PARTS * dx.length > gradientArray().length) {
      add(0, indices.length, dx);
      return;
    }
    float[][] parts = new float[PARTS][dx.length + APART];
    int each = (indices.length + PARTS - 1) / PARTS;
    Rows.forEach(
        PARTS,
        gradientArray().length,
        (first, last) -> {
          for (int p = first; p < last; p++) {
            add(p * each, Math.min(indices.length, (p + 1) * each), parts[p]);
          }
        });
    for (float[] part : parts) {
      for (int e = 0; e < dx.length; e++) {
        dx[e] += part[e];
      }
    }
  }

  /** Adds the gradients of the rows {@code from} to {@code to − 1} to those they came from. */
  private void add(int from, int to, float[] sums) {
    float[] dy = gradientArray();
    int width = columns();
    for (int i = from; i < to; i++) {
      for (int j = 0; j < width; j++) {
        sums[indices[i] * width + j] += dy[i * width + j];
      }
    }
  }
}
