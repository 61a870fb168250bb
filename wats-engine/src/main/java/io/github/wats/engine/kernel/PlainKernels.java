package io.github.wats.engine.kernel;

import io.github.wats.internal.FastExp;

/** The kernels as plain loops, eight columns at a time held in local sums. */
final class PlainKernels implements Kernels {
  static final PlainKernels INSTANCE = new PlainKernels();

  /** Rows of A and B read at a time in {@code Aᵀ B}: 128 rows of 64 floats are 32 kB, the L1. */
  private static final int TILE = 128;

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public void multiply(
      float[] a, float[] b, float[] c, int inner, int width, int from, int to, boolean add) {
    for (int i = from; i < to; i++) {
      int j = 0;
      for (; j + LANES <= width; j += LANES) {
        multiplyEight(a, i * inner, b, j, c, i * width + j, inner, width, add);
      }
      for (; j + 4 <= width; j += 4) {
        multiplyFour(a, i * inner, b, j, c, i * width + j, inner, width, add);
      }
      for (; j < width; j++) {
        multiplyOne(a, i * inner, b, j, c, i * width + j, inner, width, add);
      }
    }
  }

  /** Eight neighboring entries of a row of {@code A B}: A from {@code p}, B from {@code q} on. */
  private static void multiplyEight(
      float[] a, int p, float[] b, int q, float[] c, int r, int inner, int width, boolean add) {
    float s0 = add ? c[r] : 0;
    float s1 = add ? c[r + 1] : 0;
    float s2 = add ? c[r + 2] : 0;
    float s3 = add ? c[r + 3] : 0;
    float s4 = add ? c[r + 4] : 0;
    float s5 = add ? c[r + 5] : 0;
    float s6 = add ? c[r + 6] : 0;
    float s7 = add ? c[r + 7] : 0;
    for (int k = 0; k < inner; k++) {
      float v = a[p + k];
      int o = q + k * width;
      s0 += v * b[o];
      s1 += v * b[o + 1];
      s2 += v * b[o + 2];
      s3 += v * b[o + 3];
      s4 += v * b[o + 4];
      s5 += v * b[o + 5];
      s6 += v * b[o + 6];
      s7 += v * b[o + 7];
    }
    c[r] = s0;
    c[r + 1] = s1;
    c[r + 2] = s2;
    c[r + 3] = s3;
    c[r + 4] = s4;
    c[r + 5] = s5;
    c[r + 6] = s6;
    c[r + 7] = s7;
  }

  private static void multiplyFour(
      float[] a, int p, float[] b, int q, float[] c, int r, int inner, int width, boolean add) {
    float s0 = add ? c[r] : 0;
    float s1 = add ? c[r + 1] : 0;
    float s2 = add ? c[r + 2] : 0;
    float s3 = add ? c[r + 3] : 0;
    for (int k = 0; k < inner; k++) {
      float v = a[p + k];
      int o = q + k * width;
      s0 += v * b[o];
      s1 += v * b[o + 1];
      s2 += v * b[o + 2];
      s3 += v * b[o + 3];
    }
    c[r] = s0;
    c[r + 1] = s1;
    c[r + 2] = s2;
    c[r + 3] = s3;
  }

  private static void multiplyOne(
      float[] a, int p, float[] b, int q, float[] c, int r, int inner, int width, boolean add) {
    float s = add ? c[r] : 0;
    for (int k = 0; k < inner; k++) {
      s += a[p + k] * b[q + k * width];
    }
    c[r] = s;
  }

  @Override
  public void multiplyTransposed(
      float[] a,
      float[] b,
      float[] c,
      int start,
      int inner,
      int width,
      int first,
      int last,
      int from,
      int to,
      boolean add) {
    boolean adding = add;
    for (int tile = first; tile < last || !adding; tile += TILE) {
      int end = Math.min(last, tile + TILE);
      for (int f = from; f < to; f++) {
        int j = 0;
        for (; j + LANES <= width; j += LANES) {
          int r = start + f * width + j;
          transposedEight(a, f, b, j, c, r, inner, width, tile, end, adding);
        }
        for (; j + 4 <= width; j += 4) {
          int r = start + f * width + j;
          transposedFour(a, f, b, j, c, r, inner, width, tile, end, adding);
        }
        for (; j < width; j++) {
          int r = start + f * width + j;
          transposedOne(a, f, b, j, c, r, inner, width, tile, end, adding);
        }
      }
      adding = true;
    }
  }

  private static void transposedEight(
      float[] a,
      int f,
      float[] b,
      int j,
      float[] c,
      int r,
      int inner,
      int width,
      int first,
      int last,
      boolean add) {
    float s0 = add ? c[r] : 0;
    float s1 = add ? c[r + 1] : 0;
    float s2 = add ? c[r + 2] : 0;
    float s3 = add ? c[r + 3] : 0;
    float s4 = add ? c[r + 4] : 0;
    float s5 = add ? c[r + 5] : 0;
    float s6 = add ? c[r + 6] : 0;
    float s7 = add ? c[r + 7] : 0;
    for (int i = first; i < last; i++) {
      float v = a[i * inner + f];
      int o = i * width + j;
      s0 += v * b[o];
      s1 += v * b[o + 1];
      s2 += v * b[o + 2];
      s3 += v * b[o + 3];
      s4 += v * b[o + 4];
      s5 += v * b[o + 5];
      s6 += v * b[o + 6];
      s7 += v * b[o + 7];
    }
    c[r] = s0;
    c[r + 1] = s1;
    c[r + 2] = s2;
    c[r + 3] = s3;
    c[r + 4] = s4;
    c[r + 5] = s5;
    c[r + 6] = s6;
    c[r + 7] = s7;
  }

  private static void transposedFour(
      float[] a,
      int f,
      float[] b,
      int j,
      float[] c,
      int r,
      int inner,
      int width,
      int first,
      int last,
      boolean add) {
    float s0 = add ? c[r] : 0;
    float s1 = add ? c[r + 1] : 0;
    float s2 = add ? c[r + 2] : 0;
    float s3 = add ? c[r + 3] : 0;
    for (int i = first; i < last; i++) {
      float v = a[i * inner + f];
      int o = i * width + j;
      s0 += v * b[o];
      s1 += v * b[o + 1];
      s2 += v * b[o + 2];
      s3 += v * b[o + 3];
    }
    c[r] = s0;
    c[r + 1] = s1;
    c[r + 2] = s2;
    c[r + 3] = s3;
  }

  private static void transposedOne(
      float[] a,
      int f,
      float[] b,
      int j,
      float[] c,
      int r,
      int inner,
      int width,
      int first,
      int last,
      boolean add) {
    float s = add ? c[r] : 0;
    for (int i = first; i < last; i++) {
      s += a[i * inner + f] * b[i * width + j];
    }
    c[r] = s;
  }

  @Override
  public void gather(
      RowParts rows,
      int[] columns,
      float[] weights,
      int heads,
      float[] b,
      float[] c,
      int width,
      int from,
      int to,
      boolean add) {
    int each = width / heads;
    for (int i = from; i < to; i++) {
      int first = rows.first(i);
      int last = rows.end(i);
      for (int h = 0; h < heads; h++) {
        int j = h * each;
        int end = j + each;
        for (; j + LANES <= end; j += LANES) {
          int r = i * width + j;
          gatherEight(columns, weights, first, last, heads, h, b, j, c, r, width, add);
        }
        for (; j + 4 <= end; j += 4) {
          int r = i * width + j;
          gatherFour(columns, weights, first, last, heads, h, b, j, c, r, width, add);
        }
        for (; j < end; j++) {
          int r = i * width + j;
          gatherOne(columns, weights, first, last, heads, h, b, j, c, r, width, add);
        }
      }
    }
  }

  @Override
  public void gatherOnes(
      RowParts rows,
      int[] columns,
      float[] b,
      float[] c,
      int width,
      int from,
      int to,
      boolean add) {
    for (int i = from; i < to; i++) {
      int first = rows.first(i);
      int last = rows.end(i);
      int j = 0;
      for (; j + LANES <= width; j += LANES) {
        addEight(columns, first, last, b, j, c, i * width + j, width, add);
      }
      for (; j + 4 <= width; j += 4) {
        addFour(columns, first, last, b, j, c, i * width + j, width, add);
      }
      for (; j < width; j++) {
        addOne(columns, first, last, b, j, c, i * width + j, width, add);
      }
    }
  }

  private static void addEight(
      int[] columns,
      int first,
      int last,
      float[] b,
      int q,
      float[] c,
      int r,
      int width,
      boolean add) {
    float s0 = add ? c[r] : 0;
    float s1 = add ? c[r + 1] : 0;
    float s2 = add ? c[r + 2] : 0;
    float s3 = add ? c[r + 3] : 0;
    float s4 = add ? c[r + 4] : 0;
    float s5 = add ? c[r + 5] : 0;
    float s6 = add ? c[r + 6] : 0;
    float s7 = add ? c[r + 7] : 0;
    for (int k = first; k < last; k++) {
      int o = q + columns[k] * width;
      s0 += b[o];
      s1 += b[o + 1];
      s2 += b[o + 2];
      s3 += b[o + 3];
      s4 += b[o + 4];
      s5 += b[o + 5];
      s6 += b[o + 6];
      s7 += b[o + 7];
    }
    c[r] = s0;
    c[r + 1] = s1;
    c[r + 2] = s2;
    c[r + 3] = s3;
    c[r + 4] = s4;
    c[r + 5] = s5;
    c[r + 6] = s6;
    c[r + 7] = s7;
  }

  private static void addFour(
      int[] columns,
      int first,
      int last,
      float[] b,
      int q,
      float[] c,
      int r,
      int width,
      boolean add) {
    float s0 = add ? c[r] : 0;
    float s1 = add ? c[r + 1] : 0;
    float s2 = add ? c[r + 2] : 0;
    float s3 = add ? c[r + 3] : 0;
    for (int k = first; k < last; k++) {
      int o = q + columns[k] * width;
      s0 += b[o];
      s1 += b[o + 1];
      s2 += b[o + 2];
      s3 += b[o + 3];
    }
    c[r] = s0;
    c[r + 1] = s1;
    c[r + 2] = s2;
    c[r + 3] = s3;
  }

  static void addOne(
      int[] columns,
      int first,
      int last,
      float[] b,
      int q,
      float[] c,
      int r,
      int width,
      boolean add) {
    float s = add ? c[r] : 0;
    for (int k = first; k < last; k++) {
      s += b[q + columns[k] * width];
    }
    c[r] = s;
  }

  /** Eight neighboring entries of a row of {@code S B}; entry k weighs {@code w[k · heads + h]}. */
  private static void gatherEight(
      int[] columns,
      float[] w,
      int first,
      int last,
      int heads,
      int h,
      float[] b,
      int q,
      float[] c,
      int r,
      int width,
      boolean add) {
    float s0 = add ? c[r] : 0;
    float s1 = add ? c[r + 1] : 0;
    float s2 = add ? c[r + 2] : 0;
    float s3 = add ? c[r + 3] : 0;
    float s4 = add ? c[r + 4] : 0;
    float s5 = add ? c[r + 5] : 0;
    float s6 = add ? c[r + 6] : 0;
    float s7 = add ? c[r + 7] : 0;
    for (int k = first; k < last; k++) {
      float v = w[k * heads + h];
      int o = q + columns[k] * width;
      s0 += v * b[o];
      s1 += v * b[o + 1];
      s2 += v * b[o + 2];
      s3 += v * b[o + 3];
      s4 += v * b[o + 4];
      s5 += v * b[o + 5];
      s6 += v * b[o + 6];
      s7 += v * b[o + 7];
    }
    c[r] = s0;
    c[r + 1] = s1;
    c[r + 2] = s2;
    c[r + 3] = s3;
    c[r + 4] = s4;
    c[r + 5] = s5;
    c[r + 6] = s6;
    c[r + 7] = s7;
  }

  private static void gatherFour(
      int[] columns,
      float[] w,
      int first,
      int last,
      int heads,
      int h,
      float[] b,
      int q,
      float[] c,
      int r,
      int width,
      boolean add) {
    float s0 = add ? c[r] : 0;
    float s1 = add ? c[r + 1] : 0;
    float s2 = add ? c[r + 2] : 0;
    float s3 = add ? c[r + 3] : 0;
    for (int k = first; k < last; k++) {
      float v = w[k * heads + h];
      int o = q + columns[k] * width;
      s0 += v * b[o];
      s1 += v * b[o + 1];
      s2 += v * b[o + 2];
      s3 += v * b[o + 3];
    }
    c[r] = s0;
    c[r + 1] = s1;
    c[r + 2] = s2;
    c[r + 3] = s3;
  }

  static void gatherOne(
      int[] columns,
      float[] w,
      int first,
      int last,
      int heads,
      int h,
      float[] b,
      int q,
      float[] c,
      int r,
      int width,
      boolean add) {
    float s = add ? c[r] : 0;
    for (int k = first; k < last; k++) {
      s += w[k * heads + h] * b[q + columns[k] * width];
    }
    c[r] = s;
  }

  @Override
  public void scatter(
      RowParts rows,
      int[] columns,
      float[] weights,
      float[] b,
      float[] c,
      int width,
      int first,
      int end,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      for (int k = rows.first(i); k < rows.end(i); k++) {
        addScaled(weights[k], b, i * width + first, c, columns[k] * width + first, end - first);
      }
    }
  }

  private static void addScaled(float v, float[] b, int q, float[] c, int r, int count) {
    for (int j = 0; j < count; j++) {
      c[r + j] += v * b[q + j];
    }
  }

  @Override
  public void reluSums(
      int[] listed,
      int from,
      int to,
      int[] rows,
      Columns b,
      Columns x,
      float[] added,
      float[] keep,
      float[] y,
      int width) {
    PlainRelu.sums(listed, from, to, rows, b, x, added, keep, y, width, 0);
  }

  @Override
  public void reluSlopes(
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
      int width) {
    PlainRelu.slopes(listed, from, to, rows, y, scale, d, x, v, sums, start, width, 0);
  }

  @Override
  public void scatterOnes(int[] offsets, int[] columns, float[] b, float[] c, int width) {
    for (int i = 0; i + 1 < offsets.length; i++) {
      for (int k = offsets[i]; k < offsets[i + 1]; k++) {
        addRow(b, i * width, c, columns[k] * width, width);
      }
    }
  }

  private static void addRow(float[] b, int q, float[] c, int r, int count) {
    for (int j = 0; j < count; j++) {
      c[r + j] += b[q + j];
    }
  }

  @Override
  public void addChosenRows(
      BinaryMatrix x, float[] b, int width, int q, float[] sums, int from, int to) {
    PlainChosenRows.add(x, b, width, q, sums, from, to);
  }

  @Override
  public void entryDots(
      int[] offsets,
      int[] columns,
      int heads,
      float[] a,
      float[] b,
      float[] d,
      int width,
      int from,
      int to) {
    int each = width / heads;
    for (int i = from; i < to; i++) {
      for (int k = offsets[i]; k < offsets[i + 1]; k++) {
        for (int h = 0; h < heads; h++) {
          int p = i * width + h * each;
          int q = columns[k] * width + h * each;
          d[k * heads + h] = dot(a, p, b, q, each);
        }
      }
    }
  }

  @Override
  public void headDots(float[] x, float[] a, float[] d, int heads, int width, int from, int to) {
    int each = width / heads;
    for (int i = from; i < to; i++) {
      for (int h = 0; h < heads; h++) {
        d[i * heads + h] = dot(x, i * width + h * each, a, h * each, each);
      }
    }
  }

  /** Eight partial sums over the whole eights, joined pairwise, then the rest one by one. */
  static float dot(float[] a, int p, float[] b, int q, int count) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    float s4 = 0;
    float s5 = 0;
    float s6 = 0;
    float s7 = 0;
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      s0 += a[p + j] * b[q + j];
      s1 += a[p + j + 1] * b[q + j + 1];
      s2 += a[p + j + 2] * b[q + j + 2];
      s3 += a[p + j + 3] * b[q + j + 3];
      s4 += a[p + j + 4] * b[q + j + 4];
      s5 += a[p + j + 5] * b[q + j + 5];
      s6 += a[p + j + 6] * b[q + j + 6];
      s7 += a[p + j + 7] * b[q + j + 7];
    }
    float sum = ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
    for (; j < count; j++) {
      sum += a[p + j] * b[q + j];
    }
    return sum;
  }

  @Override
  public void segmentSoftmax(int[] offsets, int heads, float[] scores, int from, int to) {
    shiftRows(offsets, heads, scores, from, to);
    for (int k = offsets[from] * heads; k < offsets[to] * heads; k++) {
      scores[k] = FastExp.exp(scores[k]);
    }
    scaleRows(offsets, heads, scores, from, to);
  }

  /** Takes from each row's scores their largest, head by head. */
  static void shiftRows(int[] offsets, int heads, float[] scores, int from, int to) {
    for (int i = from; i < to; i++) {
      int first = offsets[i] * heads;
      int last = offsets[i + 1] * heads;
      for (int h = 0; h < heads && first < last; h++) {
        shiftByLargest(scores, first + h, last, heads);
      }
    }
  }

  /** Divides each row's values by their sum, head by head. */
  static void scaleRows(int[] offsets, int heads, float[] values, int from, int to) {
    for (int i = from; i < to; i++) {
      for (int h = 0; h < heads; h++) {
        divideBySum(values, offsets[i] * heads + h, offsets[i + 1] * heads, heads);
      }
    }
  }

  private static void shiftByLargest(float[] scores, int first, int last, int step) {
    float top = scores[first];
    for (int k = first + step; k < last; k += step) {
      top = Math.max(top, scores[k]);
    }
    for (int k = first; k < last; k += step) {
      scores[k] -= top;
    }
  }

  private static void divideBySum(float[] values, int first, int last, int step) {
    float sum = 0;
    for (int k = first; k < last; k += step) {
      sum += values[k];
    }
    float scale = 1 / sum;
    for (int k = first; k < last; k += step) {
      values[k] *= scale;
    }
  }
}
