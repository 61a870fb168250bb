package io.github.wats.linalg;

import java.util.Optional;

/** Node features (nodes × features), held sparse or dense, whichever is faster to multiply. */
public final class FeatureMatrix {
  private final Optional<CsrMatrix> sparse;
  private final Optional<DenseMatrix> dense;

  private FeatureMatrix(Optional<CsrMatrix> sparse, Optional<DenseMatrix> dense) {
    this.sparse = sparse;
    this.dense = dense;
  }

  public static FeatureMatrix of(CsrMatrix matrix) {
    return new FeatureMatrix(Optional.of(matrix), Optional.empty());
  }

  /** Wraps {@code matrix} without a copy: the caller gives it away. */
  public static FeatureMatrix of(DenseMatrix matrix) {
    return new FeatureMatrix(Optional.empty(), Optional.of(matrix));
  }

  public int rows() {
    return sparse.map(CsrMatrix::rows).orElseGet(() -> dense.orElseThrow().rows());
  }

  public int columns() {
    return sparse.map(CsrMatrix::columns).orElseGet(() -> dense.orElseThrow().columns());
  }

  public float get(int row, int column) {
    return sparse.isPresent()
        ? sparse.get().get(row, column)
        : dense.orElseThrow().get(row, column);
  }

  /** The sparse form, if that is how the features are held. */
  public Optional<CsrMatrix> sparse() {
    return sparse;
  }

  /** The dense form, if that is how the features are held. */
  public Optional<DenseMatrix> dense() {
    return dense;
  }

  /** The given rows, in the order given. */
  public FeatureMatrix selectRows(int[] rows) {
    return sparse.isPresent()
        ? of(sparse.get().selectRows(rows))
        : of(dense.orElseThrow().selectRows(rows));
  }

  /** The given rows, in the order given, with a column of ones after the others. */
  public FeatureMatrix selectRowsAndOnes(int[] rows) {
    return sparse.isPresent()
        ? of(withOnes(sparse.get(), rows))
        : of(withOnes(dense.orElseThrow(), rows));
  }

  private static CsrMatrix withOnes(CsrMatrix x, int[] rows) {
    CsrPattern pattern = x.pattern();
    int[] offsets = new int[rows.length + 1];
    for (int r = 0; r < rows.length; r++) {
      offsets[r + 1] = Math.addExact(offsets[r], pattern.rowLength(rows[r]) + 1);
    }
    int[] columns = new int[offsets[rows.length]];
    float[] values = new float[columns.length];
    for (int r = 0; r < rows.length; r++) {
      int start = pattern.offset(rows[r]);
      int length = pattern.rowLength(rows[r]);
      System.arraycopy(pattern.columns, start, columns, offsets[r], length);
      System.arraycopy(x.values, start, values, offsets[r], length);
      columns[offsets[r] + length] = x.columns();
      values[offsets[r] + length] = 1;
    }
    return CsrMatrix.of(CsrPattern.of(x.columns() + 1, offsets, columns), values);
  }

  private static DenseMatrix withOnes(DenseMatrix x, int[] rows) {
    int width = x.columns();
    DenseMatrix result = DenseMatrix.zeros(rows.length, width + 1);
    for (int r = 0; r < rows.length; r++) {
      int start = r * (width + 1);
      System.arraycopy(x.array(), rows[r] * width, result.array(), start, width);
      result.array()[start + width] = 1;
    }
    return result;
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
