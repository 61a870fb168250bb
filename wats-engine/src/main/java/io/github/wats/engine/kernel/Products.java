package io.github.wats.engine.kernel;

import io.github.wats.engine.kernel.KernelWarmUp.Routine;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.List;
import java.util.Optional;

/**
 * Matrix products over all rows, in parallel blocks of {@link Kernels}. Every method writes {@code
 * c}, or adds to it where {@code add} is true; nothing is allocated but what a parallel loop needs.
 */
public final class Products {
  /** Up to this many entries {@code Aᵀ B} is summed in parts over blocks of rows. */
  private static final int SMALL_RESULT = 2048;

  /** Parts of such a sum; a fixed number, so that the result does not depend on the threads. */
  private static final int PARTS = 8;

  /** Larger ones are found in about so many strips. */
  private static final int STRIPS = 16;

  private final Optional<Kernels> fixed;

  private Products(Optional<Kernels> fixed) {
    this.fixed = fixed;
  }

  /** Products by the fastest loops that are ready when they are needed. */
  public static Products standard() {
    return new Products(Optional.empty());
  }

  /** Products by these loops and no others. */
  public static Products with(Kernels kernels) {
    return new Products(Optional.of(kernels));
  }

  /** The loops for a product of this much work on rows of this width. */
  Kernels kernelsFor(Routine routine, int width, long work) {
    return fixed.isPresent() ? fixed.get() : KernelWarmUp.choose(routine, width, work);
  }

  /** The loops for {@link Kernels#reluSums} on rows of this width. */
  public Kernels forReluSums(int width, long work) {
    return width < Kernels.LANES ? Kernels.plain() : kernelsFor(Routine.RELU_SUMS, width, work);
  }

  /** The loops for {@link Kernels#reluSlopes}. */
  public Kernels forReluSlopes(int width, long work) {
    return width < Kernels.LANES ? Kernels.plain() : kernelsFor(Routine.RELU_SLOPES, width, work);
  }

  /** The loops for {@link Kernels#multiply}. */
  public Kernels forMultiply(int width, long work) {
    return kernelsFor(Routine.MULTIPLY, width, work);
  }

  /** The loops for {@link Kernels#multiplyTransposed}. */
  public Kernels forMultiplyTransposed(int width, long work) {
    return kernelsFor(Routine.MULTIPLY_TRANSPOSED, width, work);
  }

  /** {@code C = A B}. */
  public void multiply(DenseMatrix a, DenseMatrix b, DenseMatrix c, boolean add) {
    checkShapes(a.columns() == b.rows(), "A B", a, b);
    checkResult(c, a.rows(), b.columns());
    long work = work(a.rows(), a.columns(), b.columns());
    Kernels loops = kernelsFor(Routine.MULTIPLY, b.columns(), work);
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
    Kernels loops = kernelsFor(Routine.MULTIPLY_TRANSPOSED, width, work);
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
      int strip = strip(inner);
      Rows.forEach(
          (inner + strip - 1) / strip,
          work,
          (first, last) -> {
            int from = first * strip;
            int to = Math.min(inner, last * strip);
            loops.multiplyTransposed(
                a.array(), b.array(), c.array(), 0, inner, width, 0, a.rows(), from, to, add);
          });
    }
  }

  /**
   * Columns of A at a time: in fours, as loops take them; few strips, since each reads all of B.
   */
  private static int strip(int inner) {
    return Math.max(8, (inner / STRIPS + 3) / 4 * 4);
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
  public void multiply(SparseMatrix s, DenseMatrix b, DenseMatrix c, boolean add) {
    Check.argument(s.columns() == b.rows(), "S B does not fit: S is %s, B is %s", s, b);
    if (s.isAllOnes()) {
      sumRows(s.pattern(), b, c, add);
    } else {
      aggregate(s.pattern(), s.values(), 1, b, c, add);
    }
  }

  /** {@code C_i = Σ_k B_(column of k)}. */
  private void sumRows(SparsePattern s, DenseMatrix b, DenseMatrix c, boolean add) {
    checkResult(c, s.rowCount(), b.columns());
    int width = b.columns();
    long work = (long) s.entryCount() * width;
    Kernels loops = kernelsFor(Routine.GATHER_ONES, width, work);
    forEachPart(
        s,
        b,
        add,
        (rows, from, to, adding) ->
            loops.gatherOnes(rows, s.columns(), b.array(), c.array(), width, from, to, adding));
  }

  /** Runs a sum of rows of {@code b}; where these are too many for a cache, part after part. */
  private static void forEachPart(SparsePattern s, DenseMatrix b, boolean add, PartLoop body) {
    List<RowParts> parts = s.parts(b.array().length);
    long work = (long) s.entryCount() * b.columns() / parts.size();
    for (int p = 0; p < parts.size(); p++) {
      RowParts rows = parts.get(p);
      boolean adding = add || p > 0;
      Rows.forEach(s.rowCount(), work, (from, to) -> body.run(rows, from, to, adding));
    }
  }

  /** Works on one part of the rows {@code from} to {@code to − 1}. */
  @FunctionalInterface
  private interface PartLoop {
    void run(RowParts rows, int from, int to, boolean add);
  }

  /** {@code C = X B} for tiled X. */
  public void multiply(FeatureTiles x, DenseMatrix b, DenseMatrix c) {
    Check.argument(x.features() == b.rows(), "X B does not fit: X has %d columns", x.features());
    checkResult(c, x.rows(), b.columns());
    int width = b.columns();
    Routine routine = x.isOnes() ? Routine.SCATTER_ONES : Routine.SCATTER;
    x.multiply(kernelsFor(routine, width, x.entryCount() * width), b, c);
  }

  /** {@code C = Xᵀ B} for tiled X. */
  public void multiplyTransposed(FeatureTiles x, DenseMatrix b, DenseMatrix c, boolean add) {
    Check.argument(x.rows() == b.rows(), "Xᵀ B does not fit: X has %d rows", x.rows());
    checkResult(c, x.features(), b.columns());
    int width = b.columns();
    Routine routine = x.isOnes() ? Routine.GATHER_ONES : Routine.GATHER;
    x.multiplyTransposed(kernelsFor(routine, width, x.entryCount() * width), b, c, add);
  }

  /** {@code C = X B} for X of zeros and ones. */
  public void multiply(BinaryMatrix x, DenseMatrix b, DenseMatrix c, boolean add) {
    Check.argument(x.columns() == b.rows(), "X B does not fit: X has %d columns", x.columns());
    checkResult(c, x.rows(), b.columns());
    long work = x.work(b.columns());
    x.multiply(kernelsFor(Routine.CHOSEN_ROWS, BinaryMatrix.STRIPE, work), b, c, add);
  }

  /** {@code C_i = Σ_k w_kh B_(column of k)}, head by head; see {@link Kernels#gather}. */
  public void aggregate(
      SparsePattern s, float[] weights, int heads, DenseMatrix b, DenseMatrix c, boolean add) {
    checkResult(c, s.rowCount(), b.columns());
    int[] columns = s.columns();
    int width = b.columns();
    long work = (long) s.entryCount() * width;
    Kernels loops = kernelsFor(Routine.GATHER, width / heads, work);
    forEachPart(
        s,
        b,
        add,
        (rows, from, to, adding) ->
            loops.gather(
                rows, columns, weights, heads, b.array(), c.array(), width, from, to, adding));
  }

  /** {@code d_kh = A_i · B_(column of k)}, head by head; see {@link Kernels#entryDots}. */
  public void entryDots(SparsePattern s, int heads, DenseMatrix a, DenseMatrix b, float[] d) {
    int[] offsets = s.offsets();
    int[] columns = s.columns();
    int width = b.columns();
    long work = (long) s.entryCount() * width;
    Kernels loops = kernelsFor(Routine.ENTRY_DOTS, width / heads, work);
    Rows.forEach(
        s.rowCount(),
        work,
        (from, to) ->
            loops.entryDots(offsets, columns, heads, a.array(), b.array(), d, width, from, to));
  }

  /** {@code d_ih = X_i · a_h} over head h's columns; a is (heads × width of a head). */
  public void headDots(DenseMatrix x, DenseMatrix a, float[] d) {
    Kernels loops = kernelsFor(Routine.HEAD_DOTS, a.columns(), x.array().length);
    Rows.forEach(
        x.rows(),
        x.array().length,
        (from, to) -> loops.headDots(x.array(), a.array(), d, a.rows(), x.columns(), from, to));
  }

  /** Softmax of the scores of each row, head by head; see {@link Kernels#segmentSoftmax}. */
  public void segmentSoftmax(SparsePattern s, int heads, float[] scores) {
    long work = 8L * s.entryCount() * heads;
    Kernels loops = kernelsFor(Routine.SEGMENT_SOFTMAX, 1, work);
    Rows.forEach(
        s.rowCount(),
        work,
        (from, to) -> loops.segmentSoftmax(s.offsets(), heads, scores, from, to));
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
