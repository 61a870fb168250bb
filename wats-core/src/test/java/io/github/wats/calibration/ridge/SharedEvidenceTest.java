package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.internal.ClassShares;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.RandomGraphs;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharedEvidenceTest {
  private static final int NODES = 150;
  private static final Layout LAYOUT = Layout.ridge(2, false);

  private static Design design(long seed) {
    Random random = new Random(seed);
    Graph graph = RandomGraphs.uniform(NODES, 300, 1);
    double[] scores = new double[NODES];
    int[] labels = new int[NODES];
    for (int i = 0; i < NODES; i++) {
      scores[i] = 2 * random.nextGaussian();
      labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-0.5 * scores[i] + seed)) ? 1 : 0;
    }
    NodeSet none = NodeSet.of(NODES);
    CalibrationData data =
        CalibrationData.of(graph, Logits.ofBinary(scores))
            .withLabels(Labels.of(2, labels))
            .withSplit(new Split(none, NodeSet.all(NODES), none));
    RidgeFit.Sample sample =
        RidgeFit.Sample.of(
            CalibrationRows.of(data),
            ClassShares.none(NODES),
            8,
            t -> data.columns(new RidgeInputs(2, t, true, false), KnownLabels.NONE));
    return Design.of(sample, LAYOUT);
  }

  /** λ of the second round, from sums over labels of γ and ‖x‖² at the first, one by one. */
  @Test
  void penaltiesAreThoseOfTheFormula() {
    List<Design> designs = List.of(design(0), design(1), design(2));
    double[] start = LAYOUT.startPenalties();
    double[] determined = new double[start.length];
    double[] squares = new double[start.length];
    for (Design design : designs) {
      PenalizedLoss loss = new PenalizedLoss(design);
      loss.penalize(Evidence.perParameter(LAYOUT, design.basePenalty(), start));
      Newton.Solution solved =
          Newton.solve(loss, LAYOUT.start(), Newton.Hessians.ALL).orElseThrow();
      double[] variances = solved.lastHessian().inverseDiagonal();
      for (int g = 0; g < start.length; g++) {
        for (int j = LAYOUT.spans().get(g).from(); j < LAYOUT.spans().get(g).to(); j++) {
          determined[g] += 1 - start[g] * variances[j];
          squares[g] += solved.x()[j] * solved.x()[j];
        }
      }
    }
    List<Optional<Evidence.Result>> found = Evidence.fit(designs);
    for (int g = 0; g < start.length; g++) {
      double expected = Math.min(1e4, Math.max(0.5, (determined[g] + 1) / (squares[g] + 0.004)));
      for (Optional<Evidence.Result> label : found) {
        assertThat(label.orElseThrow().rounds().get(1).penalties().get(g))
            .isCloseTo(expected, within(1e-9 * expected));
      }
    }
  }

  @Test
  void oneLabelIsTheFitOfItsNodes() {
    assertThat(Evidence.fit(List.of(design(1))).get(0).orElseThrow().x())
        .containsExactly(Evidence.fit(design(1)).orElseThrow().x());
  }
}
