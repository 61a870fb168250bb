package io.github.wats.engine.autodiff;

import io.github.wats.internal.FastMath;

/**
 * {@code y = f(x)}, entry by entry; {@code dx = f'(x) dy}, where the derivative is found from y.
 */
final class Elementwise extends Variable {
  /** Below this {@code 1 − e^(−y)} loses digits, and three terms of its series have them all. */
  private static final double SMALL = 1e-3;

  /** {@code y_i = f(x_i)}; one index for all arrays, without which loops are not vectorized. */
  @FunctionalInterface
  private interface Function {
    void run(float[] x, float[] y, int from, int to);
  }

  /** {@code dx_i = dx_i + f'(x_i) dy_i}, likewise. */
  @FunctionalInterface
  private interface Derivative {
    void run(float[] y, float[] dy, float[] dx, int from, int to);
  }

  private final Variable x;
  private final int cost;
  private final Function function;
  private final Derivative derivative;

  private Elementwise(Variable x, int cost, Function function, Derivative derivative) {
    super(x.rows(), x.columns(), x);
    this.x = x;
    this.cost = cost;
    this.function = function;
    this.derivative = derivative;
  }

  static Variable atLeast(Variable x, float smallest) {
    return new Elementwise(
        x,
        1,
        (v, y, from, to) -> {
          for (int i = from; i < to; i++) {
            y[i] = Math.max(v[i], smallest);
          }
        },
        (y, dy, dx, from, to) -> {
          for (int i = from; i < to; i++) {
            dx[i] += y[i] > smallest ? dy[i] : 0;
          }
        });
  }

  /** Clevert, Unterthiner, Hochreiter (ICLR 2016). */
  static Variable elu(Variable x) {
    return new Elementwise(
        x,
        10,
        (v, y, from, to) -> {
          for (int i = from; i < to; i++) {
            y[i] = v[i] > 0 ? v[i] : (float) (Math.exp(v[i]) - 1);
          }
        },
        (y, dy, dx, from, to) -> {
          for (int i = from; i < to; i++) {
            dx[i] += y[i] > 0 ? dy[i] : (y[i] + 1) * dy[i];
          }
        });
  }

  static Variable scaleShift(Variable x, float scale, float shift) {
    return new Elementwise(
        x,
        1,
        (v, y, from, to) -> {
          for (int i = from; i < to; i++) {
            y[i] = scale * v[i] + shift;
          }
        },
        (y, dy, dx, from, to) -> {
          for (int i = from; i < to; i++) {
            dx[i] += scale * dy[i];
          }
        });
  }

  static Variable sigmoid(Variable x) {
    return new Elementwise(
        x,
        10,
        (v, y, from, to) -> {
          for (int i = from; i < to; i++) {
            y[i] = (float) (1 / (1 + Math.exp(-v[i])));
          }
        },
        (y, dy, dx, from, to) -> {
          for (int i = from; i < to; i++) {
            dx[i] += y[i] * (1 - y[i]) * dy[i];
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
        (v, y, from, to) -> {
          double[] u = powers(v, from, to);
          for (int i = 0; i < u.length; i++) {
            u[i] = FastMath.logOfOnePlus(u[i]);
          }
          for (int i = from; i < to; i++) {
            y[i] = (float) (Math.max(v[i], 0) + u[i - from]);
          }
        },
        (y, dy, dx, from, to) -> {
          double[] u = powers(y, from, to);
          for (int i = from; i < to; i++) {
            double v = y[i];
            double series = v * (1 - v / 2 * (1 - v / 3));
            dx[i] += (float) (v < SMALL ? series : 1 - u[i - from]) * dy[i];
          }
        });
  }

  /** {@code e^(−|x|)}; a loop over doubles alone is vectorized, one that converts floats is not. */
  private static double[] powers(float[] x, int from, int to) {
    double[] powers = new double[to - from];
    for (int i = 0; i < powers.length; i++) {
      powers[i] = -Math.abs(x[from + i]);
    }
    for (int i = 0; i < powers.length; i++) {
      powers[i] = FastMath.expOfNegative(powers[i]);
    }
    return powers;
  }

  @Override
  protected void forward() {
    forEntries(cost, (from, to) -> function.run(x.valueArray(), valueArray(), from, to));
  }

  @Override
  protected void backward() {
    float[] dx = x.gradientToAdd();
    forEntries(cost, (from, to) -> derivative.run(valueArray(), gradientArray(), dx, from, to));
  }
}
