package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;

/**
 * {@code S X}: features summed over neighbors before training, since no step changes them. {@code
 * (S X) W} is {@code S (X W)} but for rounding; it spares a pass over all edges each way in every
 * epoch, at the price of a dense matrix as wide as the features.
 */
public final class PropagatedFeatures {
  /** Multiplications per nanosecond, measured: dense, sparse by entries, sums over neighbors. */
  private static final double DENSE = 17;

  private static final double SPARSE = 15;
  private static final double NEIGHBORS = 4;

  private PropagatedFeatures() {}

  /**
   * Whether an epoch is faster by at least a third: roughly where nodes have more neighbors than
   * features, or, if features are dense, an eighth as many.
   *
   * @param entries neighbors of all nodes together
   */
  public static boolean pay(long entries, FeatureMatrix features) {
    long size = (long) features.rows() * features.columns();
    if (size > DenseMatrix.MOST_ENTRIES) {
      return false;
    }
    double dense = size / DENSE;
    double product = features.sparse().map(x -> x.pattern().entryCount() / SPARSE).orElse(dense);
    double sums = (double) entries / NEIGHBORS;
    return dense * 1.5 < product + sums;
  }

  /** The rows {@code nodes} of {@code S X} (nodes × features). */
  public static FeatureMatrix of(SparseOperator operator, FeatureMatrix features, int[] nodes) {
    if (features.dense().isPresent()) {
      return FeatureMatrix.wrap(NeighborBlock.propagated(operator, features.dense().get(), nodes));
    }
    DenseMatrix result = DenseMatrix.zeros(nodes.length, features.columns());
    add(operator.matrix(), features.sparse().orElseThrow(), nodes, result);
    return FeatureMatrix.wrap(result);
  }

  private static void add(SparseMatrix s, SparseMatrix x, int[] nodes, DenseMatrix result) {
    SparsePattern neighbors = s.pattern();
    SparsePattern rows = x.pattern();
    float[] sums = result.array();
    Rows.forEachRow(
        nodes.length,
        (1L + rows.entryCount() / Math.max(1, x.rows())) * neighbors.entryCount(),
        r -> {
          int start = r * result.columns();
          for (int k = neighbors.offset(nodes[r]); k < neighbors.offset(nodes[r] + 1); k++) {
            int j = neighbors.column(k);
            for (int e = rows.offset(j); e < rows.offset(j + 1); e++) {
              sums[start + rows.column(e)] += s.value(k) * x.value(e);
            }
          }
        });
  }
}
