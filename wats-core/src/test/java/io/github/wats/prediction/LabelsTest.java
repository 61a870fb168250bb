package io.github.wats.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelsTest {
  @Test
  void countsTheNodesOfEachClassAndNoUnknownLabel() {
    Labels labels = Labels.of(4, new int[] {2, 0, Labels.UNKNOWN, 2, 3});
    assertThat(labels.counts()).containsExactly(1, 0, 2, 1);
  }
}
