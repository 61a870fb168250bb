package io.github.wats.linalg;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;

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
    if (rows <= 0) {
      return;
    }
    if (work < SMALL_WORK || rows == 1) {
      body.run(0, rows);
      return;
    }
    invoke(new Range(rows, Math.max(1, (rows + BLOCKS - 1) / BLOCKS), body));
  }

  /** The sum of {@code body} over fixed blocks of rows, added in block order. */
  public static double sum(int rows, long work, BlockSum body) {
    int size = Math.max(1, (rows + BLOCKS - 1) / BLOCKS);
    int blocks = (rows + size - 1) / size;
    double[] partial = new double[blocks];
    forEach(
        blocks,
        work,
        (first, last) -> {
          for (int b = first; b < last; b++) {
            partial[b] = body.sum(b * size, (int) Math.min(rows, (b + 1L) * size));
          }
        });
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

  private static void invoke(Range range) {
    if (threads() == 1) {
      range.runAll();
    } else if (ForkJoinTask.inForkJoinPool()) {
      range.invoke();
    } else {
      ForkJoinPool.commonPool().invoke(range);
    }
  }

  /** All blocks of one loop: one task a block, forked from the last so that the first run first. */
  private static final class Range extends RecursiveAction {
    private static final long serialVersionUID = 1L;

    private final int rows;
    private final int size;
    private final transient Block body;

    Range(int rows, int size, Block body) {
      this.rows = rows;
      this.size = size;
      this.body = body;
    }

    void runAll() {
      for (long from = 0; from < rows; from += size) {
        body.run((int) from, (int) Math.min(rows, from + size));
      }
    }

    @Override
    protected void compute() {
      List<ForkJoinTask<?>> tasks = new ArrayList<>();
      for (long from = 0; from < rows; from += size) {
        long first = from;
        tasks.add(
            ForkJoinTask.adapt(() -> body.run((int) first, (int) Math.min(rows, first + size))));
      }
      invokeAll(tasks);
    }
  }
}
