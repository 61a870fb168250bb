package io.github.wats.engine.autodiff;

import io.github.wats.internal.Normal;

/** {@code y = Φ(x)}, the standard normal distribution function; {@code dx = φ(x) dy}. */
public final class NormalCdf extends Variable {
  private final Variable x;

  public NormalCdf(Variable x) {
    super(x.rows(), x.columns(), x);
    this.x = x;
  }

  @Override
  protected void forward() {
    float[] from = x.valueArray();
    float[] to = valueArray();
    forEntries(
        50,
        (first, last) -> {
          for (int e = first; e < last; e++) {
            to[e] = (float) Normal.cdf(from[e]);
          }
        });
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    float[] value = x.valueArray();
    float[] dy = gradientArray();
    float[] dx = x.gradientArray();
    forEntries(
        10,
        (from, to) -> {
          for (int e = from; e < to; e++) {
            dx[e] = (add ? dx[e] : 0) + (float) (Normal.density(value[e]) * dy[e]);
          }
        });
  }
}
