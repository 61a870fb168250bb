package io.github.wats.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels on registers of eight floats (AVX2). They add in the order of the reference loops and
 * use no fused multiply-add, so they give the same bits.
 *
 * <p>Columns are taken eight or more at a time. Where fewer are left, eight floats are computed
 * nevertheless, of which only those columns are stored.
 */
final class VectorKernels implements Kernels {
  static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;
  private static final float[] NONE = {};
  private static final VectorShuffle<Float> BY_FOUR = VectorShuffle.iota(EIGHT, 4, 1, true);
  private static final VectorShuffle<Float> BY_TWO = VectorShuffle.iota(EIGHT, 2, 1, true);

  VectorKernels() {
    if (FloatVector.SPECIES_PREFERRED.length() < LANES) {
      throw new UnsupportedOperationException("this machine's registers hold fewer than 8 floats");
    }
  }

  @Override
  public String name() {
    return "vector (256 bit)";
  }

  @Override
  public void matmul(MatrixView a, MatrixView b, MatrixView c, boolean add) {
    new VectorMatmul(a, a.stride(), 1, b, c, spare(c.columns())).multiply(add);
  }

  @Override
  public void matmulTransposed(MatrixView a, MatrixView b, MatrixView c, boolean add) {
    new VectorMatmul(a, 1, a.stride(), b, c, spare(c.columns())).multiply(add);
  }

  private static float[] spare(int columns) {
    return columns % LANES == 0 ? NONE : new float[LANES];
  }

  /** The first {@code count} floats from p on; other lanes mean nothing. */
  static FloatVector load(float[] x, int p, int count, float[] spare) {
    boolean fits = p + LANES <= x.length;
    if (!fits) {
      System.arraycopy(x, p, spare, 0, count);
    }
    return load(fits ? x : spare, fits ? p : 0);
  }

  /** Writes the first {@code count} lanes. */
  static void store(FloatVector s, float[] y, int r, int count, float[] spare) {
    if (count == LANES) {
      s.intoArray(y, r);
    } else {
      s.intoArray(spare, 0);
      System.arraycopy(spare, 0, y, r, count);
    }
  }

  static FloatVector load(float[] x, int p) {
    return FloatVector.fromArray(EIGHT, x, p);
  }

  /** Where a sum starts: at what is there, or at zero. A choice of two would become an object. */
  static FloatVector start(float[] c, int r, boolean add) {
    return FloatVector.zero(EIGHT).blend(load(c, r), EIGHT.maskAll(add));
  }

  static FloatVector start(float[] c, int r, int count, float[] spare, boolean add) {
    return FloatVector.zero(EIGHT).blend(load(c, r, count, spare), EIGHT.maskAll(add));
  }

  static FloatVector all(float value) {
    return FloatVector.broadcast(EIGHT, value);
  }

  @Override
  public void spmm(SparseRows s, MatrixView b, MatrixView c, boolean add) {
    int width = c.columns();
    int q = 0;
    for (; q + 64 <= width; q += 64) {
      spmm64(s, b, c, q, add);
    }
    for (; q + 16 <= width; q += 16) {
      spmm16(s, b, c, q, add);
    }
    for (; q < width; q += LANES) {
      spmm8(s, b, c, q, Math.min(LANES, width - q), add);
    }
  }

  private static void spmm64(SparseRows s, MatrixView b, MatrixView c, int q, boolean add) {
    int[] columns = s.columns();
    float[] values = s.values();
    float[] x = b.array();
    float[] y = c.array();
    int o = b.offset() + q;
    int stride = b.stride();
    for (int i = 0; i < s.count(); i++) {
      int r = c.start(i) + q;
      FloatVector s0 = start(y, r, add);
      FloatVector s1 = start(y, r + 8, add);
      FloatVector s2 = start(y, r + 16, add);
      FloatVector s3 = start(y, r + 24, add);
      FloatVector s4 = start(y, r + 32, add);
      FloatVector s5 = start(y, r + 40, add);
      FloatVector s6 = start(y, r + 48, add);
      FloatVector s7 = start(y, r + 56, add);
      int end = s.end(i);
      for (int k = s.start(i); k < end; k++) {
        int p = o + columns[k] * stride;
        FloatVector w = all(values[s.place(k)]);
        s0 = s0.add(w.mul(load(x, p)));
        s1 = s1.add(w.mul(load(x, p + 8)));
        s2 = s2.add(w.mul(load(x, p + 16)));
        s3 = s3.add(w.mul(load(x, p + 24)));
        s4 = s4.add(w.mul(load(x, p + 32)));
        s5 = s5.add(w.mul(load(x, p + 40)));
        s6 = s6.add(w.mul(load(x, p + 48)));
        s7 = s7.add(w.mul(load(x, p + 56)));
      }
      s0.intoArray(y, r);
      s1.intoArray(y, r + 8);
      s2.intoArray(y, r + 16);
      s3.intoArray(y, r + 24);
      s4.intoArray(y, r + 32);
      s5.intoArray(y, r + 40);
      s6.intoArray(y, r + 48);
      s7.intoArray(y, r + 56);
    }
  }

  private static void spmm16(SparseRows s, MatrixView b, MatrixView c, int q, boolean add) {
    int[] columns = s.columns();
    float[] values = s.values();
    float[] x = b.array();
    float[] y = c.array();
    int o = b.offset() + q;
    int stride = b.stride();
    for (int i = 0; i < s.count(); i++) {
      int r = c.start(i) + q;
      FloatVector s0 = start(y, r, add);
      FloatVector s1 = start(y, r + 8, add);
      int end = s.end(i);
      for (int k = s.start(i); k < end; k++) {
        int p = o + columns[k] * stride;
        FloatVector w = all(values[s.place(k)]);
        s0 = s0.add(w.mul(load(x, p)));
        s1 = s1.add(w.mul(load(x, p + 8)));
      }
      s0.intoArray(y, r);
      s1.intoArray(y, r + 8);
    }
  }

  private static void spmm8(
      SparseRows s, MatrixView b, MatrixView c, int q, int count, boolean add) {
    float[] spare = spare(count);
    int[] columns = s.columns();
    float[] values = s.values();
    float[] x = b.array();
    float[] y = c.array();
    int o = b.offset() + q;
    int stride = b.stride();
    for (int i = 0; i < s.count(); i++) {
      int r = c.start(i) + q;
      FloatVector sum = start(y, r, count, spare, add);
      int end = s.end(i);
      for (int k = s.start(i); k < end; k++) {
        FloatVector row = load(x, o + columns[k] * stride, count, spare);
        sum = sum.add(all(values[s.place(k)]).mul(row));
      }
      store(sum, y, r, count, spare);
    }
  }

  @Override
  public void sddmm(MatrixView a, MatrixView b, SparseRows d) {
    float[] x = b.array();
    int[] columns = d.columns();
    for (int i = 0; i < d.count(); i++) {
      int p = a.start(i);
      int end = d.end(i);
      for (int k = d.start(i); k < end; k++) {
        d.values()[d.place(k)] = dot(a.array(), p, x, b.start(columns[k]), a.columns());
      }
    }
  }

  private static float dot(float[] a, int p, float[] b, int q, int count) {
    FloatVector s = FloatVector.zero(EIGHT);
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      s = s.add(load(a, p + j).mul(load(b, q + j)));
    }
    FloatVector fours = s.add(s.rearrange(BY_FOUR));
    FloatVector twos = fours.add(fours.rearrange(BY_TWO));
    float sum = twos.lane(0) + twos.lane(1);
    for (; j < count; j++) {
      sum += a[p + j] * b[q + j];
    }
    return sum;
  }

  @Override
  public void addChosenRows(BinaryFeatures x, MatrixView b, float[] sums, int from, int to) {
    VectorBinary.add(x, b, sums, from, to);
  }
}
