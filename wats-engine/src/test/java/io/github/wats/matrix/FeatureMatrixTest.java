package io.github.wats.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeatureMatrixTest {
  private static final DenseMatrix X =
      DenseMatrix.copyOf(new double[][] {{1, 0, 1}, {0, 0, 0}, {0, 1, 0}});

  private static SparseMatrix sparse() {
    SparsePattern pattern = SparsePattern.wrap(3, new int[] {0, 2, 2, 3}, new int[] {0, 2, 1});
    return SparseMatrix.wrap(pattern, new float[] {1, 1, 1});
  }

  @Test
  void selectsRows() {
    int[] rows = {2, 0, 1, 0};
    FeatureMatrix dense = FeatureMatrix.wrap(X).selectRows(rows);
    FeatureMatrix sparse = FeatureMatrix.wrap(sparse()).selectRows(rows);
    assertThat(sparse.sparse().orElseThrow().entryCount()).isEqualTo(5);
    assertThat(dense.dense()).isPresent();
    for (FeatureMatrix selected : new FeatureMatrix[] {dense, sparse}) {
      assertThat(selected.rows()).isEqualTo(4);
      assertThat(selected.columns()).isEqualTo(3);
      for (int r = 0; r < rows.length; r++) {
        for (int j = 0; j < 3; j++) {
          assertThat(selected.get(r, j)).isEqualTo(X.get(rows[r], j));
        }
      }
    }
  }

  @Test
  void transposes() {
    SparseMatrix transposed = sparse().transposed();
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        assertThat(transposed.get(j, i)).isEqualTo(X.get(i, j));
      }
    }
  }
}
