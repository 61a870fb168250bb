package io.github.wats.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Vector kernels against plain ones, bit by bit, and plain ones against the textbook in double. */
class KernelsTest {
  private static final Kernels PLAIN = Kernels.plain();
  private static final int N = 211;
  private static final SparsePattern EDGES = RandomGraphs.uniform(N, 900, 4).adjacency();

  private static float[] random(int length, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[length];
    for (int e = 0; e < length; e++) {
      values[e] = (float) (random.nextDouble() * 2 - 1);
    }
    return values;
  }

  private static Kernels vector() {
    Kernels best = Kernels.best();
    assumeTrue(best != PLAIN, "needs jdk.incubator.vector and registers of 256 bits");
    return best;
  }

  /** Runs on rows 3 … N−2 of a result that is not zero before, to see what is left alone. */
  private interface Run {
    void on(Kernels kernels, float[] result, boolean add);
  }

  private static void agree(int length, Run run) {
    for (boolean add : new boolean[] {false, true}) {
      float[] expected = random(length, 77);
      float[] actual = expected.clone();
      run.on(PLAIN, expected, add);
      run.on(vector(), actual, add);
      assertThat(actual).as("add %s", add).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9, 10, 16, 17, 31, 33, 64, 65, 100, 128})
  void vectorAndPlainGiveTheSameBits(int width) {
    float[] b = random(N * width, 1);
    float[] weights = random(EDGES.entryCount(), 2);
    int[] offsets = EDGES.offsets();
    int[] columns = EDGES.columns();
    agree(
        N * width,
        (k, c, add) ->
            k.gather(RowParts.all(offsets), columns, weights, 1, b, c, width, 3, N - 1, add));
    agree(
        N * width,
        (k, c, add) -> k.gatherOnes(RowParts.all(offsets), columns, b, c, width, 3, N - 1, add));
    for (int first : new int[] {0, width / 3}) {
      agree(
          N * width,
          (k, c, add) ->
              k.scatter(
                  RowParts.all(offsets), columns, weights, b, c, width, first, width, 3, N - 1));
    }
    agree(N * width, (k, c, add) -> k.scatterOnes(offsets, columns, b, c, width));
    agree(
        EDGES.entryCount(),
        (k, d, add) -> k.entryDots(offsets, columns, 1, b, b, d, width, 3, N - 1));
    agree(N, (k, d, add) -> k.headDots(b, b, d, 1, width, 3, N - 1));
    for (int inner : new int[] {1, 5, 40, 300}) {
      float[] a = random(N * inner, 3);
      float[] small = random(inner * width, 5);
      agree(N * width, (k, c, add) -> k.multiply(a, small, c, inner, width, 3, N - 1, add));
      agree(
          10 + inner * width,
          (k, c, add) -> k.multiplyTransposed(a, b, c, 10, inner, width, 2, N - 3, 0, inner, add));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 12, 16, 33, 64})
  void vectorAndPlainGiveTheSameReluSumsAndSlopes(int width) {
    int[] rows = IntStream.range(0, N).map(r -> N - 1 - r).toArray();
    int[] listed = IntStream.range(0, N).filter(r -> r % 3 > 0).toArray();
    int to = listed.length - 2;
    float[] values = random(N * 3 * width, 1);
    float[] keep = random((to - 5) * width, 2);
    keep[0] = 0;
    float[] added = random((to - 5) * width, 6);
    float[] none = {};
    Columns bias = new Columns(random(2 * width, 3), 0, width);
    Columns x = new Columns(values, 3 * width, width);
    for (float[] more : new float[][] {none, added}) {
      agree(
          N * width,
          (k, c, add) ->
              k.reluSums(listed, 5, to, rows, bias, x, more, add ? keep : none, c, width));
    }
    float[] units = random(N * width, 4);
    float[] slopes = random(N * width, 5);
    units[listed[7] * width] = 0;
    units[listed[8] * width] = -0f;
    units[listed[9] * width] = Float.NaN;
    units[listed[10] * width] = Float.intBitsToFloat(0xFFC00000); // the NaN of ∞ − ∞
    units[listed[11] * width] = Float.POSITIVE_INFINITY;
    agree(
        N * 3 * width + width,
        (k, c, add) -> {
          float[] d = slopes.clone();
          float[] v = new float[(to - 5) * width];
          Columns dx = new Columns(c, 3 * width, width);
          int sums = N * 3 * width;
          k.reluSlopes(listed, 5, to, rows, units, 1.25f, d, dx, v, c, sums, width);
          assertThat(d[listed[5] * width]).isEqualTo(0);
          assertThat(d[listed[to] * width]).isEqualTo(slopes[listed[to] * width]);
          assertThat(v[2 * width]).isEqualTo(0); // where the unit is 0
        });
  }

  @Test
  void reluSumsAndSlopesAreThoseOfTheTextbook() {
    int[] rows = {2, 0, 1};
    int[] listed = {0, 2};
    Columns bias = new Columns(new float[] {9, 1, -1}, 0, 1);
    Columns x = new Columns(new float[] {1, 2, 3, 4, 5, 6}, 2, 0);
    float[] added = {0, -9, 0, 1};
    float[] units = {7, 7, 7, 7, 7, 7};
    float[] keep = {2, 2, 2, 0};
    PLAIN.reluSums(listed, 0, 2, rows, bias, x, added, keep, units, 2);
    assertThat(units).containsExactly(12, 0, 7, 7, 8, 0); // rows 2 and 1 of x; row 1 not listed
    float[] d = {1, 1, 5, 5, 2, 3};
    float[] dx = new float[6];
    float[] v = new float[4];
    float[] sums = {100, 0, 0};
    PLAIN.reluSlopes(listed, 0, 2, rows, units, 2, d, new Columns(dx, 2, 0), v, sums, 1, 2);
    assertThat(v).containsExactly(2, 0, 4, 0);
    assertThat(dx).containsExactly(0, 0, 4, 0, 2, 0);
    assertThat(sums).containsExactly(100, 6, 0);
    assertThat(d).containsExactly(0, 0, 5, 5, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8, 11})
  void vectorAndPlainGiveTheSameBitsOnVeryFewRows(int width) {
    for (int rows : new int[] {1, 2, 5}) {
      for (int inner : new int[] {1, 4, 11, 40}) {
        float[] a = random(rows * inner, 3);
        float[] b = random(rows * width, 4);
        float[] small = random(inner * width, 5);
        agree(rows * width, (k, c, add) -> k.multiply(a, small, c, inner, width, 0, rows, add));
        agree(
            inner * width,
            (k, c, add) -> k.multiplyTransposed(a, b, c, 0, inner, width, 0, rows, 0, inner, add));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 12, 64})
  void vectorAndPlainGiveTheSameBitsWithHeads(int units) {
    for (int heads : new int[] {2, 3, 8}) {
      int width = heads * units;
      float[] b = random(N * width, 1);
      float[] weights = random(EDGES.entryCount() * heads, 2);
      int[] offsets = EDGES.offsets();
      int[] columns = EDGES.columns();
      agree(
          N * width,
          (k, c, add) ->
              k.gather(RowParts.all(offsets), columns, weights, heads, b, c, width, 3, N - 1, add));
      agree(
          weights.length,
          (k, d, add) -> k.entryDots(offsets, columns, heads, b, b, d, width, 3, N - 1));
      agree(N * heads, (k, d, add) -> k.headDots(b, b, d, heads, width, 3, N - 1));
      agree(weights.length, (k, scores, add) -> k.segmentSoftmax(offsets, heads, scores, 3, N - 1));
    }
  }

  @Test
  void softmaxOfHugeAndTinyScoresIsFinite() {
    SparsePattern row = SparsePattern.wrap(20, new int[] {0, 20}, IntStream.range(0, 20).toArray());
    float[] scores = new float[20];
    scores[3] = 1e30f;
    scores[7] = -1e30f;
    for (Kernels kernels : new Kernels[] {PLAIN, Kernels.best()}) {
      float[] copy = scores.clone();
      kernels.segmentSoftmax(row.offsets(), 1, copy, 0, 1);
      assertThat(copy[3]).isEqualTo(1);
      assertThat(copy[7]).isEqualTo(0);
    }
  }

  @Test
  void plainProductsAreThoseOfTheTextbook() {
    int inner = 13;
    int width = 11;
    float[] a = random(N * inner, 1);
    float[] b = random(inner * width, 2);
    float[] c = new float[N * width];
    PLAIN.multiply(a, b, c, inner, width, 0, N, false);
    float[] back = new float[inner * width];
    PLAIN.multiplyTransposed(a, c, back, 0, inner, width, 0, N, 0, inner, false);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < width; j++) {
        double sum = 0;
        for (int k = 0; k < inner; k++) {
          sum += (double) a[i * inner + k] * b[k * width + j];
        }
        assertThat((double) c[i * width + j]).isCloseTo(sum, offset(1e-5));
      }
    }
    for (int f = 0; f < inner; f++) {
      for (int j = 0; j < width; j++) {
        double sum = 0;
        for (int i = 0; i < N; i++) {
          sum += (double) a[i * inner + f] * c[i * width + j];
        }
        assertThat((double) back[f * width + j]).isCloseTo(sum, offset(1e-4));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 513", "33, 64", "64, 41", "301, 64", "301, 41"})
  void stripsOfALargeTransposedProductGiveTheBitsOfTheWhole(int inner, int width) {
    float[] a = random(N * inner, 11);
    float[] b = random(N * width, 12);
    float[] expected = new float[inner * width];
    PLAIN.multiplyTransposed(a, b, expected, 0, inner, width, 0, N, 0, inner, false);
    for (Kernels kernels : List.of(PLAIN, Kernels.best())) {
      for (int threads : Threads.COUNTS) {
        float[] actual =
            Threads.with(threads, () -> transposedProduct(kernels, a, inner, b, width));
        assertThat(actual).isEqualTo(expected);
      }
    }
  }

  private static float[] transposedProduct(
      Kernels kernels, float[] a, int inner, float[] b, int width) {
    DenseMatrix result = DenseMatrix.zeros(inner, width);
    float[] scratch = new float[Products.scratchSize(inner, width)];
    Products.with(kernels)
        .multiplyTransposed(
            DenseMatrix.wrap(N, inner, a), DenseMatrix.wrap(N, width, b), result, scratch, false);
    return result.array();
  }

  @Test
  void tiledFeaturesMultiplyAsTheMatrixItself() {
    SparsePattern pattern = RandomGraphs.uniform(N, 4000, 9).adjacency();
    for (boolean ones : new boolean[] {false, true}) {
      float[] values = random(pattern.entryCount(), 6);
      if (ones) {
        Arrays.fill(values, 1);
      }
      SparseMatrix x = SparseMatrix.wrap(pattern, values);
      FeatureTiles tiles = FeatureTiles.from(x);
      DenseMatrix b = DenseMatrix.wrap(N, 16, random(N * 16, 7));
      Products products = Products.with(PLAIN);
      DenseMatrix expected = DenseMatrix.zeros(N, 16);
      DenseMatrix actual = DenseMatrix.zeros(N, 16);
      products.multiply(x, b, expected, false);
      products.multiply(tiles, b, actual);
      assertThat(actual.array()).as("X B, ones %s", ones).isEqualTo(expected.array());
      products.multiply(x.transposed(), b, expected, false);
      products.multiplyTransposed(tiles, b, actual, false);
      assertThat(actual.array()).as("Xᵀ B, ones %s", ones).isEqualTo(expected.array());
    }
  }

  @Test
  void thinnedFeaturesKeepTheRightShareOfTheSameEntries() {
    SparsePattern pattern = RandomGraphs.uniform(N, 8000, 9).adjacency();
    float[] values = random(pattern.entryCount(), 6);
    FeatureTiles tiles = FeatureTiles.from(SparseMatrix.wrap(pattern, values));
    FeatureTiles kept = tiles.emptyCopy();
    tiles.thin(5, 1 << 14, kept); // a quarter
    DenseMatrix unit = DenseMatrix.zeros(N, N);
    for (int i = 0; i < N; i++) {
      unit.set(i, i, 1);
    }
    DenseMatrix dense = DenseMatrix.zeros(N, N);
    Products.with(PLAIN).multiply(kept, unit, dense);
    int count = 0;
    for (int i = 0; i < N; i++) {
      for (int k = pattern.offset(i); k < pattern.offset(i + 1); k++) {
        float value = dense.get(i, pattern.column(k));
        assertThat(value).isIn(0f, values[k]);
        count += value != 0 ? 1 : 0;
      }
    }
    assertThat((double) count / values.length).isBetween(0.23, 0.27);
  }
}
