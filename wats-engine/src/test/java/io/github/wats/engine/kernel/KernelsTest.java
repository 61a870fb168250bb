package io.github.wats.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.testing.RandomMatrices;
import io.github.wats.testing.Threads;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Vector loops against reference loops, bit by bit, and these against sums in double precision. */
class KernelsTest {
  private static final Kernels REFERENCE = Kernels.reference();
  private static final int N = 53;
  private static final SparseMatrix EDGES = RandomMatrices.sparse(N, N, 0.1, 4);

  private static Kernels vector() {
    Kernels vector = Kernels.vectorOrReference();
    assumeTrue(vector != REFERENCE, "needs jdk.incubator.vector and registers of 256 bits");
    return vector;
  }

  private interface Run {
    void on(Kernels kernels, float[] result, boolean add);
  }

  /** Both give the same bits, within the result and around it, where nothing may be written. */
  private static void agree(int length, Run run) {
    for (boolean add : new boolean[] {false, true}) {
      float[] expected = RandomMatrices.values(length, 77);
      float[] actual = expected.clone();
      run.on(REFERENCE, expected, add);
      run.on(vector(), actual, add);
      assertThat(actual).as("add %s", add).isEqualTo(expected);
    }
  }

  /** A view of {@code rows} × {@code columns} with a row and a few columns around it. */
  private static MatrixView view(float[] array, int rows, int columns) {
    return new MatrixView(array, columns + 7, rows, columns, columns + 5);
  }

  private static int room(int rows, int columns) {
    return (rows + 2) * (columns + 5) + 7;
  }

  private static MatrixView random(int rows, int columns, long seed) {
    return view(RandomMatrices.values(room(rows, columns), seed), rows, columns);
  }

  private static SparseRows edges(float[] values, int heads) {
    return SparseRows.of(EDGES.pattern(), values, heads);
  }

  static IntStream widths() {
    return IntStream.rangeClosed(1, 130);
  }

  @ParameterizedTest
  @MethodSource("widths")
  void vectorAndReferenceGiveTheSameBits(int width) {
    for (int inner : new int[] {1, 5, 40, 300}) {
      for (int rows : new int[] {1, 4, 11}) {
        MatrixView a = random(rows, inner, 1);
        MatrixView b = random(inner, width, 2);
        agree(room(rows, width), (k, c, add) -> k.matmul(a, b, view(c, rows, width), add));
        MatrixView tall = random(inner, rows, 3);
        agree(
            room(rows, width),
            (k, c, add) -> k.matmulTransposed(tall, b, view(c, rows, width), add));
      }
    }
    MatrixView b = random(N, width, 5);
    MatrixView a = random(N, width, 6);
    for (int heads : new int[] {1, 3}) {
      float[] values = RandomMatrices.values(EDGES.entryCount() * heads, 7);
      SparseRows s = edges(values, heads).head(heads - 1, 3, N - 1);
      agree(room(N, width), (k, c, add) -> k.spmm(s, b, view(c, N, width).rows(3, N - 1), add));
      agree(
          values.length,
          (k, d, add) -> k.sddmm(a.rows(3, N - 1), b, edges(d, heads).head(1 % heads, 3, N - 1)));
    }
  }

  @Test
  void softmaxOfHugeAndTinyScoresIsFinite() {
    float[] scores = new float[20];
    scores[3] = 1e30f;
    scores[7] = -1e30f;
    SparseRows row = new SparseRows(new int[] {0, 20}, 0, 1, 1, new int[20], scores, 0, 1);
    ReferenceKernels.edgeSoftmax(row);
    assertThat(scores[3]).isEqualTo(1);
    assertThat(scores[7]).isEqualTo(0);
  }

  @Test
  void productsAreThoseOfTheTextbook() {
    int width = 11;
    DenseMatrix a = RandomMatrices.dense(N, 13, 1);
    DenseMatrix b = RandomMatrices.dense(13, width, 2);
    DenseMatrix tall = RandomMatrices.dense(N, width, 3);
    for (Kernels kernels : List.of(REFERENCE, Kernels.vectorOrReference())) {
      Products products = new Products(kernels);
      DenseMatrix c = DenseMatrix.zeros(N, width);
      products.matmul(a, b, c, false);
      assertClose(c, textbook(N, 13, width, a::get, b::get));
      DenseMatrix back = DenseMatrix.zeros(13, width);
      products.matmulTransposed(a, tall, back, new float[Products.scratchSize(13, width)], false);
      assertClose(back, textbook(13, N, width, (f, i) -> a.get(i, f), tall::get));
      products.spmm(EDGES, tall, c, false);
      assertClose(c, textbook(N, N, width, EDGES::get, tall::get));
      float[] dots = new float[EDGES.entryCount()];
      products.sddmm(EDGES.pattern(), 1, tall, c, dots);
      DenseMatrix all = textbook(N, width, N, tall::get, (k, j) -> c.get(j, k));
      for (int i = 0; i < N; i++) {
        for (int k = EDGES.pattern().offset(i); k < EDGES.pattern().offset(i + 1); k++) {
          assertThat(dots[k]).isCloseTo(all.get(i, EDGES.pattern().column(k)), offset(1e-4f));
        }
      }
    }
  }

  private interface Entry {
    float get(int row, int column);
  }

  private static DenseMatrix textbook(int rows, int inner, int columns, Entry a, Entry b) {
    DenseMatrix c = DenseMatrix.zeros(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double sum = 0;
        for (int k = 0; k < inner; k++) {
          sum += (double) a.get(i, k) * b.get(k, j);
        }
        c.set(i, j, (float) sum);
      }
    }
    return c;
  }

  private static void assertClose(DenseMatrix actual, DenseMatrix expected) {
    for (int e = 0; e < expected.array().length; e++) {
      assertThat(actual.array()[e]).as("entry %d", e).isCloseTo(expected.array()[e], offset(1e-4f));
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 513", "33, 64", "64, 41", "301, 64", "301, 41", "12, 10"})
  void productsAreTheSameBitsForAnyNumberOfThreads(int inner, int width) {
    int rows = 2011;
    DenseMatrix a = RandomMatrices.dense(rows, inner, 11);
    DenseMatrix b = RandomMatrices.dense(rows, width, 12);
    DenseMatrix w = RandomMatrices.dense(inner, width, 13);
    SparseMatrix s = RandomMatrices.sparse(rows, rows, 0.05, 14);
    float[] expected = all(REFERENCE, a, b, w, s);
    for (Kernels kernels : List.of(REFERENCE, Kernels.vectorOrReference())) {
      for (int threads : Threads.COUNTS) {
        assertThat(Threads.with(threads, () -> all(kernels, a, b, w, s))).isEqualTo(expected);
      }
    }
  }

  /** All products, one after the other in an array. */
  private static float[] all(
      Kernels kernels, DenseMatrix a, DenseMatrix b, DenseMatrix w, SparseMatrix s) {
    Products products = new Products(kernels);
    DenseMatrix back = DenseMatrix.zeros(w.rows(), w.columns());
    float[] scratch = new float[Products.scratchSize(w.rows(), w.columns())];
    products.matmulTransposed(a, b, back, scratch, false);
    DenseMatrix there = DenseMatrix.zeros(a.rows(), w.columns());
    products.matmul(a, w, there, false);
    products.spmm(s, b, there, true);
    float[] dots = new float[s.entryCount()];
    products.sddmm(s.pattern(), 1, there, b, dots);
    products.edgeSoftmax(s.pattern(), 1, dots);
    float[] result = new float[back.array().length + there.array().length + dots.length];
    System.arraycopy(back.array(), 0, result, 0, back.array().length);
    System.arraycopy(there.array(), 0, result, back.array().length, there.array().length);
    System.arraycopy(dots, 0, result, result.length - dots.length, dots.length);
    return result;
  }
}
