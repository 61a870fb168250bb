package io.github.wats.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class NodeRangesTest {
  @Test
  void coversEveryNodeOnceHoweverItIsCut() {
    int[] hub = new int[101]; // row 50 holds all of 900 entries
    Arrays.fill(hub, 52, 101, 900);
    for (int count : new int[] {1, 2, 3, 16}) {
      assertCovers(NodeRanges.ofLargerEnds(100, count), 100);
      assertCovers(NodeRanges.ofSmallerEnds(100, count), 100);
      assertCovers(NodeRanges.ofStarts(hub, 900, count), 100);
      assertCovers(NodeRanges.ofLargerEnds(0, count), 0);
    }
  }

  @Test
  void throwsWhatTheFirstFailingRangeThrewAsItWas() {
    for (int threads : Threads.COUNTS) {
      for (int round = 0; round < 50; round++) {
        IllegalArgumentException first = new IllegalArgumentException("first");
        Throwable thrown = Threads.with(threads, () -> thrownBy(first));
        assertThat(thrown).isSameAs(first);
      }
    }
  }

  private static Throwable thrownBy(RuntimeException first) {
    try {
      NodeRanges.ofLargerEnds(1_000, 8)
          .forEach(
              (from, to) -> {
                throw from == 0 ? first : new IllegalStateException("from " + from);
              });
      return new AssertionError("nothing was thrown");
    } catch (RuntimeException e) {
      return e;
    }
  }

  private static void assertCovers(NodeRanges ranges, int nodes) {
    AtomicIntegerArray visits = new AtomicIntegerArray(nodes);
    ranges.forEach(
        (from, to) -> {
          for (int i = from; i < to; i++) {
            visits.incrementAndGet(i);
          }
        });
    for (int i = 0; i < nodes; i++) {
      assertThat(visits.get(i)).isEqualTo(1);
    }
  }
}
