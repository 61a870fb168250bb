package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowsTest {
  private static final long MUCH = Long.MAX_VALUE;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void visitsEveryRowOnce(int threads) {
    for (int rows : new int[] {0, 1, 63, 64, 65, 1000}) {
      assertEachVisitedOnce(rows, threads, visit -> Rows.forEach(rows, MUCH, visit));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void blocksHaveAtLeastSoManyRowsButTheLast(int threads) {
    for (int rows : new int[] {0, 9, 10, 11, 95, 1000}) {
      assertEachVisitedOnce(
          rows,
          threads,
          visit ->
              Rows.forEach(
                  rows,
                  MUCH,
                  10,
                  (from, to) -> {
                    assertThat(to - from >= 10 || to == rows).isTrue();
                    visit.run(from, to);
                  }));
    }
  }

  private static void assertEachVisitedOnce(int rows, int threads, Consumer<Rows.Block> loop) {
    AtomicIntegerArray visits = new AtomicIntegerArray(Math.max(1, rows));
    in(
        threads,
        () ->
            loop.accept(
                (from, to) -> {
                  for (int i = from; i < to; i++) {
                    visits.incrementAndGet(i);
                  }
                }));
    for (int i = 0; i < rows; i++) {
      assertThat(visits.get(i)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void addsInAnOrderThatDoesNotDependOnTheThreads(int threads) {
    double[] terms = new double[10_001];
    Arrays.setAll(terms, i -> Math.sin(i) * 1e8);
    double[] sum = new double[1];
    in(threads, () -> sum[0] = Rows.sum(terms.length, MUCH, (from, to) -> sum(terms, from, to)));
    assertThat(sum[0]).isEqualTo(Rows.sum(terms.length, 0, (from, to) -> sum(terms, from, to)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void passesOnWhatABlockThrows(int threads) {
    assertThatThrownBy(
            () ->
                in(
                    threads,
                    () ->
                        Rows.forEach(
                            1000,
                            MUCH,
                            (from, to) -> {
                              if (from <= 500 && 500 < to) {
                                throw new IllegalStateException("row 500");
                              }
                            })))
        .hasStackTraceContaining("row 500");
  }

  private static double sum(double[] terms, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += terms[i];
    }
    return sum;
  }

  private static void in(int threads, Runnable work) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      pool.submit(work).join();
    } finally {
      pool.shutdown();
    }
  }
}
