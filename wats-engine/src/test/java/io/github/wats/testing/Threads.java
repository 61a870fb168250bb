package io.github.wats.testing;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;

/** Runs work on a certain number of threads, to show that the result does not depend on it. */
public final class Threads {
  /** The numbers of threads that tests compare. */
  public static final List<Integer> COUNTS = List.of(1, 2, 4);

  private Threads() {}

  public static <T> T with(int threads, Supplier<T> work) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return pool.submit(work::get).join();
    } finally {
      pool.shutdown();
    }
  }
}
