package io.github.wats.internal;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * The parallel row loop. It runs on the {@link ForkJoinPool} the caller runs in, else on the common
 * pool, so whoever wants a certain number of threads calls from a pool of that size. Blocks do not
 * depend on the number of threads; a body writes only its own rows, and sums over blocks are joined
 * in block order, so results are the same bits for any number of threads.
 */
public final class Rows {
  /** Below this many elementary operations a loop is faster on the calling thread (~20 µs). */
  static final long SMALL_WORK = 1 << 15;

  /** Enough blocks to balance rows of unequal length over a handful of threads. */
  private static final int BLOCKS = 64;

  private Rows() {}

  /** Works on the rows {@code from} to {@code to − 1}. */
  @FunctionalInterface
  public interface Block {
    void run(int from, int to);
  }

  /** A partial sum over the rows {@code from} to {@code to − 1}. */
  @FunctionalInterface
  public interface BlockSum {
    double sum(int from, int to);
  }

  /**
   * Runs {@code body} over all rows in blocks.
   *
   * @param work roughly how many elementary operations all rows need together: small loops stay on
   *     the calling thread
   */
  public static void forEach(int rows, long work, Block body) {
    forEach(rows, work, 1, body);
  }

  /**
   * The same in blocks of at least so many rows, but for the last: for a body that takes many at a
   * time.
   */
  public static void forEach(int rows, long work, int least, Block body) {
    if (rows <= 0) {
      return;
    }
    if (work < SMALL_WORK || rows <= least) {
      body.run(0, rows);
      return;
    }
    Loop loop = new Loop(rows, Math.max(least, (rows + BLOCKS - 1) / BLOCKS), body);
    int helpers = Math.min(threads(), loop.blocks) - 1;
    if (helpers == 0) {
      loop.run();
    } else {
      runWithHelpers(loop, helpers);
    }
  }

  /** Runs {@code body} for each row; {@code work} as above. */
  public static void forEachRow(int rows, long work, IntConsumer body) {
    forEach(
        rows,
        work,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            body.accept(i);
          }
        });
  }

  /** The sum of {@code body} over fixed blocks of rows, added in block order. */
  public static double sum(int rows, long work, BlockSum body) {
    int size = Math.max(1, (rows + BLOCKS - 1) / BLOCKS);
    int blocks = (rows + size - 1) / size;
    double[] partial = new double[blocks];
    forEachRow(
        blocks, work, b -> partial[b] = body.sum(b * size, (int) Math.min(rows, (b + 1L) * size)));
    double total = 0;
    for (double value : partial) {
      total += value;
    }
    return total;
  }

  /** How many threads the calling thread's loops may use. */
  public static int threads() {
    ForkJoinPool pool = ForkJoinTask.getPool();
    return pool != null ? pool.getParallelism() : ForkJoinPool.getCommonPoolParallelism() + 1;
  }

  /** The caller works too; a helper that has not started by the time all is done is taken back. */
  private static void runWithHelpers(Loop loop, int count) {
    ForkJoinTask<?>[] helpers = new ForkJoinTask<?>[count];
    for (int h = 0; h < count; h++) {
      helpers[h] = ForkJoinTask.adapt(loop).fork();
    }
    try {
      loop.run();
    } finally {
      loop.stop();
      for (int h = count - 1; h >= 0; h--) {
        if (!helpers[h].tryUnfork()) {
          helpers[h].quietlyJoin();
        }
      }
    }
    for (ForkJoinTask<?> helper : helpers) {
      if (helper.isCompletedAbnormally()) {
        helper.join(); // throws what the helper met
      }
    }
  }

  /** The blocks of one loop; whoever is free takes the next one. */
  private static final class Loop implements Runnable {
    private final int rows;
    private final int size;
    private final int blocks;
    private final Block body;
    private final AtomicInteger next = new AtomicInteger();

    Loop(int rows, int size, Block body) {
      this.rows = rows;
      this.size = size;
      this.blocks = (rows + size - 1) / size;
      this.body = body;
    }

    @Override
    public void run() {
      for (int b = next.getAndIncrement(); b < blocks; b = next.getAndIncrement()) {
        body.run(b * size, (int) Math.min(rows, (b + 1L) * size));
      }
    }

    /** Leaves no block to take: after a failure no thread goes on. */
    void stop() {
      next.set(blocks);
    }
  }
}
