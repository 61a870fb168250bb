package io.github.wats.engine.autodiff;

import io.github.wats.matrix.SparseMatrix;

/** A fixed sparse matrix to multiply by, with its transpose for the backward pass. Immutable. */
public final class SparseOperator {
  private final SparseMatrix matrix;
  private final SparseMatrix transposed;

  private SparseOperator(SparseMatrix matrix, SparseMatrix transposed) {
    this.matrix = matrix;
    this.transposed = transposed;
  }

  /** Any matrix: its transpose is computed and kept. */
  public static SparseOperator of(SparseMatrix matrix) {
    return new SparseOperator(matrix, matrix.transposed());
  }

  /** A matrix that is its own transpose, which is not checked. */
  public static SparseOperator symmetric(SparseMatrix matrix) {
    return new SparseOperator(matrix, matrix);
  }

  /** The operator that gives only these rows, in this order. */
  public SparseOperator selectRows(int[] rows) {
    return of(matrix.selectRows(rows));
  }

  public SparseMatrix matrix() {
    return matrix;
  }

  public SparseMatrix transposed() {
    return transposed;
  }
}
