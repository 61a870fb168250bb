package io.github.wats.engine.autodiff;

/** {@code y_i = (1/m) Σ_j x_ij} (n × 1); {@code dx_ij = dy_i / m}. */
final class RowMeans extends Variable {
  private final Variable x;

  RowMeans(Variable x) {
    super(x.rows(), 1, x);
    this.x = x;
  }

  @Override
  protected void forward() {
    float[] from = x.valueArray();
    float[] to = valueArray();
    int width = x.columns();
    forEntries(width, (first, last) -> means(from, to, width, first, last));
  }

  private static void means(float[] x, float[] y, int width, int from, int to) {
    for (int i = from; i < to; i++) {
      double sum = 0;
      for (int e = i * width; e < (i + 1) * width; e++) {
        sum += x[e];
      }
      y[i] = (float) (sum / width);
    }
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    float[] dy = gradientArray();
    float[] dx = x.gradientArray();
    int width = x.columns();
    forEntries(width, (from, to) -> spread(dy, dx, width, from, to, add));
  }

  private static void spread(float[] dy, float[] dx, int width, int from, int to, boolean add) {
    for (int i = from; i < to; i++) {
      float share = dy[i] / width;
      for (int e = i * width; e < (i + 1) * width; e++) {
        dx[e] = (add ? dx[e] : 0) + share;
      }
    }
  }
}
