package io.github.wats.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowPartsTest {
  /** Three rows over ten columns; the second is empty. */
  private static final SparsePattern PATTERN =
      SparsePattern.wrap(10, new int[] {0, 4, 4, 7}, new int[] {0, 3, 4, 9, 2, 5, 6});

  @Test
  void cutsEveryRowAtTheSameColumns() {
    List<RowParts> parts = RowParts.cut(PATTERN, 3); // columns 0–3, 4–7, 8–9

    assertThat(columns(parts.get(0), 0)).containsExactly(0, 3);
    assertThat(columns(parts.get(1), 0)).containsExactly(4);
    assertThat(columns(parts.get(2), 0)).containsExactly(9);
    assertThat(columns(parts.get(1), 1)).isEmpty();
    assertThat(columns(parts.get(0), 2)).containsExactly(2);
    assertThat(columns(parts.get(1), 2)).containsExactly(5, 6);
    assertThat(columns(parts.get(2), 2)).isEmpty();
  }

  @Test
  void takesMorePartsThanColumns() {
    RowParts last = RowParts.cut(PATTERN, 16).get(15);

    assertThat(last.first(2)).isEqualTo(last.end(2)).isEqualTo(7);
  }

  @Test
  void givesTheSameBitsAsWholeRows() {
    int nodes = 40_000; // 40 floats a row: 6.4 MB, read in two parts
    SparseMatrix matrix = matrix(200, nodes, 100);
    DenseMatrix b = DenseMatrix.zeros(nodes, 40);
    SplittableRandom random = new SplittableRandom(3);
    for (int e = 0; e < b.array().length; e++) {
      b.array()[e] = (float) random.nextDouble() - 0.5f;
    }
    DenseMatrix start = DenseMatrix.zeros(200, 40);
    Arrays.fill(start.array(), 0.25f);
    DenseMatrix expected = start.copy();
    PlainKernels.INSTANCE.gather(
        RowParts.all(matrix.pattern().offsets()),
        matrix.pattern().columns(),
        matrix.values(),
        1,
        b.array(),
        expected.array(),
        40,
        0,
        200,
        true);

    Products.standard().multiply(matrix, b, start, true);

    assertThat(start.array()).isEqualTo(expected.array());
    assertThat(matrix.pattern().parts(b.array().length)).hasSize(2);
  }

  private static int[] columns(RowParts part, int row) {
    return Arrays.copyOfRange(PATTERN.columns(), part.first(row), part.end(row));
  }

  private static SparseMatrix matrix(int rows, int columns, int perRow) {
    SplittableRandom random = new SplittableRandom(1);
    int[] offsets = new int[rows + 1];
    int[] where = new int[rows * perRow];
    float[] values = new float[where.length];
    for (int i = 0; i < rows; i++) {
      offsets[i + 1] = (i + 1) * perRow;
      int[] row = random.ints(0, columns).distinct().limit(perRow).sorted().toArray();
      System.arraycopy(row, 0, where, i * perRow, perRow);
    }
    for (int k = 0; k < values.length; k++) {
      values[k] = (float) random.nextDouble();
    }
    return SparseMatrix.wrap(SparsePattern.wrap(columns, offsets, where), values);
  }
}
