package io.github.wats.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

class GroupedRowsTest {
  private static final int N = 400;
  private static final int[] STARTS = {0, 90, 90, 301}; // the second group is empty
  private static final int GROUPS = 3;
  private static final int COUNT = 301;
  private static final int INNER = 21;
  private static final int WIDTH = 18;

  private static final SparsePattern PATTERN = RandomGraphs.uniform(N, 4000, 4).adjacency();
  private static final SparseMatrix S = SparseMatrix.wrap(PATTERN, random(PATTERN.entryCount(), 1));
  private static final int[] ROWS =
      new SplittableRandom(2).ints(COUNT, 0, N).toArray(); // of S, some more than once

  private static float[] random(int length, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[length];
    for (int e = 0; e < length; e++) {
      values[e] = (float) (random.nextDouble() * 2 - 1);
    }
    return values;
  }

  private static float[][] perGroup(int length, long seed) {
    float[][] values = new float[GROUPS][];
    Arrays.setAll(values, g -> random(length, seed + g));
    return values;
  }

  private static int groupOf(int row) {
    return row < STARTS[1] ? 0 : 2;
  }

  /** Runs on several numbers of threads, with plain loops and the best ones: the same bits. */
  private static float[] same(int length, BiConsumer<GroupedRows, float[]> run) {
    float[] first = new float[length];
    run.accept(GroupedRows.of(Products.with(Kernels.plain()), STARTS), first);
    for (int threads : Threads.COUNTS) {
      float[] other = new float[length];
      GroupedRows rows = GroupedRows.of(Products.with(Kernels.best()), STARTS);
      Threads.with(
          threads,
          () -> {
            run.accept(rows, other);
            return 0;
          });
      assertThat(other).as("%d threads", threads).isEqualTo(first);
    }
    return first;
  }

  @Test
  void multipliesEachRowByTheMatrixOfItsGroup() {
    float[] a = random(COUNT * INNER, 3);
    float[][] b = perGroup(INNER * WIDTH, 4);
    float[] c = same(COUNT * WIDTH, (rows, to) -> rows.multiply(a, b, to, INNER, WIDTH));
    for (int k = 0; k < COUNT; k++) {
      for (int j = 0; j < WIDTH; j++) {
        double sum = 0;
        for (int l = 0; l < INNER; l++) {
          sum += (double) a[k * INNER + l] * b[groupOf(k)][l * WIDTH + j];
        }
        assertThat((double) c[k * WIDTH + j]).isCloseTo(sum, offset(1e-5));
      }
    }
  }

  @Test
  void addsTheTransposedProductOfEachGroup() {
    float[] a = random(COUNT * INNER, 3);
    float[] b = random(COUNT * WIDTH, 4);
    float[] c =
        same(
            GROUPS * INNER * WIDTH,
            (rows, to) -> {
              Arrays.fill(to, 1);
              rows.addTransposed(a, b, to, INNER, WIDTH);
            });
    double[] expected = new double[c.length];
    Arrays.fill(expected, 1);
    for (int k = 0; k < COUNT; k++) {
      for (int e = 0; e < INNER * WIDTH; e++) {
        expected[groupOf(k) * INNER * WIDTH + e] +=
            (double) a[k * INNER + e / WIDTH] * b[k * WIDTH + e % WIDTH];
      }
    }
    for (int e = 0; e < c.length; e++) {
      assertThat((double) c[e]).isCloseTo(expected[e], offset(1e-4));
    }
  }

  @Test
  void gathersFromTheMatrixOfTheGroupAndScattersBack() {
    float[][] b = perGroup(N * WIDTH, 5);
    float[] c = same(COUNT * WIDTH, (rows, to) -> rows.gather(S, ROWS, b, to, WIDTH));
    float[] back = same(N * WIDTH, (rows, to) -> rows.addScattered(S, ROWS, 2, c, to, WIDTH));
    double[] expected = new double[back.length];
    for (int k = 0; k < COUNT; k++) {
      int i = ROWS[k];
      for (int j = 0; j < WIDTH; j++) {
        double sum = 0;
        for (int e = PATTERN.offset(i); e < PATTERN.offset(i + 1); e++) {
          sum += (double) S.value(e) * b[groupOf(k)][PATTERN.column(e) * WIDTH + j];
          if (groupOf(k) == 2) {
            expected[PATTERN.column(e) * WIDTH + j] += (double) S.value(e) * c[k * WIDTH + j];
          }
        }
        assertThat((double) c[k * WIDTH + j]).isCloseTo(sum, offset(1e-5));
      }
    }
    for (int e = 0; e < back.length; e++) {
      assertThat((double) back[e]).isCloseTo(expected[e], offset(1e-4));
    }
  }
}
