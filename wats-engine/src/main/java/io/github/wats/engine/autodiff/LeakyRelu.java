package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;

/** {@code y = x} above 0 and {@code slope · x} below. */
final class LeakyRelu extends Variable {
  private final Variable x;
  private final float slope;

  LeakyRelu(Variable x, float slope) {
    super(x.rows(), x.columns(), x);
    Check.argument(slope > 0, "slope must be positive, got %s", slope);
    this.x = x;
    this.slope = slope;
  }

  @Override
  protected void forward() {
    scale(x.valueArray(), x.valueArray(), valueArray(), false);
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    scale(x.valueArray(), gradientArray(), x.gradientArray(), add);
  }

  private void scale(float[] sign, float[] from, float[] to, boolean add) {
    forEntries(2, (first, last) -> scale(sign, from, to, slope, first, last, add));
  }

  private static void scale(
      float[] sign, float[] x, float[] y, float slope, int from, int to, boolean add) {
    for (int e = from; e < to; e++) {
      y[e] = (add ? y[e] : 0) + (sign[e] > 0 ? x[e] : slope * x[e]);
    }
  }
}
