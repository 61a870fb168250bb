package io.github.wats.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.wats.linalg.KernelWarmUp.Routine;
import org.junit.jupiter.api.Test;

class KernelWarmUpTest {
  @Test
  void startsPlainAndTurnsToVectorsWhenTheyAreFaster() throws InterruptedException {
    assumeTrue(Kernels.best() != Kernels.plain(), "needs jdk.incubator.vector");
    int width = 48; // no other test uses it
    Kernels chosen = KernelWarmUp.choose(Routine.GATHER, width, Long.MAX_VALUE);
    assertThat(chosen).isSameAs(Kernels.plain());
    for (int wait = 0; wait < 500 && chosen == Kernels.plain(); wait++) {
      Thread.sleep(20);
      chosen = KernelWarmUp.choose(Routine.GATHER, width, Long.MAX_VALUE);
    }
    assertThat(chosen).isSameAs(Kernels.best());
  }

  @Test
  void leavesSmallWorkPlain() throws InterruptedException {
    Kernels chosen = Kernels.plain();
    for (int wait = 0; wait < 10; wait++) {
      chosen = KernelWarmUp.choose(Routine.MULTIPLY, 49, 1000);
      Thread.sleep(5);
    }
    assertThat(chosen).isSameAs(Kernels.plain());
  }
}
