package io.github.wats.linalg;

import io.github.wats.internal.Check;

/**
 * Matrix products over all rows, in parallel blocks of {@link Kernels}. Every method writes {@code
 * c}, or adds to it where {@code add} is true; nothing is allocated but what a parallel loop needs.
 */
public final class Products {
  /** Up to this many entries {@code Aᵀ B} is summed in parts over blocks of rows. */
  private static final int SMALL_RESULT = 2048;

  /** Parts of such a sum; a fixed number, so that the result does not depend on the threads. */
  private static final int PARTS = 8;

  /**
   * From this many multiplications on a product uses the given kernels, below it the plain ones,
   * which give the same bits: the vector loops take the compiler some hundred milliseconds, which a
   * small graph's whole training does not win back (Cora, 200 epochs).
   */
  private static final long VECTOR_WORK = 1 << 21;

  /**
   * After this many multiplications in all the given kernels are used for every product: a training
   * that has lasted a second will win the compiler's time back.
   */
  private static final long VECTOR_TOTAL = 1L << 30;

  private final Kernels kernels;
  private long done; // multiplications so far; a tape runs on one thread

  public Products(Kernels kernels) {
    this.kernels = kernels;
  }

  private Kernels kernelsFor(long work) {
    done += work;
    return work < VECTOR_WORK && done < VECTOR_TOTAL ? PlainKernels.INSTANCE : kernels;
  }

  /** {@code C = A B}. */
  public void multiply(DenseMatrix a, DenseMatrix b, DenseMatrix c, boolean add) {
    checkShapes(a.columns() == b.rows(), "A B", a, b);
    checkResult(c, a.rows(), b.columns());
    long work = work(a.rows(), a.columns(), b.columns());
    Kernels loops = kernelsFor(work);
    Rows.forEach(
        a.rows(),
        work,
        (from, to) ->
            loops.multiply(
                a.array(), b.array(), c.array(), a.columns(), b.columns(), from, to, add));
  }

  /**
   * {@code C = A Bᵀ}; {@code scratch} has room for {@code Bᵀ}, which is the smaller one, a weight
   * matrix.
   */
  public void multiplyByTransposed(
      DenseMatrix a, DenseMatrix b, DenseMatrix c, DenseMatrix scratch, boolean add) {
    checkShapes(a.columns() == b.columns(), "A Bᵀ", a, b);
    transpose(b, scratch);
    multiply(a, scratch, c, add);
  }

  /** {@code C = Aᵀ B}; {@code scratch} has {@link #scratchSize} floats. */
  public void multiplyTransposed(
      DenseMatrix a, DenseMatrix b, DenseMatrix c, float[] scratch, boolean add) {
    checkShapes(a.rows() == b.rows(), "Aᵀ B", a, b);
    checkResult(c, a.columns(), b.columns());
    int inner = a.columns();
    int width = b.columns();
    int size = inner * width;
    long work = work(a.rows(), inner, width);
    Kernels loops = kernelsFor(work);
    if (size <= SMALL_RESULT) {
      int each = (a.rows() + PARTS - 1) / PARTS;
      Rows.forEach(
          PARTS,
          work,
          (from, to) -> {
            for (int p = from; p < to; p++) {
              int first = Math.min(a.rows(), p * each);
              int last = Math.min(a.rows(), first + each);
              loops.multiplyTransposed(
                  a.array(), b.array(), scratch, p * size, inner, width, first, last, 0, inner,
                  false);
            }
          });
      joinParts(scratch, c.array(), size, add);
    } else {
      Rows.forEach(
          inner,
          work,
          (from, to) ->
              loops.multiplyTransposed(
                  a.array(), b.array(), c.array(), 0, inner, width, 0, a.rows(), from, to, add));
    }
  }

  /** How many floats {@link #multiplyTransposed} needs for a result of the given shape. */
  public static int scratchSize(int rows, int columns) {
    return rows * columns <= SMALL_RESULT ? PARTS * rows * columns : 0;
  }

  private static void joinParts(float[] parts, float[] c, int size, boolean add) {
    for (int e = 0; e < size; e++) {
      float sum = add ? c[e] : 0;
      for (int p = 0; p < PARTS; p++) {
        sum += parts[p * size + e];
      }
      c[e] = sum;
    }
  }

  /** {@code C = S B}. */
  public void multiply(CsrMatrix s, DenseMatrix b, DenseMatrix c, boolean add) {
    Check.argument(s.columns() == b.rows(), "S B does not fit: S is %s, B is %s", s, b);
    aggregate(s.pattern, s.values, 1, b, c, add);
  }

  /** {@code C = X B} for tiled X. */
  public void multiply(FeatureTiles x, DenseMatrix b, DenseMatrix c) {
    Check.argument(x.features() == b.rows(), "X B does not fit: X has %d columns", x.features());
    checkResult(c, x.rows(), b.columns());
    x.multiply(kernelsFor(x.entryCount() * b.columns()), b, c);
  }

  /** {@code C = Xᵀ B} for tiled X. */
  public void multiplyTransposed(FeatureTiles x, DenseMatrix b, DenseMatrix c, boolean add) {
    Check.argument(x.rows() == b.rows(), "Xᵀ B does not fit: X has %d rows", x.rows());
    checkResult(c, x.features(), b.columns());
    x.multiplyTransposed(kernelsFor(x.entryCount() * b.columns()), b, c, add);
  }

  /** {@code C_i = Σ_k w_kh B_(column of k)}, head by head; see {@link Kernels#gather}. */
  public void aggregate(
      CsrPattern s, float[] weights, int heads, DenseMatrix b, DenseMatrix c, boolean add) {
    checkResult(c, s.rowCount(), b.columns());
    int[] offsets = s.offsets;
    int[] columns = s.columns;
    int width = b.columns();
    long work = (long) s.entryCount() * width;
    Kernels loops = kernelsFor(work);
    Rows.forEach(
        s.rowCount(),
        work,
        (from, to) ->
            loops.gather(
                offsets, columns, weights, heads, b.array(), c.array(), width, from, to, add));
  }

  /** {@code d_kh = A_i · B_(column of k)}, head by head; see {@link Kernels#entryDots}. */
  public void entryDots(CsrPattern s, int heads, DenseMatrix a, DenseMatrix b, float[] d) {
    int[] offsets = s.offsets;
    int[] columns = s.columns;
    int width = b.columns();
    long work = (long) s.entryCount() * width;
    Kernels loops = kernelsFor(work);
    Rows.forEach(
        s.rowCount(),
        work,
        (from, to) ->
            loops.entryDots(offsets, columns, heads, a.array(), b.array(), d, width, from, to));
  }

  /** {@code d_ih = X_i · a_h} over head h's columns; a is (heads × width of a head). */
  public void headDots(DenseMatrix x, DenseMatrix a, float[] d) {
    Kernels loops = kernelsFor(x.array().length);
    Rows.forEach(
        x.rows(),
        x.array().length,
        (from, to) -> loops.headDots(x.array(), a.array(), d, a.rows(), x.columns(), from, to));
  }

  /** Softmax of the scores of each row, head by head; see {@link Kernels#segmentSoftmax}. */
  public void segmentSoftmax(CsrPattern s, int heads, float[] scores) {
    long work = 8L * s.entryCount() * heads;
    Kernels loops = kernelsFor(work);
    Rows.forEach(
        s.rowCount(), work, (from, to) -> loops.segmentSoftmax(s.offsets, heads, scores, from, to));
  }

  /** {@code T = Mᵀ}. */
  public static void transpose(DenseMatrix m, DenseMatrix t) {
    checkResult(t, m.columns(), m.rows());
    float[] from = m.array();
    float[] to = t.array();
    for (int i = 0; i < m.rows(); i++) {
      for (int j = 0; j < m.columns(); j++) {
        to[j * m.rows() + i] = from[i * m.columns() + j];
      }
    }
  }

  private static long work(long rows, long inner, long width) {
    return rows * inner * width;
  }

  private static void checkShapes(boolean fits, String product, DenseMatrix a, DenseMatrix b) {
    Check.argument(fits, "%s does not fit: A is %s, B is %s", product, a, b);
  }

  private static void checkResult(DenseMatrix c, int rows, int columns) {
    Check.argument(
        c.rows() == rows && c.columns() == columns,
        "the result must be %d × %d, got %s",
        rows,
        columns,
        c);
  }
}
