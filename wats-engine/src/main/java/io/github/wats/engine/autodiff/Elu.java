package io.github.wats.engine.autodiff;

/**
 * {@code y = x} above 0 and {@code e^x − 1} below (Clevert, Unterthiner, Hochreiter, ICLR 2016);
 * {@code dx = dy} above and {@code (y + 1) dy} below.
 */
final class Elu extends Variable {
  private final Variable x;

  Elu(Variable x) {
    super(x.rows(), x.columns(), x);
    this.x = x;
  }

  @Override
  protected void forward() {
    float[] from = x.valueArray();
    float[] to = valueArray();
    forEntries(10, (first, last) -> map(from, to, first, last));
  }

  private static void map(float[] x, float[] y, int from, int to) {
    for (int e = from; e < to; e++) {
      y[e] = x[e] > 0 ? x[e] : (float) (Math.exp(x[e]) - 1);
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
      dx[e] = (add ? dx[e] : 0) + (y[e] > 0 ? dy[e] : dy[e] * (y[e] + 1));
    }
  }
}
