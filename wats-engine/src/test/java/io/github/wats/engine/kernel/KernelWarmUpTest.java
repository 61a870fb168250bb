package io.github.wats.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.wats.engine.kernel.KernelWarmUp.Routine;
import org.junit.jupiter.api.Test;

class KernelWarmUpTest {
  private static final long MUCH = 1L << 40;

  @Test
  void startsPlainAndTurnsToVectorsWhenTheyAreFaster() throws InterruptedException {
    assumeTrue(Kernels.best() != Kernels.plain(), "needs jdk.incubator.vector");
    int width = 48; // no other test uses it
    Kernels chosen = KernelWarmUp.choose(Routine.GATHER, width, MUCH);
    assertThat(chosen).isSameAs(Kernels.plain());
    for (int wait = 0; wait < 3000 && chosen == Kernels.plain(); wait++) {
      Thread.sleep(20);
      chosen = KernelWarmUp.choose(Routine.GATHER, width, MUCH);
    }
    assertThat(chosen).isSameAs(Kernels.best());
  }

  @Test
  void beginsWhenEnoughWorkIsDone() {
    assumeTrue(Kernels.best() != Kernels.plain(), "needs jdk.incubator.vector");
    for (int product = 0; product < 1000; product++) {
      assertThat(KernelWarmUp.choose(Routine.MULTIPLY, 49, 1000)).isSameAs(Kernels.plain());
    }
    assertThat(KernelWarmUp.isCold(Routine.MULTIPLY, 49)).isTrue();
    KernelWarmUp.choose(Routine.MULTIPLY, 50, MUCH);
    assertThat(KernelWarmUp.isCold(Routine.MULTIPLY, 50)).isFalse();
  }
}
