package io.github.wats.autodiff;

import io.github.wats.linalg.CsrMatrix;

/**
 * A fixed sparse matrix to multiply by, with its transpose for the way back, in which rows that
 * have no slopes may be left out. Immutable.
 */
public final class SparseOperator {
  private final CsrMatrix matrix;
  private final CsrMatrix transposed;

  private SparseOperator(CsrMatrix matrix, CsrMatrix transposed) {
    this.matrix = matrix;
    this.transposed = transposed;
  }

  /** Any matrix: its transpose is computed and kept. */
  public static SparseOperator of(CsrMatrix matrix) {
    return new SparseOperator(matrix, matrix.transposed());
  }

  /** A matrix for sums of which only these rows, rising, have slopes other than 0. */
  public static SparseOperator learningFrom(CsrMatrix matrix, int[] rows) {
    return new SparseOperator(matrix, matrix.keepRows(rows).transposed());
  }

  /** A matrix that is its own transpose, which is not checked. */
  public static SparseOperator symmetric(CsrMatrix matrix) {
    return new SparseOperator(matrix, matrix);
  }

  /** The operator that gives only these rows, in this order. */
  public SparseOperator selectRows(int[] rows) {
    return of(matrix.selectRows(rows));
  }

  public CsrMatrix matrix() {
    return matrix;
  }

  public CsrMatrix transposed() {
    return transposed;
  }
}
