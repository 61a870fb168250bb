package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SeedsTest {
  @Test
  void scalesBitsToTheWholeRange() {
    assertThat(Seeds.below(0, 10)).isZero();
    assertThat(Seeds.below(-1, 10)).isEqualTo(9);
    assertThat(Seeds.below(-1, Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE - 1);
    assertThat(Seeds.below(Long.MIN_VALUE, 10)).isEqualTo(5); // the highest bit alone: one half
  }

  @Test
  void drawsEveryNumberEquallyOften() {
    int[] times = new int[7];
    for (int k = 0; k < 70_000; k++) {
      times[Seeds.below(Seeds.bits(5, k), 7)]++;
    }
    assertThat(Arrays.stream(times).boxed()).allMatch(count -> Math.abs(count - 10_000) < 500);
  }

  @Test
  void givesStreamsOfTheirOwnToNamesAndNumbers() {
    assertThat(Seeds.derive(1, "a")).isNotEqualTo(Seeds.derive(1, "b"));
    assertThat(Seeds.derive(1, "a")).isNotEqualTo(Seeds.derive(2, "a"));
    assertThat(Seeds.derive(1, 0)).isNotEqualTo(Seeds.derive(1, 1));
  }
}
