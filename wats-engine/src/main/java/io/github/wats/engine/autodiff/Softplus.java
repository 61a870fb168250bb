package io.github.wats.engine.autodiff;

import io.github.wats.internal.ArrayExp;

/**
 * {@code y = ln(1 + e^x)}; {@code dx = dy / (1 + e^(−x))}. With {@code u = e^(−|x|)}, {@code y =
 * max(x, 0) + ln(1 + u)}, and the slope is {@code 1 / (1 + u)} above 0, {@code u / (1 + u)} below;
 * in doubles and without branches or calls, which the compiler puts into vector registers: a fifth
 * of the time that {@link Math#exp} and {@link Math#log} take.
 */
final class Softplus extends Variable {
  /** Entries per block: its few arrays stay in the L1 cache. */
  private static final int BLOCK = 512;

  /** Makes {@code x / (|x| + TINY)} the sign of any float x, and 0 of 0. */
  private static final double TINY = 1e-300;

  private final Variable x;
  private final float[] slope;

  Softplus(Variable x) {
    super(x.rows(), x.columns(), x);
    this.x = x;
    this.slope = new float[needsGradient() ? x.valueArray().length : 0];
  }

  @Override
  protected void forward() {
    forEntries(
        4,
        (first, last) -> {
          double[] v = new double[BLOCK];
          double[] u = new double[BLOCK];
          double[] s = new double[BLOCK];
          for (int from = first; from < last; from += BLOCK) {
            map(from, Math.min(last - from, BLOCK), v, u, s);
          }
        });
  }

  private void map(int from, int count, double[] v, double[] u, double[] s) {
    copy(x.valueArray(), from, v, count);
    powers(v, u, count);
    if (slope.length > 0) {
      slopes(v, u, s, count);
      copy(s, slope, from, count);
    }
    values(v, u, count);
    copy(v, valueArray(), from, count);
  }

  private static void copy(float[] x, int from, double[] v, int count) {
    for (int i = 0; i < count; i++) {
      v[i] = x[from + i];
    }
  }

  private static void copy(double[] v, float[] y, int from, int count) {
    for (int i = 0; i < count; i++) {
      y[from + i] = (float) v[i];
    }
  }

  private static void powers(double[] v, double[] u, int count) {
    for (int i = 0; i < count; i++) {
      u[i] = ArrayExp.exp(-Math.abs(v[i]));
    }
  }

  private static void slopes(double[] v, double[] u, double[] s, int count) {
    for (int i = 0; i < count; i++) {
      double above = 0.5 + 0.5 * (v[i] / (Math.abs(v[i]) + TINY)); // 1 above 0, 0 below
      s[i] = (u[i] + (1 - u[i]) * above) / (1 + u[i]);
    }
  }

  private static void values(double[] v, double[] u, int count) {
    for (int i = 0; i < count; i++) {
      v[i] = 0.5 * (v[i] + Math.abs(v[i])) + logOfOnePlus(u[i]);
    }
  }

  /** {@code ln(1 + u) = 2 artanh(u / (2 + u))} for u in [0, 1], to 1e-9 of itself. */
  private static double logOfOnePlus(double u) {
    double r = u / (2 + u); // at most 1/3
    double q = r * r;
    double high = 1.0 / 9 + q * (1.0 / 11 + q * (1.0 / 13 + q * (1.0 / 15 + q * (1.0 / 17))));
    double series = 1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * high)));
    return 2 * r * series;
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    float[] dy = gradientArray();
    float[] dx = x.gradientArray();
    forEntries(1, (from, to) -> give(slope, dy, dx, from, to, add));
  }

  private static void give(float[] slope, float[] dy, float[] dx, int from, int to, boolean add) {
    for (int e = from; e < to; e++) {
      dx[e] = (add ? dx[e] : 0) + slope[e] * dy[e];
    }
  }
}
