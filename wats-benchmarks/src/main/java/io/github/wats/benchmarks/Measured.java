package io.github.wats.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What one run of some work took.
 *
 * @param seconds wall time
 * @param cpuSeconds processor time of all threads, garbage collection and compilation included:
 *     what to compare when the machine has other work
 * @param extraBytes the highest use of the heap during the work beyond what was in use before,
 *     garbage not yet collected included: an upper bound of what the work needs
 * @param result what the work returned
 */
record Measured<T>(double seconds, double cpuSeconds, long extraBytes, T result) {

  static <T> Measured<T> of(Supplier<T> work) {
    System.gc();
    long before = heap().mapToLong(pool -> pool.getUsage().getUsed()).sum();
    heap().forEach(MemoryPoolMXBean::resetPeakUsage);
    double cpuStart = processSeconds();
    long start = System.nanoTime();
    T result = work.get();
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuSeconds = processSeconds() - cpuStart;
    long peak = heap().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    return new Measured<>(seconds, cpuSeconds, peak - before, result);
  }

  /** Does the work in a pool of its own. */
  static <T> T onThreads(int threads, Callable<T> work) {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return pool.submit(work).join();
    } finally {
      pool.shutdown();
    }
  }

  /** Processor time of this thread. */
  static double threadSeconds() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
  }

  /** Processor time of this thread for one call: the median of the second half of the rounds. */
  static double warmSeconds(int rounds, Runnable work) {
    List<Double> times = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      double start = threadSeconds();
      work.run();
      times.add(threadSeconds() - start);
    }
    return median(times.subList(rounds / 2, rounds));
  }

  /** Processor time of all threads, in steps of 10 ms. */
  static double processSeconds() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        / 1e9;
  }

  /** NaN without values. */
  static double median(Collection<Double> values) {
    double[] sorted = values.stream().mapToDouble(v -> v).sorted().toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** The median of each column. */
  static double[] medians(List<double[]> rows) {
    return IntStream.range(0, rows.get(0).length)
        .mapToDouble(column -> median(rows.stream().map(row -> row[column]).toList()))
        .toArray();
  }

  private static Stream<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP);
  }
}
