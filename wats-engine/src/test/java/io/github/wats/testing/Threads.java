package io.github.wats.testing;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs work on a certain number of threads, to show that the result does not depend on it. */
public final class Threads {
  /** The numbers of threads that tests compare. */
  public static final List<Integer> COUNTS = List.of(1, 2, 4);

  private Threads() {}

  public static <T> T with(int threads, Supplier<T> work) {
    return with(threads, work, pool -> {});
  }

  /** The same for work that must be large enough to be split between threads. */
  public static <T> T inParallel(int threads, Supplier<T> work) {
    return with(
        threads,
        work,
        pool -> {
          if (pool.getPoolSize() < 2) {
            throw new AssertionError("the work is too small: it stayed on one thread");
          }
        });
  }

  private static <T> T with(int threads, Supplier<T> work, Consumer<ForkJoinPool> check) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      T result = pool.submit(work::get).join();
      check.accept(pool);
      return result;
    } finally {
      pool.shutdown();
    }
  }
}
