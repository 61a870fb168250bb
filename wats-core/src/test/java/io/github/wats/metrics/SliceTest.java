package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.Slice.Groups;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SliceTest {
  private static final int NODES = 600;

  /** Calibrated, but for nodes 0 … {@code wrong} − 1, which are right less often by 0.3. */
  private static Outcomes outcomes(int wrong, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[NODES][];
    int[] labels = new int[NODES];
    for (int i = 0; i < NODES; i++) {
      double confidence = 0.6 + 0.4 * random.nextDouble();
      rows[i] = new double[] {confidence, 1 - confidence};
      labels[i] = random.nextDouble() < confidence - (i < wrong ? 0.3 : 0) ? 0 : 1;
    }
    return Outcomes.of(Probabilities.of(rows), Labels.of(2, labels));
  }

  /** Confidences 0.8 and 0.6, one of two right: P(0) = 0.08, P(1) = 0.44, P(2) = 0.48. */
  @Test
  void twoNodesByHand() {
    Outcomes two =
        Outcomes.of(
            Probabilities.of(new double[][] {{0.8, 0.2}, {0.6, 0.4}}),
            Labels.of(2, new int[] {0, 1}));
    Slice slice = Slice.of(two, List.of(Groups.byName("all", 2, node -> "all"))).get(0);
    assertThat(slice.confidence()).isCloseTo(0.7, within(1e-15));
    assertThat(slice.gap()).isCloseTo(0.2, within(1e-15));
    assertThat(slice.pValue()).isCloseTo(1, within(1e-12)); // 2 · min(0.52, 0.92) is above 1
    List<Slice> single = Slice.of(two, List.of(Groups.byName("node", 2, node -> "n" + node)));
    assertThat(single).extracting(Slice::count).containsExactly(1, 1);
    assertThat(single.get(1).pValue()).isCloseTo(0.8, within(1e-12)); // 2 · (1 − 0.6)
    assertThat(single.get(1).interval().low()).isLessThan(0);
    assertThat(single.get(1).interval().high()).isCloseTo(0.6, within(1e-12));
  }

  @Test
  void namesTheWorstSliceOnlyIfItIsNoChance() {
    Outcomes far = outcomes(60, 1);
    List<Slice> slices = Slice.of(far, List.of(byTen(far)));
    Slice worst = Slice.worst(slices).orElseThrow();
    assertThat(worst.name()).isEqualTo("0–59");
    assertThat(worst.gap()).isBetween(0.15, 0.45);
    assertThat(worst.holm()).isCloseTo(Math.min(1, 10 * worst.pValue()), within(1e-12));
    assertThat(worst.interval().low()).isPositive();
    int false10 = 0;
    for (int seed = 0; seed < 200; seed++) {
      Outcomes fine = outcomes(0, 50 + seed);
      false10 += Slice.worst(Slice.of(fine, List.of(byTen(fine)))).isPresent() ? 1 : 0;
    }
    assertThat(false10).as("of 200, at level 0.05").isLessThan(18);
  }

  private static Groups byTen(Outcomes outcomes) {
    return Groups.byValue("node", NODES, node -> node, 10, "none");
  }

  @Test
  void exactAndNormalPValuesAgree() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] rows = new double[1001][];
    int[] labels = new int[1001];
    for (int i = 0; i < rows.length; i++) {
      double confidence = 0.6 + 0.4 * random.nextDouble();
      rows[i] = new double[] {confidence, 1 - confidence};
      labels[i] = random.nextDouble() < confidence - 0.02 ? 0 : 1;
    }
    Probabilities p = Probabilities.of(rows);
    Outcomes all = Outcomes.of(p, Labels.of(2, labels));
    labels[1000] = Labels.UNKNOWN;
    Outcomes less = Outcomes.of(p, Labels.of(2, labels));
    double normal =
        Slice.of(all, List.of(Groups.byName("x", all.size(), i -> "x"))).get(0).pValue();
    double exact =
        Slice.of(less, List.of(Groups.byName("x", less.size(), i -> "x"))).get(0).pValue();
    assertThat(normal).isBetween(0.001, 0.9).isCloseTo(exact, within(0.15 * exact));
  }

  @Test
  void groupsKeepEqualValuesTogetherAndNameThem() {
    Outcomes all = outcomes(0, 2);
    List<Slice> few =
        Slice.of(all, List.of(Groups.byValue("d", NODES, node -> node % 3, 5, "none")));
    assertThat(few).extracting(Slice::name).containsExactly("0", "1", "2");
    List<Slice> skewed =
        Slice.of(
            all,
            List.of(
                Groups.byValue(
                    "d",
                    NODES,
                    node -> node < 400 ? 1 : node < 500 ? node : Double.NaN,
                    4,
                    "none")));
    assertThat(skewed).extracting(Slice::name).containsExactly("1", "400–499", "none");
    assertThat(skewed).extracting(Slice::count).containsExactly(400, 100, 100);
    List<Slice> heavy =
        Slice.of(all, List.of(Groups.byValue("d", NODES, n -> n < 30 ? n : 2485, 5, "")));
    assertThat(heavy).extracting(Slice::name).containsExactly("0–29", "2485");
    List<Slice> byConfidence =
        Slice.of(all, List.of(Groups.byValue("c", NODES, all::confidence, 5, "")));
    assertThat(byConfidence).extracting(Slice::count).containsOnly(120);
    assertThat(byConfidence.get(0).name()).startsWith("0.6").contains("–");
    assertThatThrownBy(() -> Groups.byValue("d", NODES, node -> node, 0, ""))
        .hasMessage("there must be at least one group, got 0");
  }

  @Test
  void refusesANameForEveryNode() {
    SplittableRandom random = new SplittableRandom(4);
    double[][] rows = new double[1001][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {0.5 + random.nextDouble() / 2, 0};
      rows[i][1] = 1 - rows[i][0];
    }
    Outcomes many = Outcomes.of(Probabilities.of(rows), Labels.of(2, new int[1001]));
    assertThatThrownBy(() -> Groups.byName("id", many.size(), Integer::toString))
        .hasMessage(
            "nodes must have at most 1000 different names, got 1001; write a coarser column");
  }
}
