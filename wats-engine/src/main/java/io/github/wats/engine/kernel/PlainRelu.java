package io.github.wats.engine.kernel;

/** {@link Kernels#reluSums} and {@link Kernels#reluSlopes} in plain loops. */
final class PlainRelu {
  private PlainRelu() {}

  /** The columns from {@code first} on. */
  static void sums(
      int[] listed,
      int from,
      int to,
      int[] rows,
      Columns b,
      Columns x,
      float[] added,
      float[] keep,
      float[] y,
      int width,
      int first) {
    for (int k = from; k < to; k++) {
      int i = rows[listed[k]];
      int q = listed[k] * width;
      int p = (k - from) * width;
      sum(b.values(), b.at(i), x.values(), x.at(i), added, p, y, q, first, width);
      for (int j = first; keep.length > 0 && j < width; j++) {
        y[q + j] *= keep[p + j];
      }
    }
  }

  private static void sum(
      float[] b,
      int pb,
      float[] x,
      int px,
      float[] added,
      int p,
      float[] y,
      int q,
      int first,
      int end) {
    boolean more = added.length > 0;
    for (int j = first; j < end; j++) {
      float v = b[pb + j] + x[px + j];
      v = more ? v + added[p + j] : v;
      y[q + j] = (v + Math.abs(v)) * 0.5f; // NaN stays NaN
    }
  }

  /** The columns from {@code first} on. */
  static void slopes(
      int[] listed,
      int from,
      int to,
      int[] rows,
      float[] y,
      float scale,
      float[] d,
      Columns x,
      float[] v,
      float[] sums,
      int start,
      int width,
      int first) {
    for (int k = from; k < to; k++) {
      int q = listed[k] * width;
      int p = x.at(rows[listed[k]]);
      for (int j = first; j < width; j++) {
        float slope = y[q + j] > 0 ? scale * d[q + j] : 0;
        d[q + j] = 0;
        v[(k - from) * width + j] = slope;
        sums[start + j] += slope;
        x.values()[p + j] += slope;
      }
    }
  }
}
