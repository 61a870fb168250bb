package io.github.wats.autodiff;

/** {@code y = ln(1 + e^x)}; {@code dx = dy / (1 + e^(−x))}. */
final class Softplus extends Variable {
  /**
   * Beyond ±20, {@code ln(1 + e^x)} is {@code x} or {@code e^x} to more digits than a float has.
   */
  private static final double FAR = 20;

  private final Variable x;

  Softplus(Variable x) {
    super(x.rows(), x.columns(), x);
    this.x = x;
  }

  @Override
  protected void forward() {
    float[] from = x.valueArray();
    float[] to = valueArray();
    forEntries(20, (first, last) -> map(from, to, first, last));
  }

  private static void map(float[] x, float[] y, int from, int to) {
    for (int e = from; e < to; e++) {
      y[e] = (float) softplus(x[e]);
    }
  }

  static double softplus(double x) {
    if (x > FAR) {
      return x;
    }
    double power = Math.exp(x);
    return x < -FAR ? power : Math.log(1 + power);
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    float[] value = x.valueArray();
    float[] dy = gradientArray();
    float[] dx = x.gradientArray();
    forEntries(10, (from, to) -> slope(value, dy, dx, from, to, add));
  }

  private static void slope(float[] x, float[] dy, float[] dx, int from, int to, boolean add) {
    for (int e = from; e < to; e++) {
      dx[e] = (add ? dx[e] : 0) + (float) (dy[e] / (1 + Math.exp(-x[e])));
    }
  }
}
