package io.github.wats.matrix;

import java.util.Optional;

/** Node features (nodes × features), held sparse or dense, whichever is faster to multiply. */
public final class FeatureMatrix {
  private final Optional<SparseMatrix> sparse;
  private final Optional<DenseMatrix> dense;

  private FeatureMatrix(Optional<SparseMatrix> sparse, Optional<DenseMatrix> dense) {
    this.sparse = sparse;
    this.dense = dense;
  }

  public static FeatureMatrix wrap(SparseMatrix matrix) {
    return new FeatureMatrix(Optional.of(matrix), Optional.empty());
  }

  /** Wraps {@code matrix} without a copy: the caller gives it away. */
  public static FeatureMatrix wrap(DenseMatrix matrix) {
    return new FeatureMatrix(Optional.empty(), Optional.of(matrix));
  }

  public int rows() {
    return sparse.map(SparseMatrix::rows).orElseGet(() -> dense.orElseThrow().rows());
  }

  public int columns() {
    return sparse.map(SparseMatrix::columns).orElseGet(() -> dense.orElseThrow().columns());
  }

  public float get(int row, int column) {
    return sparse.isPresent()
        ? sparse.get().get(row, column)
        : dense.orElseThrow().get(row, column);
  }

  /** The sparse form, if that is how the features are held. */
  public Optional<SparseMatrix> sparse() {
    return sparse;
  }

  /** The dense form, if that is how the features are held. */
  public Optional<DenseMatrix> dense() {
    return dense;
  }

  /** The given rows, in the order given. */
  public FeatureMatrix selectRows(int[] rows) {
    return sparse.isPresent()
        ? wrap(sparse.get().selectRows(rows))
        : wrap(dense.orElseThrow().selectRows(rows));
  }

  @Override
  public String toString() {
    return "FeatureMatrix["
        + rows()
        + " × "
        + columns()
        + (sparse.isPresent() ? ", sparse]" : ", dense]");
  }
}
