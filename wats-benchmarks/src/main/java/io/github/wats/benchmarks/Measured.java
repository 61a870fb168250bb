package io.github.wats.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.function.Supplier;
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
    long cpuStart = cpuNanos();
    long start = System.nanoTime();
    T result = work.get();
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuSeconds = (cpuNanos() - cpuStart) / 1e9;
    long peak = heap().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
    return new Measured<>(seconds, cpuSeconds, peak - before, result);
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static Stream<MemoryPoolMXBean> heap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP);
  }
}
