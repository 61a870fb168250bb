package io.github.wats.engine.autodiff;

/** {@code y = a x + c}; {@code dx = a dy}. */
final class Affine extends Variable {
  private final Variable x;
  private final float scale;
  private final float shift;

  Affine(Variable x, float scale, float shift) {
    super(x.rows(), x.columns(), x);
    this.x = x;
    this.scale = scale;
    this.shift = shift;
  }

  @Override
  protected void forward() {
    float[] from = x.valueArray();
    float[] to = valueArray();
    forEntries(1, (first, last) -> map(from, to, scale, shift, first, last));
  }

  private static void map(float[] x, float[] y, float scale, float shift, int from, int to) {
    for (int e = from; e < to; e++) {
      y[e] = scale * x[e] + shift;
    }
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    float[] dy = gradientArray();
    float[] dx = x.gradientArray();
    forEntries(1, (from, to) -> slope(dy, dx, scale, from, to, add));
  }

  private static void slope(float[] dy, float[] dx, float scale, int from, int to, boolean add) {
    for (int e = from; e < to; e++) {
      dx[e] = (add ? dx[e] : 0) + scale * dy[e];
    }
  }
}
