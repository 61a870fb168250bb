package io.github.wats.io.npy;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.function.Executable;

/** Time of the processor, so that a busy machine raises no alarm. */
final class CpuTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private CpuTime() {}

  static void assertWithinASecond(Executable work) throws Throwable {
    long start = THREADS.getCurrentThreadCpuTime();
    work.execute();
    assertThat(THREADS.getCurrentThreadCpuTime() - start).isLessThan(1_000_000_000L);
  }
}
