package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import java.util.Arrays;

/**
 * {@code z_ij = x_ij ∘ y_ij} for a sum, a product or a quotient, where y may be a row that stands
 * for all rows, or a column that stands for all columns. For a sum {@code dx = dy = dz}, for a
 * product {@code dx = y dz}, {@code dy = x dz}, for a quotient {@code dx = dz / y}, {@code dy = −z
 * dz / y}; the gradient of a row or column is the sum over the entries it stands for.
 */
final class Broadcast extends Variable {
  enum Kind {
    SUM,
    PRODUCT,
    QUOTIENT
  }

  private final Kind kind;
  private final Variable x; // (n × m)
  private final Variable y; // (n × m), (1 × m) or (n × 1)
  private final int rowStep; // from an entry of y to that of the next row
  private final int columnStep;

  /** With a y of the given shape. */
  Broadcast(Kind kind, Variable x, Variable y, int rows, int columns) {
    super(x.rows(), x.columns(), x, y);
    Check.argument(
        y.rows() == rows && y.columns() == columns,
        "the other operand of %s must be %d × %d, got %s",
        x.value(),
        rows,
        columns,
        y.value());
    this.kind = kind;
    this.x = x;
    this.y = y;
    this.rowStep = y.rows() == x.rows() ? y.columns() : 0;
    this.columnStep = y.columns() == x.columns() ? 1 : 0;
  }

  @Override
  protected void forward() {
    combine(x.valueArray(), valueArray(), kind == Kind.SUM, false);
  }

  @Override
  protected void backward() {
    if (x.needsGradient()) {
      boolean add = x.addsToGradient();
      combine(gradientArray(), x.gradientArray(), false, add);
    }
    if (y.needsGradient()) {
      float[] dy = y.gradientToAdd();
      if (rowStep == 0) {
        giveRow(dy);
      } else {
        forEntries(1, (from, to) -> give(dy, from, to));
      }
    }
  }

  /**
   * {@code to_ij = from_ij ∘ y_ij}, or added to what is there; a sum without y if not {@code sums}.
   */
  private void combine(float[] from, float[] to, boolean sums, boolean add) {
    float[] b = y.valueArray();
    int width = columns();
    forEntries(
        1,
        (first, last) -> {
          for (int e = first; e < last; e += width) {
            int row = e / width * rowStep;
            for (int j = 0; j < width; j++) {
              float v = b[row + j * columnStep];
              float a = from[e + j];
              float z =
                  kind == Kind.PRODUCT ? a * v : kind == Kind.QUOTIENT ? a / v : sums ? a + v : a;
              to[e + j] = add ? to[e + j] + z : z;
            }
          }
        });
  }

  /** Adds to the gradient of a y that has an entry of its own for each row. */
  private void give(float[] dy, int from, int to) {
    int width = columns();
    for (int e = from; e < to; e += width) {
      int row = e / width * rowStep;
      for (int j = 0; j < width; j++) {
        int k = row + j * columnStep;
        dy[k] += part(e + j, k);
      }
    }
  }

  /** Adds to the gradient of a row, summed in double. */
  private void giveRow(float[] dy) {
    int width = columns();
    double[] sums = new double[width];
    for (int i = 0; i < rows(); i++) {
      for (int j = 0; j < width; j++) {
        sums[j] += part(i * width + j, j);
      }
    }
    Arrays.setAll(sums, j -> dy[j] += (float) sums[j]);
  }

  /** What entry e gives to the gradient of entry k of y. */
  private float part(int e, int k) {
    float d = gradientArray()[e];
    if (kind == Kind.SUM) {
      return d;
    }
    return kind == Kind.PRODUCT ? d * x.valueArray()[e] : -d * valueArray()[e] / y.valueArray()[k];
  }
}
