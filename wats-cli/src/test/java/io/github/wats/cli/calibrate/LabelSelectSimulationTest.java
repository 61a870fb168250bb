package io.github.wats.cli.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.MultiLabelData;
import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.NodeGroups;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What {@code select --multi-label} promises: with probability 95 %, every label that is accepted
 * from a threshold on has the precision. Outcomes of a node are dependent, and the probabilities
 * are too high, so that many thresholds are near the bound.
 */
class LabelSelectSimulationTest {
  private static final int LABELS = 6;
  private static final int HELD_OUT = 800;
  private static final Graph GRAPH = Graph.fromEdges(HELD_OUT, new int[0], new int[0]);
  private static final int MANY = 40_000; // nodes that show the precision of a threshold

  @Test
  void promisesHoldInAFewDraws() {
    assertThat(broken(60)).isLessThanOrEqualTo(9); // of 60 at 5 %: more by chance in 0.2 %
  }

  @Test
  @Tag("slow")
  void promisesHold() {
    int trials = 2000;
    int broken = broken(trials);
    System.out.printf("select --multi-label: %d of %d broken%n", broken, trials);
    assertThat(broken).isLessThanOrEqualTo(130); // 100 at 5 %, and three standard deviations
  }

  private static int broken(int trials) {
    Random random = new Random(5);
    double[] population = new double[MANY * LABELS];
    int[] truth = draw(random, MANY, population);
    int broken = 0;
    int found = 0;
    for (int trial = 0; trial < trials; trial++) {
      double[] p = new double[HELD_OUT * LABELS];
      int[] outcomes = draw(random, HELD_OUT, p);
      NodeSet all = NodeSet.all(p.length);
      Probabilities predicted = Probabilities.ofRounded(p.length, 1, p);
      NodeGroups labels = NodeGroups.ofSeveral(MultiLabelData.of(GRAPH, LABELS), predicted);
      List<Choice> choices =
          Acceptance.choose(
              new Target(true, 0.3, 0.95), predicted, Labels.of(2, outcomes), all, all, labels);
      boolean wrong = false;
      for (int l = 0; l < LABELS; l++) {
        if (choices.get(l).found().isPresent()) {
          found++;
          wrong |= risk(population, truth, l, choices.get(l).found().get().threshold()) > 0.3;
        }
      }
      broken += wrong ? 1 : 0;
    }
    assertThat(found).isGreaterThan(trials); // there are thresholds to be wrong about
    return broken;
  }

  /** Writes probabilities and returns outcomes. */
  private static int[] draw(Random random, int nodes, double[] p) {
    int[] outcomes = new int[p.length];
    for (int i = 0; i < nodes; i++) {
      double own = random.nextGaussian();
      for (int l = 0; l < LABELS; l++) {
        double score = 1.5 * random.nextGaussian() + own;
        double truth = 1 / (1 + Math.exp(-score - 0.3 * l + 1));
        p[i * LABELS + l] = 1 / (1 + Math.exp(-2 * score));
        outcomes[i * LABELS + l] = random.nextDouble() < truth ? 1 : 0;
      }
    }
    return outcomes;
  }

  private static double risk(double[] p, int[] outcomes, int label, double threshold) {
    int[] accepted =
        IntStream.range(0, MANY)
            .map(i -> i * LABELS + label)
            .filter(k -> p[k] > 0.5 && p[k] >= threshold)
            .toArray();
    return 1 - Arrays.stream(accepted).map(k -> outcomes[k]).average().orElse(1);
  }
}
