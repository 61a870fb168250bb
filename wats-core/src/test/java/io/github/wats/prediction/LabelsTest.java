package io.github.wats.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LabelsTest {
  @Test
  void countsTheNodesOfEachClassAndNoUnknownLabel() {
    Labels labels = Labels.of(4, new int[] {2, 0, Labels.UNKNOWN, 2, 3});
    assertThat(labels.counts()).containsExactly(1, 0, 2, 1);
  }

  @Test
  void refusesWhatIsNoClass() {
    assertThat(Labels.of(2, new int[] {1, 0, -1}).isKnown(2)).isFalse();
    assertThatThrownBy(() -> Labels.of(2, new int[] {0, 2}))
        .hasMessage("labels must be in 0 … 1, or -1 for unknown, got 2 at node 1");
    assertThatThrownBy(() -> Labels.of(2, new int[] {-2})).hasMessageContaining("got -2 at node 0");
    assertThatThrownBy(() -> Labels.of(0, new int[0])).hasMessageContaining("at least one class");
  }

  @Test
  void areEqualIfClassesAndValuesAre() {
    Labels labels = Labels.of(3, new int[] {1, 2});
    assertThat(labels).isEqualTo(Labels.of(3, new int[] {1, 2}));
    assertThat(labels).hasSameHashCodeAs(Labels.of(3, new int[] {1, 2}));
    assertThat(labels).isNotEqualTo(Labels.of(4, new int[] {1, 2}));
    assertThat(labels).isNotEqualTo(Labels.of(3, new int[] {1, 1}));
  }
}
