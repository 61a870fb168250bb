package io.github.wats.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.Explanation.Contribution;
import io.github.wats.calibration.Explanation.OfLogits;
import io.github.wats.report.ChangedNodes.Node;
import io.github.wats.report.Section.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ChangedNodesTest {
  private static OfLogits explanation(double[] leads, boolean kept, boolean labelsUsed) {
    List<Contribution> contributions = new ArrayList<>();
    for (int k = 0; k < leads.length; k++) {
      contributions.add(
          new Contribution("part-" + k, "the words of part " + k, List.of(-5.0, 0.0, leads[k])));
    }
    return new OfLogits(17, 2, 0.6, 0.345, kept ? 1 : 2, kept, labelsUsed, contributions);
  }

  private static ChangedNodes changed(String name, int degree, OfLogits why) {
    return new ChangedNodes(
        "ridge", List.of(new Node(name, OptionalInt.of(degree))), List.of(why), List.of());
  }

  private static Block.Grid cards(ChangedNodes changed) {
    return ChangedNodesSection.of(changed).blocks().stream()
        .filter(Block.Grid.class::isInstance)
        .map(Block.Grid.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void showsEachShareOfTheLeadAndTheirSum() {
    OfLogits why = explanation(new double[] {1.25, 0, 0.5, -0.001, -0.25, -2.5}, true, true);
    Block.Grid cards = cards(changed("Ada", 4, why));
    assertThat(cards.table().rows())
        .containsExactly(
            List.of(
                "Ada",
                "4",
                "2",
                "60.0\u00a0%",
                "34.5\u00a0%",
                "+1.25",
                "0.00",
                "+0.50",
                "0.00",
                "−0.25",
                "−2.50",
                "−1.00"));
    assertThat(cards.notes())
        .containsExactly(
            "Besides the global temperature, mainly the words of part 5: favors class 1 over class"
                + " 2. The model prefers class 1; the prediction was kept.");
  }

  @Test
  void namesClassesAndCountsNoNeighborsWithoutAGraph() {
    OfLogits why = explanation(new double[] {1.25, 0, 0.5, -0.001, -0.25, -2.5}, true, true);
    Node node = new Node("Ada", OptionalInt.empty());
    List<String> names = List.of("theory", "rules", "neural");
    Block.Grid cards = cards(new ChangedNodes("ridge", List.of(node), List.of(why), names));
    assertThat(cards.table().rows().get(0)).startsWith("Ada", "unknown", "neural");
    assertThat(cards.notes().get(0))
        .contains("favors class rules over class neural", "prefers class rules");
  }

  @Test
  void saysThatNothingButTheTemperatureChangedANode() {
    OfLogits why = explanation(new double[] {1.25, 0, 0, 0, 0, 0}, false, false);
    Block.Grid cards = cards(changed("0", 0, why));
    assertThat(cards.notes()).containsExactly("Changed by the global temperature alone.");
  }

  @Test
  void saysWhetherLabelsWereUsed() {
    OfLogits without = explanation(new double[6], false, false);
    assertThat(ChangedNodesSection.of(changed("0", 0, without)).blocks())
        .contains(new Block.Paragraph("Labels of neighbors were not used."));
    OfLogits with = explanation(new double[6], false, true);
    assertThat(ChangedNodesSection.of(changed("0", 0, with)).blocks())
        .contains(
            new Block.Paragraph(
                "Known labels of training and validation neighbors were used, never a node's"
                    + " own."));
  }

  @Test
  void showsTemperaturesBesideTheMedianOfAllNodes() {
    Block.Grid cards = cards(Samples.changedByTemperature(List.of("a", "b", "c")));
    assertThat(cards.table().header())
        .endsWith("Temperature", "wave0", "wave1", "wave2", "wave3", "wave4");
    assertThat(cards.table().rows().get(0))
        .contains("a", "1", "41.0\u00a0%", "93.0\u00a0%", "0.500");
    assertThat(cards.table().rows().get(3))
        .startsWith("Median of all nodes", "", "", "", "", "0.800", "0.100");
    assertThat(cards.notes().get(0))
        .isEqualTo("Raises confidence, more than the median temperature would.");
    assertThat(cards.notes().get(1)).isEqualTo("Has the median temperature.");
    assertThat(cards.notes().get(2))
        .isEqualTo("Lowers confidence, more than the median temperature would.");
  }

  @Test
  void wantsAnExplanationForEachNode() {
    assertThatThrownBy(
            () ->
                new ChangedNodes(
                    "ridge", List.of(new Node("0", OptionalInt.of(0))), List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there must be an explanation for each of 1 nodes, got 0");
  }
}
