package io.github.wats.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.RandomBits;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryFeaturesTest {
  private static final List<Kernels> ALL =
      List.of(Kernels.reference(), Kernels.vectorOrReference());

  private static DenseMatrix random(int rows, int columns, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    for (int e = 0; e < matrix.array().length; e++) {
      matrix.array()[e] = (float) (random.nextDouble() * 2 - 1);
    }
    return matrix;
  }

  private static void assertClose(DenseMatrix actual, DenseMatrix expected) {
    for (int e = 0; e < expected.array().length; e++) {
      assertThat(actual.array()[e]).as("entry %d", e).isCloseTo(expected.array()[e], offset(1e-4f));
    }
  }

  /** X is [1 0 1; 0 0 0; 0 1 1] and B counts 1, 10, 100. */
  @Test
  void addsTheRowsThatOnesChoose() {
    SparsePattern places = SparsePattern.wrap(3, new int[] {0, 2, 2, 4}, new int[] {0, 2, 1, 2});
    SparseMatrix x = SparseMatrix.wrap(places, new float[] {1, 1, 1, 1});
    DenseMatrix b = DenseMatrix.wrap(3, 1, new float[] {1, 10, 100});
    DenseMatrix c = DenseMatrix.wrap(3, 1, new float[] {0.5f, 0.5f, 0.5f});
    new Products(Kernels.reference()).matmul(BinaryFeatures.from(x, false), b, c, true);
    assertThat(c.array()).containsExactly(101.5f, 0.5f, 110.5f);
    new Products(Kernels.reference()).matmul(BinaryFeatures.from(x, true), b, c, false);
    assertThat(c.array()).containsExactly(1, 100, 101);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 15, 16, 17, 33, 128})
  void multipliesAsTheSparseMatrix(int width) {
    int[][] shapes = {{0, 5}, {5, 0}, {1, 1}, {3, 6}, {29, 31}, {64, 60}, {61, 745}, {2061, 97}};
    for (int[] shape : shapes) {
      SparseMatrix x = RandomBits.matrix(shape[0], shape[1], 0.35, 5);
      for (Kernels kernels : ALL) {
        for (boolean add : new boolean[] {false, true}) {
          checkBothWays(x, width, new Products(kernels), add);
        }
      }
    }
  }

  private static void checkBothWays(SparseMatrix x, int width, Products products, boolean add) {
    DenseMatrix there = random(x.rows(), width, 1);
    DenseMatrix back = random(x.columns(), width, 2);
    DenseMatrix expected = random(x.rows(), width, 3);
    DenseMatrix actual = expected.copy();
    products.spmm(x, back, expected, add);
    products.matmul(BinaryFeatures.from(x, false), back, actual, add);
    assertClose(actual, expected);
    expected = random(x.columns(), width, 4);
    actual = expected.copy();
    products.spmm(x.transposed(), there, expected, add);
    products.matmul(BinaryFeatures.from(x, true), there, actual, add);
    assertClose(actual, expected);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 16, 40, 128})
  void kernelsAndThreadsGiveTheSameBits(int width) {
    SparseMatrix x = RandomBits.matrix(2500, 211, 0.35, 8);
    DenseMatrix b = random(211, width, 1);
    DenseMatrix g = random(2500, width, 2);
    float[] there = product(Kernels.reference(), BinaryFeatures.from(x, false), b);
    float[] back = product(Kernels.reference(), BinaryFeatures.from(x, true), g);
    for (Kernels kernels : ALL) {
      for (int threads : Threads.COUNTS) {
        assertThat(Threads.with(threads, () -> product(kernels, BinaryFeatures.from(x, false), b)))
            .isEqualTo(there);
        assertThat(Threads.with(threads, () -> product(kernels, BinaryFeatures.from(x, true), g)))
            .isEqualTo(back);
      }
    }
  }

  private static float[] product(Kernels kernels, BinaryFeatures x, DenseMatrix b) {
    DenseMatrix result = DenseMatrix.zeros(x.rows(), b.columns());
    new Products(kernels).matmul(x, b, result, false);
    return result.array();
  }

  @ParameterizedTest
  @CsvSource({
    "600, 600, 0.35, true",
    "600, 600, 0.2, false",
    "500, 600, 0.35, false",
    "600, 500, 0.35, false"
  })
  void paysForLargeMatricesWithManyOnes(int rows, int columns, double density, boolean pays) {
    SparseMatrix x = RandomBits.matrix(rows, columns, density, 3);
    assertThat(BinaryFeatures.pays(x)).isEqualTo(pays);
    float[] twos = new float[x.entryCount()];
    Arrays.fill(twos, 2);
    assertThat(BinaryFeatures.pays(SparseMatrix.wrap(x.pattern(), twos))).isFalse();
  }

  @Test
  void refusesFactorsThatDoNotFit() {
    BinaryFeatures x = BinaryFeatures.from(RandomBits.matrix(4, 3, 0.5, 1), false);
    assertThatThrownBy(
            () ->
                new Products(Kernels.reference())
                    .matmul(x, DenseMatrix.zeros(4, 2), DenseMatrix.zeros(4, 2), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("X has 3 columns");
  }
}
