package io.github.wats.engine.autodiff;

import java.util.Arrays;

/** {@code y_k = scale Σ x_ij} over the entries of a column or a row, summed in double. */
final class Reduce extends Variable {
  private final Variable x;
  private final double scale;
  private final double[] sums;
  private final int rowStep; // from an entry of y to that of the next row of x
  private final int columnStep;

  /** With {@code rowStep} 1 of the rows, with 0 of the columns. */
  Reduce(Variable x, int rows, int columns, int rowStep, double scale) {
    super(rows, columns, x);
    this.x = x;
    this.scale = scale;
    this.sums = new double[rows * columns];
    this.rowStep = rowStep;
    this.columnStep = 1 - rowStep;
  }

  @Override
  protected void forward() {
    Arrays.fill(sums, 0);
    int width = x.columns();
    float[] from = x.valueArray();
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < width; j++) {
        sums[i * rowStep + j * columnStep] += from[i * width + j];
      }
    }
    for (int k = 0; k < sums.length; k++) {
      valueArray()[k] = (float) (scale * sums[k]);
    }
  }

  @Override
  protected void backward() {
    float[] dy = gradientArray();
    float[] dx = x.gradientToAdd();
    int width = x.columns();
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < width; j++) {
        dx[i * width + j] += (float) scale * dy[i * rowStep + j * columnStep];
      }
    }
  }
}
