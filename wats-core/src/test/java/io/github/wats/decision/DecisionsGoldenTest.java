package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.decision.CalibrationBaseline.Change;
import io.github.wats.decision.CalibrationBaseline.Gap;
import io.github.wats.decision.DriftMonitor.Distribution;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.decision.DriftMonitor.Summary;
import io.github.wats.decision.PredictionSets.Score;
import io.github.wats.decision.PredictionSets.Settings;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Golden;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The numbers that {@code golden/decisions.py} printed. */
class DecisionsGoldenTest {
  private static final JsonNode GOLDEN = Golden.read("decisions.json");
  private static final Probabilities PREDICTED = predicted();
  private static final Labels LABELS = Labels.of(4, Golden.ints(GOLDEN.get("labels")));
  private static final NodeSet CALIBRATION =
      NodeSet.of(PREDICTED.nodeCount(), Golden.ints(GOLDEN.get("calibration")));

  private static Probabilities predicted() {
    double[][] rows = Golden.matrix(GOLDEN.get("weights"));
    for (double[] row : rows) {
      double sum = Arrays.stream(row).sum();
      Arrays.setAll(row, c -> row[c] / sum);
    }
    return Probabilities.of(rows);
  }

  private static Graph graph() {
    GraphBuilder builder = GraphBuilder.withNodes(PREDICTED.nodeCount());
    GOLDEN.get("edges").forEach(e -> builder.edge(e.get(0).intValue(), e.get(1).intValue()));
    return builder.build();
  }

  @Test
  void boundsAgree() {
    for (JsonNode one : GOLDEN.get("upper")) {
      double[] row = Golden.doubles(one);
      assertThat(Binomial.upperBound((int) row[0], (int) row[1], row[2]))
          .isCloseTo(row[3], within(1e-12));
    }
  }

  @Test
  void thresholdsAgree() {
    JsonNode select = GOLDEN.get("select");
    double risk = select.get("risk").doubleValue();
    double level = select.get("level").doubleValue();
    Acceptance found =
        Acceptance.atRisk(
                Outcomes.of(PREDICTED, LABELS, CALIBRATION),
                Golden.doubles(select.get("grid")),
                risk,
                level)
            .orElseThrow();
    double[] expected = Golden.doubles(select.get("chosen"));
    assertThat(Acceptance.nodesNeeded(risk, level)).isEqualTo(select.get("needed").intValue());
    assertThat(found.threshold()).isEqualTo(expected[0]);
    assertThat(found.accepted()).isEqualTo((int) expected[1]);
    assertThat(found.errors()).isEqualTo((int) expected[2]);
    assertThat(found.bound()).isCloseTo(expected[3], within(1e-12));
  }

  @Test
  void setsAgree() {
    int n = PREDICTED.nodeCount();
    NodeSet test = NodeSet.of(n, IntStream.range(0, n).filter(i -> i % 2 == 1).toArray());
    assertThat(GOLDEN.get("sets").size()).isEqualTo(12);
    for (JsonNode expected : GOLDEN.get("sets")) {
      Score score = Score.valueOf(expected.get("score").stringValue().toUpperCase(Locale.ROOT));
      boolean byClass = expected.get("by").stringValue().equals("class");
      Settings settings = new Settings(0.8, score, expected.get("weight").doubleValue());
      PredictionSets sets =
          PredictionSets.of(
              settings,
              PREDICTED,
              LABELS,
              CALIBRATION,
              byClass ? NodeGroups.byLabel(LABELS, c -> "" + c) : NodeGroups.one(n),
              graph());
      assertThat(sets.thresholds().stream().mapToDouble(t -> t.value().orElseThrow()).toArray())
          .containsExactly(Golden.doubles(expected.get("thresholds")), within(1e-12));
      assertThat(IntStream.range(0, n).map(sets::size).toArray())
          .containsExactly(Golden.ints(expected.get("sizes")));
      assertThat(sets.measure(LABELS, test).orElseThrow().coverage())
          .isEqualTo(expected.get("coverage").doubleValue());
    }
  }

  @Test
  void driftAgrees() {
    JsonNode drift = GOLDEN.get("drift");
    double[] then = Golden.doubles(drift.get("then"));
    double[] now = Golden.doubles(drift.get("now"));
    Summary summary =
        new Summary(
            then.length,
            Map.of("confidence", Distribution.of(then)),
            List.of(0.25, 0.25, 0.25, 0.25),
            List.of(0.25, 0.25, 0.25, 0.25));
    double[][] rows = new double[now.length][];
    Arrays.setAll(
        rows, i -> new double[] {now[i], (1 - now[i]) / 3, (1 - now[i]) / 3, (1 - now[i]) / 3});
    Probabilities predicted = Probabilities.of(rows);
    CalibrationData data =
        CalibrationData.of(
            Graph.fromEdges(now.length, new int[0], new int[0]),
            Logits.of(now.length, 4, predicted.toArray()));
    List<Finding> checks = summary.checks(data, predicted, 0.05);
    assertThat(checks.get(0).value()).isCloseTo(drift.get("psi").doubleValue(), within(1e-12));
    assertThat(checks.get(1).value()).isCloseTo(drift.get("ks").doubleValue(), within(1e-12));
  }

  @Test
  void evidenceAgrees() {
    double expected = GOLDEN.get("evidence").doubleValue();
    CalibrationBaseline then =
        new CalibrationBaseline(
            List.of(
                new Gap(0, 1, 100, 0.02, 0.01),
                new Gap(0, 0.9, 60, 0, 0.02),
                new Gap(0.9, 1, 40, 0.01, 0.01)));
    List<Change> changes = then.changes(Outcomes.of(PREDICTED, LABELS), 0.1, 0.02);
    Finding check = CalibrationBaseline.check(changes, 0.1);
    assertThat(check.value()).isCloseTo(expected, within(1e-9 * expected));
    assertThat(check.limit()).isCloseTo(50, within(1e-12));
  }

  @Test
  void priorsAgree() {
    JsonNode prior = GOLDEN.get("prior");
    double[] from = Golden.doubles(prior.get("from"));
    double[] to = PREDICTED.estimatePrior(from);
    assertThat(to).containsExactly(Golden.doubles(prior.get("to")), within(1e-5));
    double[] row = new double[4];
    PREDICTED.withPrior(from, to).copyRow(0, row, 0);
    assertThat(row).containsExactly(Golden.doubles(prior.get("first")), within(1e-5));
  }
}
