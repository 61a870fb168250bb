package io.github.wats.engine.autodiff;

/** {@code y_i = x_i / t_i}; {@code dx_i = dy_i / t_i}, {@code dt_i = −(y_i · dy_i) / t_i}. */
final class RowQuotient extends Variable {
  private final Variable x; // (n × m)
  private final Variable t; // (n × 1)

  RowQuotient(Variable x, Variable t) {
    super(x.rows(), x.columns(), x, t);
    Shapes.column("a quotient by rows", x, t);
    this.x = x;
    this.t = t;
  }

  @Override
  protected void forward() {
    divide(x.valueArray(), valueArray(), false);
  }

  @Override
  protected void backward() {
    if (x.needsGradient()) {
      boolean add = x.addsToGradient();
      divide(gradientArray(), x.gradientArray(), add);
    }
    if (t.needsGradient()) {
      boolean add = t.addsToGradient();
      float[] y = valueArray();
      float[] dy = gradientArray();
      float[] divisors = t.valueArray();
      float[] dt = t.gradientArray();
      int width = columns();
      forEntries(1, (from, to) -> slopes(y, dy, divisors, dt, width, from, to, add));
    }
  }

  private void divide(float[] from, float[] to, boolean add) {
    float[] divisors = t.valueArray();
    int width = columns();
    forEntries(1, (first, last) -> divide(from, divisors, to, width, first, last, add));
  }

  private static void divide(
      float[] x, float[] t, float[] y, int width, int from, int to, boolean add) {
    for (int e = from; e < to; e += width) {
      float divisor = t[e / width];
      for (int j = e; j < e + width; j++) {
        y[j] = (add ? y[j] : 0) + x[j] / divisor;
      }
    }
  }

  private static void slopes(
      float[] y, float[] dy, float[] t, float[] dt, int width, int from, int to, boolean add) {
    for (int e = from; e < to; e += width) {
      float sum = 0;
      for (int j = e; j < e + width; j++) {
        sum += y[j] * dy[j];
      }
      int i = e / width;
      dt[i] = (add ? dt[i] : 0) - sum / t[i];
    }
  }
}
