package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HeapTest {
  @Test
  void letsWorkBeginThatFits() {
    assertThatCode(() -> Heap.require(1_000_000, "little work")).doesNotThrowAnyException();
  }

  @Test
  void refusesWorkThatDoesNotFitWithTheNumbers() {
    assertThatThrownBy(() -> Heap.require(5_000_000_000_000L, "a training on many nodes"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(
            "a training on many nodes needs about 5000\\.0 GB of memory beside the \\d+\\.\\d GB in"
                + " use, but the heap ends at \\d+\\.\\d GB: give Java more with"
                + " WATS_JAVA_OPTS=-Xmx4\\d{3}g or use a smaller graph");
  }
}
