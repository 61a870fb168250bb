package io.github.wats.engine.kernel;

import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Lets the compiler work on the vector loops before anybody waits for them. Until it has, a vector
 * operation is an object, a call and a hundred times too slow, which costs a training of seconds
 * half a second to three. So the first product of a kind runs on the plain loops, and a thread of
 * its own runs the vector loop on a small example until it beats the plain one; from then on
 * products use it. Both give the same bits, so results do not depend on when that is.
 */
final class KernelWarmUp {
  /** A loop and an example of it. */
  enum Routine {
    MULTIPLY {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        kernels.multiply(e.a, e.b, e.c, Example.INNER, e.width, 0, Example.ROWS, add);
      }
    },
    MULTIPLY_TRANSPOSED {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        int inner = Example.INNER;
        kernels.multiplyTransposed(
            e.a, e.b, e.c, 0, inner, e.width, 0, Example.ROWS, 0, inner, add);
      }
    },
    GATHER {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        int all = heads * e.width;
        kernels.gather(e.rows, e.columns, e.weights, heads, e.b, e.c, all, 0, Example.ROWS, add);
      }
    },
    GATHER_ONES {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        kernels.gatherOnes(e.rows, e.columns, e.b, e.c, e.width, 0, Example.ROWS, add);
      }
    },
    SCATTER {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        kernels.scatter(
            e.rows, e.columns, e.weights, e.b, e.c, e.width, 0, e.width, 0, Example.ROWS);
      }
    },
    SCATTER_ONES {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        kernels.scatterOnes(e.offsets, e.columns, e.b, e.c, e.width);
      }
    },
    RELU_SUMS {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        Columns b = new Columns(e.b, 0, 0);
        Columns x = new Columns(e.b, e.width, 0);
        float[] none = {};
        float[] added = heads == 1 ? none : e.extra;
        float[] keep = add ? e.extra : none;
        kernels.reluSums(e.listed, 0, Example.ROWS, e.listed, b, x, added, keep, e.c, e.width);
      }
    },
    RELU_SLOPES {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        Columns x = new Columns(e.b, e.width, 0);
        kernels.reluSlopes(
            e.listed, 0, Example.ROWS, e.listed, e.b, 1, e.c, x, e.extra, e.sums, 0, e.width);
      }
    },
    CHOSEN_ROWS {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        int stripe = BinaryMatrix.STRIPE;
        kernels.addChosenRows(e.choices, e.b, stripe, 0, e.stripes, 0, e.choices.rows());
      }
    },
    ENTRY_DOTS {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        int all = heads * e.width;
        kernels.entryDots(e.offsets, e.columns, heads, e.b, e.b, e.weights, all, 0, Example.ROWS);
        Arrays.fill(e.weights, 0);
      }
    },
    HEAD_DOTS {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        kernels.headDots(e.b, e.b, e.c, heads, heads * e.width, 0, Example.ROWS);
      }
    },
    SEGMENT_SOFTMAX {
      @Override
      void run(Kernels kernels, Example e, int heads, boolean add) {
        kernels.segmentSoftmax(e.offsets, heads, e.weights, 0, Example.ROWS);
      }
    };

    /**
     * Calls the loop. With one head and with two, adding and not: a compiled loop that meets a way
     * it has not seen is thrown away.
     */
    abstract void run(Kernels kernels, Example e, int heads, boolean add);
  }

  private static final int COLD = 0;
  private static final int WARMING = 1;
  private static final int READY = 2;

  /** Wider rows take the 64-column loop and that of the rest, so this many widths are all. */
  private static final int WIDTHS = 128;

  /**
   * The work, in multiplications, done or expected of a loop when its warm-up starts: a quarter of
   * a second. The compiler takes some tens of milliseconds for each loop, and a short training on a
   * small graph would not win them back.
   */
  private static final long WORTHWHILE = 1 << 28;

  /** What must be made up for before a failed warm-up is tried again: some seconds of work. */
  private static final long UNTIL_NEXT_TRY = -16 * WORTHWHILE;

  /** A product is seldom alone: so many of it are expected. */
  private static final int MANY = 64;

  private static final int RUNS = 3;
  private static final int CALLS_PER_RUN = 20;

  /** The compiler takes up a method after some 600 calls of it. */
  private static final int ROUNDS_TO_BE_NOTICED = 12;

  private static final long PAUSE_NANOS = 3_000_000;

  /** Rounds in a row that must be faster. */
  private static final int WINS_NEEDED = 2;

  /** Two seconds on an idle machine; a loop that is no faster by then stays plain. */
  private static final int MOST_ROUNDS = 400;

  private static final Map<Routine, AtomicIntegerArray> STATES = new EnumMap<>(Routine.class);
  private static final Map<Routine, AtomicLongArray> WORK_DONE = new EnumMap<>(Routine.class);

  /** One thread, which ends when there has been nothing to do for a second. */
  private static final ThreadPoolExecutor THREAD =
      new ThreadPoolExecutor(
          1,
          1,
          1,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          work -> {
            Thread thread = new Thread(work, "wats-kernel-warm-up");
            thread.setDaemon(true);
            return thread;
          });

  static {
    for (Routine routine : Routine.values()) {
      STATES.put(routine, new AtomicIntegerArray(WIDTHS));
      WORK_DONE.put(routine, new AtomicLongArray(WIDTHS));
    }
    THREAD.allowCoreThreadTimeOut(true);
  }

  private KernelWarmUp() {}

  /**
   * The vector loop for rows of this width where it is known to be compiled, else the plain one.
   */
  static Kernels choose(Routine routine, int width, long work) {
    AtomicIntegerArray states = Objects.requireNonNull(STATES.get(routine));
    AtomicLongArray workDone = Objects.requireNonNull(WORK_DONE.get(routine));
    int key = key(width);
    if (states.get(key) == READY) {
      return Kernels.best();
    }
    long done = workDone.addAndGet(key, work);
    if (done + MANY * work >= WORTHWHILE && states.compareAndSet(key, COLD, WARMING)) {
      THREAD.execute(
          () -> {
            boolean ready = warm(routine, width);
            workDone.set(key, UNTIL_NEXT_TRY);
            states.set(key, ready ? READY : COLD);
          });
    }
    return PlainKernels.INSTANCE;
  }

  /** Whether no warm-up of this loop has begun, or the last one has failed. */
  static boolean isCold(Routine routine, int width) {
    return Objects.requireNonNull(STATES.get(routine)).get(key(width)) == COLD;
  }

  private static int key(int width) {
    return width < 64 ? width : 64 + width % 64;
  }

  /** Whether the vector loop has become the faster one. */
  private static boolean warm(Routine routine, int width) {
    Kernels fast = Kernels.best(); // here for the first time: loading it takes milliseconds
    if (fast == PlainKernels.INSTANCE) {
      return false;
    }
    Example example = new Example(width);
    int wins = 0;
    for (int round = 0; round < MOST_ROUNDS && wins < WINS_NEEDED; round++) {
      boolean faster = isFaster(fast, routine, example);
      if (round >= ROUNDS_TO_BE_NOTICED) { // before, both are only half compiled
        wins = faster ? wins + 1 : 0;
        pause();
      }
    }
    return wins == WINS_NEEDED;
  }

  /** Waits for the compiler; every further call would only make garbage. */
  private static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** Whether the slowest of a few runs beats the plain loop's fastest: other work is no excuse. */
  private static boolean isFaster(Kernels fast, Routine routine, Example example) {
    long plain = Long.MAX_VALUE;
    long slowest = 0;
    for (int run = 0; run < RUNS; run++) {
      plain = Math.min(plain, nanos(PlainKernels.INSTANCE, routine, example));
      slowest = Math.max(slowest, nanos(fast, routine, example));
    }
    return slowest < plain;
  }

  private static long nanos(Kernels kernels, Routine routine, Example example) {
    long start = System.nanoTime();
    for (int call = 0; call < CALLS_PER_RUN; call++) {
      routine.run(kernels, example, 1 + call % 2, call % 3 == 0);
    }
    return System.nanoTime() - start;
  }

  /** Small arrays of the right shapes. */
  private static final class Example {
    static final int ROWS = 16;
    static final int INNER = 16;
    private static final int PER_ROW = 4;

    final int width;
    final int[] offsets = new int[ROWS + 1];
    final RowParts rows = RowParts.all(offsets);
    final int[] columns = new int[ROWS * PER_ROW];
    final float[] weights = new float[2 * ROWS * PER_ROW];
    final float[] a = new float[ROWS * INNER];
    final float[] b;
    final float[] c;
    final float[] extra;
    final float[] sums;
    final int[] listed = new int[ROWS];
    final BinaryMatrix choices;
    final float[] stripes = new float[ROWS * BinaryMatrix.STRIPE];

    Example(int width) {
      this.width = width;
      this.b = new float[2 * ROWS * width];
      this.c = new float[2 * ROWS * width];
      this.extra = new float[ROWS * width];
      this.sums = new float[width];
      Arrays.setAll(listed, i -> i);
      Arrays.setAll(offsets, i -> i * PER_ROW);
      Arrays.setAll(columns, k -> k % PER_ROW * 3); // rising in each row
      float[] ones = new float[columns.length];
      Arrays.fill(ones, 1);
      this.choices =
          BinaryMatrix.from(SparseMatrix.wrap(SparsePattern.wrap(INNER, offsets, columns), ones));
    }
  }
}
