package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.ColumnBlocks;
import io.github.wats.engine.kernel.SparseRows;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fixed sparse matrix to multiply by. Its transpose for the backward pass is computed when it is
 * first needed. Safe to share between threads.
 */
public final class SparseOperator {
  private final SparseMatrix matrix;
  private final ColumnBlocks blocks;
  private @Nullable SparseOperator transposed;

  public SparseOperator(SparseMatrix matrix) {
    this.matrix = matrix;
    this.blocks = new ColumnBlocks(matrix.pattern());
  }

  /** A matrix that is its own transpose, which is not checked. */
  public static SparseOperator symmetric(SparseMatrix matrix) {
    SparseOperator operator = new SparseOperator(matrix);
    operator.transposed = operator;
    return operator;
  }

  public SparseMatrix matrix() {
    return matrix;
  }

  /** The operator of the backward pass. */
  public synchronized SparseOperator transposed() {
    if (transposed == null) {
      transposed = new SparseOperator(matrix.transposed());
    }
    return transposed;
  }

  /** The rows for a product with {@code b}, which has a row for each column. */
  List<SparseRows> rows(DenseMatrix b) {
    return blocks.rows(matrix.values(), 1, b.array().length);
  }
}
