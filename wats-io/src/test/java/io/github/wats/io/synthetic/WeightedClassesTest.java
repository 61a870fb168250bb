package io.github.wats.io.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WeightedClassesTest {
  /**
   * Class 0 has nodes 1 and 4 (weight 2), class 1 has node 0 (6), class 2 has 2 and 3 (0 and 2).
   */
  private static final WeightedClasses CLASSES =
      new WeightedClasses(new int[] {1, 0, 2, 2, 0}, 3, new double[] {6, 1, 0, 2, 1});

  @Test
  void drawsClassesInProportionToTheirWeight() {
    assertThat(tenths().map(k -> CLASSES.drawClass(unit(k))))
        .containsExactly(0, 0, 1, 1, 1, 1, 1, 1, 2, 2);
  }

  @Test
  void drawsOtherClassesOnly() {
    assertThat(tenths().map(k -> CLASSES.drawOtherClass(1, unit(k))))
        .containsExactly(0, 0, 0, 0, 0, 2, 2, 2, 2, 2);
    assertThat(IntStream.range(0, 8).map(k -> CLASSES.drawOtherClass(2, (k + 0.5) / 8)))
        .containsExactly(0, 0, 1, 1, 1, 1, 1, 1);
  }

  @Test
  void drawsNodesOfTheClassWithAWeight() {
    assertThat(tenths().map(k -> CLASSES.drawNode(0, unit(k))).distinct()).containsExactly(1, 4);
    assertThat(tenths().map(k -> CLASSES.drawNode(2, unit(k))).distinct()).containsExactly(3);
  }

  @Test
  void countsClassesWithAWeight() {
    assertThat(CLASSES.connectedCount()).isEqualTo(3);
    assertThat(new WeightedClasses(new int[] {0, 1}, 3, new double[] {0, 1}).connectedCount())
        .isEqualTo(1);
  }

  private static IntStream tenths() {
    return IntStream.range(0, 10);
  }

  private static double unit(int tenth) {
    return (tenth + 0.5) / 10;
  }
}
