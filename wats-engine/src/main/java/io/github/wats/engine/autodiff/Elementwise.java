package io.github.wats.engine.autodiff;

import io.github.wats.internal.FastMath;

/**
 * {@code y = f(x)}, entry by entry; {@code dx = f'(x) dy}, where the derivative is found from y.
 */
final class Elementwise extends Variable {
  /** Below this {@code 1 − e^(−y)} loses digits, and three terms of its series have them all. */
  private static final double SMALL = 1e-3;

  /** {@code to_(start + i) = f(from_(first + i))} for {@code count} entries. */
  @FunctionalInterface
  private interface Loop {
    void run(float[] from, int first, float[] to, int start, int count);
  }

  private final Variable x;
  private final int cost;
  private final Loop function; // of x
  private final Loop derivative; // of y

  private Elementwise(Variable x, int cost, Loop function, Loop derivative) {
    super(x.rows(), x.columns(), x);
    this.x = x;
    this.cost = cost;
    this.function = function;
    this.derivative = derivative;
  }

  /** One entry of a {@link Loop}. */
  @FunctionalInterface
  private interface Entry {
    float of(float x);
  }

  private static Variable of(Variable x, int cost, Entry function, Entry derivative) {
    return new Elementwise(x, cost, loop(function), loop(derivative));
  }

  private static Loop loop(Entry entry) {
    return (from, p, to, q, count) -> {
      for (int i = 0; i < count; i++) {
        to[q + i] = entry.of(from[p + i]);
      }
    };
  }

  static Variable relu(Variable x) {
    return of(x, 1, v -> Math.max(v, 0f), y -> y > 0 ? 1 : 0);
  }

  static Variable leakyRelu(Variable x, float slope) {
    return of(x, 1, v -> v > 0 ? v : slope * v, y -> y > 0 ? 1 : slope);
  }

  /** Clevert, Unterthiner, Hochreiter (ICLR 2016). */
  static Variable elu(Variable x) {
    return of(x, 10, v -> v > 0 ? v : (float) (Math.exp(v) - 1), y -> y > 0 ? 1 : y + 1);
  }

  static Variable scaleShift(Variable x, float scale, float shift) {
    return new Elementwise(
        x,
        1,
        (from, p, to, q, count) -> {
          for (int i = 0; i < count; i++) {
            to[q + i] = scale * from[p + i] + shift;
          }
        },
        (y, p, to, q, count) -> {
          for (int i = 0; i < count; i++) {
            to[q + i] = scale;
          }
        });
  }

  /**
   * {@code ln(1 + e^x) = max(x, 0) + ln(1 + e^(−|x|))}, whose derivative {@code 1 / (1 + e^(−x))}
   * is {@code 1 − e^(−y)}.
   */
  static Variable softplus(Variable x) {
    return new Elementwise(
        x,
        8,
        (from, p, to, q, count) -> {
          for (int i = 0; i < count; i++) {
            double v = from[p + i];
            to[q + i] =
                (float)
                    (Math.max(v, 0) + FastMath.logOfOnePlus(FastMath.expOfNegative(-Math.abs(v))));
          }
        },
        (y, p, to, q, count) -> {
          for (int i = 0; i < count; i++) {
            double v = y[p + i];
            double series = v * (1 - v / 2 * (1 - v / 3));
            to[q + i] = (float) (v < SMALL ? series : 1 - FastMath.expOfNegative(-v));
          }
        });
  }

  @Override
  protected void forward() {
    forEntries(
        cost, (from, to) -> function.run(x.valueArray(), from, valueArray(), from, to - from));
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    float[] dx = x.gradientArray();
    forEntries(
        cost,
        (from, to) -> {
          float[] factors = add ? new float[to - from] : dx;
          int start = add ? 0 : from;
          derivative.run(valueArray(), from, factors, start, to - from);
          multiply(factors, start - from, gradientArray(), dx, from, to, add);
        });
  }

  private static void multiply(
      float[] factors, int shift, float[] dy, float[] dx, int from, int to, boolean add) {
    for (int e = from; e < to; e++) {
      dx[e] = (add ? dx[e] : 0) + factors[e + shift] * dy[e];
    }
  }
}
