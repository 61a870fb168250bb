package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of accepted links at most a share of the risk is wrong, with the stated probability. */
@Tag("slow")
class PairAcceptanceSimulationTest {
  private static final int TRIALS = 2_000;
  private static final int PAIRS = 600;
  private static final double OVERCONFIDENT = 1.5;

  @Test
  void theErrorRateOfAcceptedLinksIsBoundedAsOftenAsStated() {
    double[] sorted =
        new Random(1)
            .doubles(400_000)
            .map(PairAcceptanceSimulationTest::quantile)
            .sorted()
            .toArray();
    double[] wrongAbove = new double[sorted.length]; // the error rate of all scores from one on
    double sum = 0;
    for (int k = sorted.length - 1; k >= 0; k--) {
      sum += 1 - sigmoid(sorted[k]);
      wrongAbove[k] = sum / (sorted.length - k);
    }
    Random random = new Random(2);
    int broken = 0;
    int found = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      double[] scores = new double[PAIRS];
      int[] labels = new int[PAIRS];
      for (int k = 0; k < PAIRS; k++) {
        double truth = quantile(random.nextDouble());
        scores[k] = OVERCONFIDENT * truth;
        labels[k] = random.nextDouble() < sigmoid(truth) ? 1 : 0;
      }
      Probabilities p = Logits.ofBinary(scores).softmax();
      NodeSet all = NodeSet.all(PAIRS);
      List<Choice> choices =
          Acceptance.choose(
              new Target(true, 0.1, 0.95),
              p,
              Labels.of(2, labels),
              all,
              all,
              NodeGroups.ofLabel(p.predictions(), 1, "links"));
      if (choices.get(0).found().isPresent()) {
        found++;
        double threshold = choices.get(0).found().get().threshold();
        double score = Math.log(threshold / (1 - threshold)) / OVERCONFIDENT;
        int place = Arrays.binarySearch(sorted, score);
        place = Math.min(sorted.length - 1, place >= 0 ? place : -place - 1);
        broken += wrongAbove[place] > 0.1 ? 1 : 0;
      }
    }
    System.out.println(
        "risk 10 % broken in " + broken + " of " + found + " trials with a threshold");
    assertThat(found).isGreaterThan(TRIALS * 9 / 10);
    assertThat(broken / (double) TRIALS).isBetween(0.005, 0.05 + 3 * Math.sqrt(0.0475 / TRIALS));
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  /** Of a logistic distribution, spread by 2. */
  private static double quantile(double share) {
    return 2 * Math.log(share / (1 - share));
  }
}
