package io.github.wats.engine.kernel;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.List;

/**
 * Matrix products over all rows, in parallel blocks of {@link Kernels}. Where {@code add} is true,
 * a product is added to what is there. The result does not depend on the number of threads.
 */
public final class Products {
  /**
   * From this many multiplications on the vector loops pay for being compiled; a few seconds of
   * reference loops.
   */
  private static final long LARGE_WORK = 1L << 32;

  /** Up to this many entries {@code Aᵀ B} is summed in parts over blocks of rows. */
  private static final int SMALL_RESULT = 2048;

  /** Parts of such a sum; a fixed number, so that the result does not depend on the threads. */
  private static final int PARTS = 8;

  /** Larger ones are found in about so many strips. */
  private static final int STRIPS = 16;

  /** Rows that vector loops take at a time; blocks of a parallel loop are multiples of it. */
  private static final int ROWS = 4;

  private final Kernels kernels;

  public Products(Kernels kernels) {
    this.kernels = kernels;
  }

  /** Products by the loops that are faster for this many multiplications in all. */
  public static Products forWork(long multiplications) {
    return new Products(
        multiplications >= LARGE_WORK ? Kernels.vectorOrReference() : Kernels.reference());
  }

  /** {@code C = A B}. */
  public void matmul(DenseMatrix a, DenseMatrix b, DenseMatrix c, boolean add) {
    Check.argument(a.columns() == b.rows(), "A B does not fit: A is %s, B is %s", a, b);
    checkResult(c, a.rows(), b.columns());
    MatrixView left = MatrixView.of(a);
    MatrixView right = MatrixView.of(b);
    MatrixView result = MatrixView.of(c);
    Rows.forEach(
        (a.rows() + ROWS - 1) / ROWS,
        (long) a.rows() * a.columns() * b.columns(),
        (first, last) -> {
          int from = first * ROWS;
          int to = Math.min(a.rows(), last * ROWS);
          kernels.matmul(left.rows(from, to), right, result.rows(from, to), add);
        });
  }

  /** {@code C = Aᵀ B}; {@code scratch} has {@link #scratchSize} floats. */
  public void matmulTransposed(
      DenseMatrix a, DenseMatrix b, DenseMatrix c, float[] scratch, boolean add) {
    Check.argument(a.rows() == b.rows(), "Aᵀ B does not fit: A is %s, B is %s", a, b);
    checkResult(c, a.columns(), b.columns());
    MatrixView left = MatrixView.of(a);
    MatrixView right = MatrixView.of(b);
    int inner = a.columns();
    int width = b.columns();
    int size = inner * width;
    long work = (long) a.rows() * size;
    if (size <= SMALL_RESULT) {
      int each = (a.rows() + PARTS - 1) / PARTS;
      Rows.forEachRow(
          PARTS,
          work,
          p -> {
            int from = Math.min(a.rows(), p * each);
            int to = Math.min(a.rows(), from + each);
            MatrixView part = new MatrixView(scratch, p * size, inner, width, width);
            kernels.matmulTransposed(left.rows(from, to), right.rows(from, to), part, false);
          });
      joinParts(scratch, c.array(), size, add);
    } else {
      int strip = Math.max(8, (inner / STRIPS + ROWS - 1) / ROWS * ROWS); // each reads all of B
      Rows.forEach(
          (inner + strip - 1) / strip,
          work,
          (first, last) -> {
            int from = first * strip;
            int to = Math.min(inner, last * strip);
            MatrixView result = MatrixView.of(c).rows(from, to);
            kernels.matmulTransposed(left.columns(from, to), right, result, add);
          });
    }
  }

  /** How many floats {@link #matmulTransposed} needs for a result of the given shape. */
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
  public void spmm(SparseMatrix s, DenseMatrix b, DenseMatrix c, boolean add) {
    spmm(new ColumnBlocks(s.pattern()), s.values(), 1, b, c, add);
  }

  /**
   * {@code C = S B}, head by head: part h of the columns of C is S with the values of head h times
   * part h of the columns of B.
   *
   * @param values (entries × heads)
   */
  public void spmm(
      ColumnBlocks s, float[] values, int heads, DenseMatrix b, DenseMatrix c, boolean add) {
    Check.argument(
        s.pattern().columnCount() == b.rows(),
        "S B does not fit: S has %d columns, B is %s",
        s.pattern().columnCount(),
        b);
    checkResult(c, s.pattern().rowCount(), b.columns());
    spmm(s.rows(values, heads, b.array().length), b, c, add);
  }

  /** {@code C = S B} for S given as blocks of the same rows, block after block. */
  public void spmm(List<SparseRows> s, DenseMatrix b, DenseMatrix c, boolean add) {
    MatrixView right = MatrixView.of(b);
    MatrixView result = MatrixView.of(c);
    for (int p = 0; p < s.size(); p++) {
      SparseRows rows = s.get(p);
      int heads = rows.valueStep();
      boolean adding = add || p > 0;
      Rows.forEach(
          rows.count(),
          (long) (rows.columns().length / s.size()) * b.columns(),
          (from, to) -> {
            for (int h = 0; h < heads; h++) {
              MatrixView own = result.head(h, heads, from, to);
              MatrixView factor = right.head(h, heads, 0, b.rows());
              kernels.spmm(rows.head(h, from, to), factor, own, adding);
            }
          });
    }
  }

  /** {@code C = X B} for X of zeros and ones. */
  public void matmul(BinaryFeatures x, DenseMatrix b, DenseMatrix c, boolean add) {
    Check.argument(x.columns() == b.rows(), "X B does not fit: X has %d columns", x.columns());
    checkResult(c, x.rows(), b.columns());
    x.multiply(kernels, b, c, add);
  }

  /** {@code d_kh = A_i · B_j} over the columns of head h, for each entry k = (i, j) of s. */
  public void sddmm(SparsePattern s, int heads, DenseMatrix a, DenseMatrix b, float[] d) {
    SparseRows rows = SparseRows.of(s, d, heads);
    MatrixView left = MatrixView.of(a);
    MatrixView right = MatrixView.of(b);
    Rows.forEach(
        s.rowCount(),
        (long) s.entryCount() * b.columns(),
        (from, to) -> {
          for (int h = 0; h < heads; h++) {
            MatrixView own = left.head(h, heads, from, to);
            kernels.sddmm(own, right.head(h, heads, 0, b.rows()), rows.head(h, from, to));
          }
        });
  }

  /** {@code d_ih = X_i · a_h} over the columns of head h; a is (heads × columns of a head). */
  public static void rowDots(DenseMatrix x, DenseMatrix a, float[] d) {
    int heads = a.rows();
    int width = a.columns();
    Rows.forEachRow(
        x.rows(),
        x.array().length,
        i -> {
          for (int k = i * heads; k < (i + 1) * heads; k++) { // vectors were not faster
            int own = k % heads * width;
            d[k] = ReferenceKernels.dot(x.array(), k * width, a.array(), own, width);
          }
        });
  }

  /** Softmax over the entries of each row, head by head; scores are (entries × heads). */
  public void edgeSoftmax(SparsePattern s, int heads, float[] scores) {
    SparseRows rows = SparseRows.of(s, scores, heads);
    Rows.forEach(
        s.rowCount(),
        8L * s.entryCount() * heads,
        (from, to) -> {
          for (int h = 0; h < heads; h++) {
            ReferenceKernels.edgeSoftmax(rows.head(h, from, to));
          }
        });
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

  private static void checkResult(DenseMatrix c, int rows, int columns) {
    Check.argument(
        c.rows() == rows && c.columns() == columns,
        "the result must be %d × %d, got %s",
        rows,
        columns,
        c);
  }
}
