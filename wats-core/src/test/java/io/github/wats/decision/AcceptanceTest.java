package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Measured;
import io.github.wats.decision.Acceptance.Rules;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.graph.Graph;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AcceptanceTest {
  /** Two classes, the first predicted with the given confidences; true where correct. */
  private static Outcomes outcomes(double[] confidences, boolean[] correct) {
    return Outcomes.of(probabilities(confidences), labels(correct));
  }

  private static Probabilities probabilities(double[] confidences) {
    double[][] rows = new double[confidences.length][];
    Arrays.setAll(rows, i -> new double[] {confidences[i], 1 - confidences[i]});
    return Probabilities.of(rows);
  }

  private static Labels labels(boolean[] correct) {
    return Labels.of(2, IntStream.range(0, correct.length).map(i -> correct[i] ? 0 : 1).toArray());
  }

  @Test
  void saysHowManyNodesARiskNeeds() {
    assertThat(Acceptance.nodesNeeded(0.02, 0.95)).isEqualTo(149);
    assertThat(Acceptance.nodesNeeded(0.05, 0.95)).isEqualTo(59);
    assertThat(Acceptance.nodesNeeded(0.5, 0.5)).isEqualTo(1);
    assertThat(Acceptance.nodesNeeded(1e-5, 0.95))
        .isEqualTo((int) Math.ceil(Math.log(0.05) / Math.log1p(-1e-5)));
  }

  /**
   * Risk 0.5 at level 0.75, so the tail may be at most ¼. Testing begins with 6 of 12 nodes at the
   * latest; with 5 nodes, 1 of 5 (a tail of 6/32) is certified.
   */
  @Test
  void stopsAtTheFirstThresholdThatFails() {
    double[] confidences = new double[12];
    Arrays.setAll(confidences, k -> 0.95 - 0.03 * k);
    boolean[] correct = new boolean[12];
    Arrays.fill(correct, true);
    correct[1] = false;
    correct[6] = false; // 1 of 6: 7/64, passes; 2 of 7: 29/128, passes, as do 8 and 9
    correct[9] = false;
    correct[10] = false; // 3 of 10: 176/1024, passes; 4 of 11: 562/2048 > ¼, fails
    Outcomes outcomes = outcomes(confidences, correct);
    Acceptance found = Acceptance.atRisk(outcomes, confidences, 0.5, 0.75).orElseThrow();
    assertThat(found.accepted()).isEqualTo(10);
    assertThat(found.errors()).isEqualTo(3);
    assertThat(found.threshold()).isEqualTo(confidences[9]);
    assertThat(found.coverage()).isEqualTo(10.0 / 12);
    assertThat(found.bound()).isEqualTo(Binomial.upperBound(3, 10, 0.75)).isLessThan(0.5);
    // 4 of 12 would pass again (794/4096), but the sequence has ended
    assertThat(Binomial.atMost(4, 12, 0.5)).isLessThan(0.25);
  }

  @Test
  void givesNoThresholdForARiskThatCannotBeReachedAndNamesTheLowest() {
    double[] confidences = new double[100];
    boolean[] correct = new boolean[100];
    Arrays.setAll(confidences, k -> 0.6 + 0.003 * k);
    IntStream.range(0, 100).forEach(k -> correct[k] = k % 3 != 0);
    Outcomes outcomes = outcomes(confidences, correct);
    assertThat(Acceptance.atRisk(outcomes, confidences, 0.05, 0.95)).isEmpty();
    double lowest = Acceptance.lowestRisk(outcomes, confidences, 0.95).orElseThrow();
    assertThat(lowest).isBetween(0.33, 0.7);
    assertThat(Acceptance.atRisk(outcomes, confidences, lowest, 0.95)).isPresent();
    assertThat(Acceptance.atRisk(outcomes, confidences, lowest - 0.001, 0.95)).isEmpty();
  }

  /**
   * Confidence u is uniform on (½, 1) and right with probability u², so accepting from t on has the
   * error rate 1 − (1 − t³) / (3 (1 − t)). Of 500 draws, at most 1 − level may break the bound.
   */
  @Test
  void keepsTheRiskInAllButTheStatedShareOfDraws() {
    int draws = 500;
    double risk = 0.2;
    double level = 0.9;
    int certified = 0;
    int violations = 0;
    int naive = 0;
    for (int draw = 0; draw < draws; draw++) {
      SplittableRandom random = new SplittableRandom(draw);
      double[] confidences = random.doubles(400, 0.5, 1).toArray();
      boolean[] correct = new boolean[400];
      for (int k = 0; k < 400; k++) {
        correct[k] = random.nextDouble() < confidences[k] * confidences[k];
      }
      double[] grid = random.doubles(100, 0.5, 1).toArray();
      Outcomes outcomes = outcomes(confidences, correct);
      var found = Acceptance.atRisk(outcomes, grid, risk, level);
      certified += found.isPresent() ? 1 : 0;
      violations += found.isPresent() && trueRisk(found.get().threshold()) > risk ? 1 : 0;
      double lowest =
          Arrays.stream(grid)
              .filter(
                  t -> {
                    Acceptance at = Acceptance.at(outcomes, t, level);
                    return at.accepted() > 20 && at.errors() <= risk * at.accepted();
                  })
              .min()
              .orElse(1);
      naive += lowest < 1 && trueRisk(lowest) > risk ? 1 : 0;
    }
    double error = 3 * Math.sqrt(level * (1 - level) / draws);
    assertThat(certified).isGreaterThan(draws / 2);
    assertThat(violations / (double) draws).isLessThanOrEqualTo(1 - level + error);
    assertThat(naive / (double) draws).as("the measured risk alone").isGreaterThan(0.4);
  }

  private static double trueRisk(double t) {
    return 1 - (1 - t * t * t) / (3 * (1 - t));
  }

  @Test
  void acceptsTheGivenCoverageAndBoundsItsRisk() {
    int n = 1000;
    double[] confidences = new double[2 * n];
    Arrays.setAll(confidences, i -> 0.5 + (i % n + 0.5) / (2.0 * n));
    boolean[] correct = new boolean[2 * n];
    IntStream.range(0, 2 * n).forEach(i -> correct[i] = i % n >= 300);
    Probabilities predicted = probabilities(confidences);
    List<Choice> choices =
        Acceptance.choose(
            new Target(false, 0.8, 0.95),
            predicted,
            labels(correct),
            range(2 * n, 0, n),
            range(2 * n, n, 2 * n),
            NodeGroups.one(2 * n));
    Acceptance found = choices.get(0).found().orElseThrow();
    assertThat(found.accepted()).isEqualTo(800);
    assertThat(found.errors()).isEqualTo(100);
    assertThat(found.bound()).isEqualTo(Binomial.upperBound(100, 800, 0.95));
  }

  @Test
  void dividesTheLevelAmongGroupsThatAreLargeEnough() {
    int n = 300;
    double[][] rows = new double[n][];
    int[] truth = new int[n];
    for (int i = 0; i < n; i++) { // class 0: 200 nodes, class 1: 99 nodes, class 2: one
      int c = i < 200 ? 0 : i < 299 ? 1 : 2;
      rows[i] = new double[] {0.1, 0.1, 0.1};
      rows[i][c] = 0.8;
      truth[i] = c;
    }
    Probabilities predicted = Probabilities.of(rows);
    NodeGroups groups = NodeGroups.byLabel(predicted.predictions(), c -> "" + c);
    NodeSet all = NodeSet.all(n);
    List<Choice> choices =
        Acceptance.choose(
            new Target(true, 0.05, 0.95), predicted, Labels.of(3, truth), all, all, groups);
    assertThat(choices.get(0).found().orElseThrow().level()).isEqualTo(0.975);
    assertThat(choices.get(0).needed())
        .isEqualTo(Acceptance.nodesNeeded(0.05, 0.975))
        .isEqualTo(72);
    assertThat(choices.get(1).found()).isPresent();
    assertThat(choices.get(2).found()).isEmpty();
    assertThat(choices.get(2).nodes()).isEqualTo(1);
    Rules rules = Rules.of(groups.by(), choices, "");
    boolean[] accept = rules.accept(predicted, graph(n)::degree);
    assertThat(accept[0]).isTrue();
    assertThat(accept[298]).isTrue();
    assertThat(accept[299]).as("the group of one node").isFalse();
    Measured measured = Measured.of(predicted, Labels.of(3, truth), all, accept);
    assertThat(measured.coverage()).isEqualTo(299.0 / 300);
    assertThat(measured.risk()).hasValue(0);
    assertThat(measured.interval().high()).isEqualTo(Binomial.interval(0, 299).high());
  }

  @Test
  void acceptsByDegreeWithStoredRules() {
    Graph star = Graph.fromEdges(4, new int[] {0, 0, 0}, new int[] {1, 2, 3});
    Rules rules =
        new Rules(
            NodeGroups.By.DEGREE,
            "",
            List.of(new Rules.Rule(0, 1, 0.9), new Rules.Rule(2, 9, 0.5)));
    assertThat(rules.accept(probabilities(new double[] {0.6, 0.8, 0.9, 0.95}), star::degree))
        .containsExactly(true, false, true, true);
  }

  @Test
  void refusesTargetsOutsideTheirRanges() {
    assertThatThrownBy(() -> new Target(true, 0, 0.95))
        .hasMessage("risk must be above 0 and below 1, got 0.0");
    assertThatThrownBy(() -> new Target(false, 1.5, 0.95))
        .hasMessage("accept share must be above 0 and below 1, got 1.5");
    assertThatThrownBy(() -> new Target(true, 0.1, 1)).hasMessageContaining("level must be above");
  }

  private static NodeSet range(int nodes, int from, int to) {
    return NodeSet.of(nodes, IntStream.range(from, to).toArray());
  }

  private static Graph graph(int nodes) {
    return Graph.fromEdges(nodes, new int[0], new int[0]);
  }

  /** Ten nodes, the eight most confident right: half of them are those from 0.75 on. */
  @Test
  void acceptsAShareAndBoundsItsErrors() {
    double[] confidences = new double[10];
    Arrays.setAll(confidences, k -> 0.95 - 0.04 * k);
    boolean[] correct = new boolean[10];
    Arrays.fill(correct, 0, 8, true);
    Target half = new Target(false, 0.5, 0.95);
    Choice choice = Acceptance.choose(half, probabilities(confidences), labels(correct));
    Acceptance found = choice.found().orElseThrow();
    assertThat(found.threshold()).isEqualTo(confidences[4]);
    assertThat(found.accepted()).isEqualTo(5);
    assertThat(found.risk()).isZero();
    assertThat(found.bound()).isEqualTo(Binomial.upperBound(0, 5, 0.95));
    assertThat(Acceptance.at(outcomes(confidences, correct), 0, 0.95).risk()).isEqualTo(0.2);
    assertThat(Acceptance.at(outcomes(confidences, correct), 1, 0.95).risk()).isNaN();
  }

  @Test
  void stepsBeginAtTheHighestThresholdThatAcceptsANode() {
    double[] confidences = {0.9, 0.8, 0.7, 0.6};
    boolean[] correct = {true, true, false, true};
    List<Acceptance> steps =
        Acceptance.steps(
            outcomes(confidences, correct), new double[] {0.95, 0.9, 0.8, 0.7, 0.6}, 0.95);
    assertThat(steps).extracting(Acceptance::accepted).containsExactly(1, 2, 3, 4);
    assertThat(steps).extracting(Acceptance::threshold).containsExactly(0.9, 0.8, 0.7, 0.6);
  }

  @Test
  void refusesRulesThatCannotBeStored() {
    assertThat(new Rules.Rule(0, 1, 0).threshold()).isZero();
    assertThat(new Rules.Rule(0, 1, 1).threshold()).isOne();
    assertThatThrownBy(() -> new Rules.Rule(0, 1, 1.01)).hasMessageContaining("in 0 … 1, got 1.01");
    assertThatThrownBy(() -> new Rules.Rule(0, 1, -0.01)).hasMessageContaining("got -0.01");
    assertThatThrownBy(() -> new Rules(NodeGroups.By.COMMUNITY, "", List.of()))
        .hasMessage("communities cannot be stored");
  }
}
