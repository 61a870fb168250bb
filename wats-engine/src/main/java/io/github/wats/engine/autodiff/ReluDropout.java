package io.github.wats.engine.autodiff;

import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import java.util.Arrays;

/**
 * {@code Y = dropout(max(X + 1 b, 0))}, a hidden layer's three steps in one pass over memory;
 * {@code dX = scale · dY} where {@code y > 0}, else 0, and {@code db = 1ᵀ dX}. An entry of Y is
 * above 0 exactly where it was neither cut nor dropped, so the mask need not be found again. No
 * step branches on an entry.
 */
final class ReluDropout extends Variable {
  /** Parts of the sum over rows; a fixed number, so that it does not depend on the threads. */
  private static final int PARTS = 16;

  private final Variable x; // (n × m)
  private final Variable bias; // (1 × m)
  private final DropoutMask mask;
  private final float[][] sums; // (PARTS × m)

  ReluDropout(Variable x, Variable bias, double rate, long seed) {
    super(x.rows(), x.columns(), x, bias);
    this.x = x;
    this.bias = bias;
    this.mask = new DropoutMask(rate, seed);
    this.sums = new float[PARTS][x.columns()];
  }

  @Override
  protected void forward() {
    float[] from = x.valueArray();
    float[] b = bias.valueArray();
    float[] to = valueArray();
    if (!isTraining() || mask.limit() == DropoutMask.ALL) {
      forEntries(1, (first, last) -> relu(from, b, to, first, last));
      return;
    }
    long stream = mask.stream(tape().step());
    int limit = mask.limit();
    float scale = mask.scale();
    forEntries(3, (first, last) -> map(from, b, to, stream, limit, scale, first, last));
  }

  private static void relu(float[] x, float[] b, float[] y, int from, int to) {
    for (int start = from; start < to; start += b.length) {
      for (int j = 0; j < b.length; j++) {
        float v = x[start + j] + b[j];
        y[start + j] = (v + Math.abs(v)) * 0.5f; // max(v, 0), and NaN stays NaN
      }
    }
  }

  private static void map(
      float[] x, float[] b, float[] y, long stream, int limit, float scale, int from, int to) {
    float half = scale / 2;
    long bits = Seeds.bits(stream, from >>> 2) >>> (16 * (from & 3));
    for (int start = from; start < to; start += b.length) {
      for (int j = 0; j < b.length; j++) {
        int e = start + j;
        if ((e & 3) == 0) {
          bits = Seeds.bits(stream, e >>> 2);
        }
        float v = x[e] + b[j];
        float cut = (v + Math.abs(v)) * half; // scale · max(v, 0), and NaN stays NaN
        y[e] = DropoutMask.kept(cut, bits, limit);
        bits >>>= 16;
      }
    }
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    Rows.forEachRow(PARTS, 2L * valueArray().length, part -> backward(part, add));
    if (bias.needsGradient()) {
      giveBias(bias.gradientToAdd(), columns());
    }
  }

  private void backward(int part, boolean add) {
    float[] y = valueArray();
    float[] dy = gradientArray();
    float[] dx = x.gradientArray();
    float[] sum = sums[part];
    float scale = isTraining() ? mask.scale() : 1;
    int each = (rows() + PARTS - 1) / PARTS * sum.length;
    int to = Math.min(y.length, (part + 1) * each);
    Arrays.fill(sum, 0);
    for (int start = part * each; start < to; start += sum.length) {
      for (int j = 0; j < sum.length; j++) {
        int e = start + j;
        int positive = -Float.floatToRawIntBits(y[e]) >> 31; // y is never below 0
        float d = Float.intBitsToFloat(Float.floatToRawIntBits(scale * dy[e]) & positive);
        dx[e] = add ? dx[e] + d : d;
        sum[j] += d;
      }
    }
  }

  private void giveBias(float[] db, int width) {
    for (float[] sum : sums) {
      for (int j = 0; j < width; j++) {
        db[j] += sum[j];
      }
    }
  }
}
