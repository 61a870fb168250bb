package io.github.wats.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.RandomMatrices;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnBlocksTest {
  private static final int NODES = 6_000;
  private static final int WIDTH = 30;
  private static final SparseMatrix MATRIX = RandomMatrices.sparse(200, NODES, 0.03, 1);

  private static List<SparseRows> blocks(long floats) {
    return new ColumnBlocks(MATRIX.pattern()).rows(MATRIX.values(), 1, floats);
  }

  @Test
  void takesWholeRowsWhereTheDenseMatrixIsSmall() {
    assertThat(blocks(1 << 16)).hasSize(1);
    SparsePattern shortRows = RandomMatrices.sparse(200, NODES, 0.005, 1).pattern();
    float[] values = new float[shortRows.entryCount()];
    assertThat(new ColumnBlocks(shortRows).rows(values, 1, 1 << 30)).hasSize(1);
  }

  @Test
  void cutsEveryRowAtTheSameColumns() {
    List<SparseRows> blocks = blocks(3L << 16);
    assertThat(blocks).hasSize(3);
    for (int i = 0; i < MATRIX.rows(); i++) {
      assertThat(blocks.get(0).start(i)).isEqualTo(MATRIX.pattern().offset(i));
      for (int p = 0; p < 3; p++) {
        int first = blocks.get(p).start(i);
        int end = blocks.get(p).end(i);
        for (int column : Arrays.copyOfRange(MATRIX.pattern().columns(), first, end)) {
          assertThat(column / (NODES / 3)).isEqualTo(p);
        }
        int next = p < 2 ? blocks.get(p + 1).start(i) : MATRIX.pattern().offset(i + 1);
        assertThat(end).isEqualTo(next);
      }
    }
  }

  @Test
  void giveTheBitsOfWholeRows() {
    DenseMatrix b = RandomMatrices.dense(NODES, WIDTH, 3);
    DenseMatrix actual = RandomMatrices.dense(200, WIDTH, 4);
    DenseMatrix expected = actual.copy();
    SparseRows whole = SparseRows.of(MATRIX.pattern(), MATRIX.values(), 1);
    Kernels.reference().spmm(whole, MatrixView.of(b), MatrixView.of(expected), true);
    assertThat(blocks(b.array().length)).hasSizeGreaterThan(1);
    for (Kernels kernels : List.of(Kernels.reference(), Kernels.vectorOrReference())) {
      DenseMatrix result = actual.copy();
      new Products(kernels).spmm(MATRIX, b, result, true);
      assertThat(result.array()).isEqualTo(expected.array());
    }
  }

  /** Half of the entries, the same ones in the matrix and its transpose, whatever the blocks. */
  @Test
  void dropoutKeepsTheSameEntriesOfAMatrixAndItsTranspose() {
    float[] ones = new float[MATRIX.entryCount()];
    Arrays.fill(ones, 1);
    checkDropout(MATRIX);
    checkDropout(SparseMatrix.wrap(MATRIX.pattern(), ones));
  }

  private static void checkDropout(SparseMatrix matrix) {
    SparseMatrix transposed = matrix.transposed();
    ColumnBlocks blocks = new ColumnBlocks(matrix.pattern());
    ColumnBlocks back = new ColumnBlocks(transposed.pattern());
    DroppedRows there =
        new DroppedRows(blocks.rows(matrix.values(), 1, 3L << 16), NODES, 1 << 15, 2);
    DroppedRows turned = new DroppedRows(back.rows(transposed.values(), 1, 1), 200, 1 << 15, 2);
    float[] kept = dense(there.draw(9, 8), 200, NODES);
    float[] keptTransposed = dense(turned.draw(8, 9), NODES, 200);
    int count = 0;
    for (int i = 0; i < 200; i++) {
      for (int j = 0; j < NODES; j++) {
        float value = kept[i * NODES + j];
        assertThat(keptTransposed[j * 200 + i]).isEqualTo(value);
        if (value != 0) {
          assertThat(value).isEqualTo(2 * matrix.get(i, j));
          count++;
        }
      }
    }
    assertThat((double) count / matrix.entryCount()).isBetween(0.48, 0.52);
    assertThat(dense(there.draw(10, 11), 200, NODES)).isNotEqualTo(kept);
  }

  private static float[] dense(List<SparseRows> blocks, int rows, int columns) {
    float[] dense = new float[rows * columns];
    for (SparseRows block : blocks) {
      for (int i = 0; i < rows; i++) {
        for (int k = block.start(i); k < block.end(i); k++) {
          dense[i * columns + block.columns()[k]] = block.values()[block.place(k)];
        }
      }
    }
    return dense;
  }
}
