package io.github.wats.engine.autodiff;

/** {@code y_i = s_i x_i}; {@code dx_i = s_i dy_i}, {@code ds_i = x_i · dy_i}. */
final class RowProduct extends Variable {
  private final Variable x; // (n × m)
  private final Variable s; // (n × 1)

  RowProduct(Variable x, Variable s) {
    super(x.rows(), x.columns(), x, s);
    Shapes.column("a product by rows", x, s);
    this.x = x;
    this.s = s;
  }

  @Override
  protected void forward() {
    scale(x.valueArray(), valueArray(), false);
  }

  @Override
  protected void backward() {
    if (x.needsGradient()) {
      boolean add = x.addsToGradient();
      scale(gradientArray(), x.gradientArray(), add);
    }
    if (s.needsGradient()) {
      boolean add = s.addsToGradient();
      float[] a = x.valueArray();
      float[] dy = gradientArray();
      float[] ds = s.gradientArray();
      int width = columns();
      forEntries(1, (from, to) -> dots(a, dy, ds, width, from, to, add));
    }
  }

  private void scale(float[] from, float[] to, boolean add) {
    float[] factors = s.valueArray();
    int width = columns();
    forEntries(1, (first, last) -> scale(from, factors, to, width, first, last, add));
  }

  private static void scale(
      float[] x, float[] s, float[] y, int width, int from, int to, boolean add) {
    for (int e = from; e < to; e += width) {
      float factor = s[e / width];
      for (int j = e; j < e + width; j++) {
        y[j] = (add ? y[j] : 0) + factor * x[j];
      }
    }
  }

  private static void dots(
      float[] x, float[] dy, float[] ds, int width, int from, int to, boolean add) {
    for (int e = from; e < to; e += width) {
      float sum = 0;
      for (int j = e; j < e + width; j++) {
        sum += x[j] * dy[j];
      }
      ds[e / width] = (add ? ds[e / width] : 0) + sum;
    }
  }
}
