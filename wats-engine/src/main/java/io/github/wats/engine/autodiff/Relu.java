package io.github.wats.engine.autodiff;

/** {@code y = max(x, 0)}; {@code dx = dy} where {@code y > 0}, else 0. */
final class Relu extends Variable {
  private final Variable x;

  Relu(Variable x) {
    super(x.rows(), x.columns(), x);
    this.x = x;
  }

  @Override
  protected void forward() {
    float[] from = x.valueArray();
    float[] to = valueArray();
    forEntries(1, (first, last) -> map(from, to, first, last));
  }

  private static void map(float[] x, float[] y, int from, int to) {
    for (int e = from; e < to; e++) {
      y[e] = Math.max(x[e], 0f);
    }
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    float[] y = valueArray();
    float[] dy = gradientArray();
    float[] dx = x.gradientArray();
    forEntries(2, (from, to) -> slope(y, dy, dx, from, to, add));
  }

  private static void slope(float[] y, float[] dy, float[] dx, int from, int to, boolean add) {
    for (int e = from; e < to; e++) {
      dx[e] = (add ? dx[e] : 0) + (y[e] > 0 ? dy[e] : 0);
    }
  }
}
