package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.decision.DriftMonitor.Distribution;
import io.github.wats.decision.DriftMonitor.ExpectedAccuracy;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.decision.DriftMonitor.Summary;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.RandomGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftMonitorTest {
  /** A day: a random graph and logits, with labels drawn from their probabilities. */
  private record Day(CalibrationData data, Probabilities predicted) {
    static Day of(int nodes, int edges, double sharpness, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] rows = new double[nodes][];
      Arrays.setAll(rows, i -> random.doubles(4).map(x -> sharpness * x).toArray());
      Logits logits = Logits.of(rows);
      CalibrationData data =
          CalibrationData.of(RandomGraphs.uniform(nodes, edges, seed + 1), logits);
      return new Day(data, logits.softmax());
    }

    Labels labels(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      int[] labels = new int[predicted.nodeCount()];
      for (int i = 0; i < labels.length; i++) {
        double drawn = random.nextDouble();
        while (labels[i] < 3 && drawn >= predicted.get(i, labels[i])) {
          drawn -= predicted.get(i, labels[i]++);
        }
      }
      return Labels.of(4, labels);
    }

    List<Finding> checks(Summary then, double level) {
      return then.checks(data, predicted, level, 1);
    }
  }

  private static Summary summary(Day day) {
    return Summary.of(day.data, day.predicted).orElseThrow();
  }

  /** The level is low, so that there is something to count; small samples, so that limits bind. */
  @Test
  void raisesFewAlarmsOnAThousandDaysWithoutDrift() {
    double level = 0.8;
    int days = 1000;
    int alarms = 0;
    for (int day = 0; day < days; day++) {
      Summary then = summary(Day.of(120, 300, 4, 10L * day + 1));
      Day now = Day.of(80, 200, 4, 10L * day + 5);
      List<Finding> checks = new ArrayList<>(now.checks(then, level));
      double evidence = DriftMonitor.evidence(Outcomes.of(now.predicted, now.labels(day)));
      checks.add(new Finding("calibration", evidence, (checks.size() + 1) / (1 - level)));
      alarms += checks.stream().anyMatch(Finding::alarm) ? 1 : 0;
    }
    double error = 3 * Math.sqrt(level * (1 - level) / days);
    assertThat(alarms / (double) days).isLessThanOrEqualTo(1 - level + error);
  }

  /** Ville: the wealth ever exceeds 1/α in at most α of all runs. */
  @Test
  void evidenceAgainstCalibratedProbabilitiesStaysLow() {
    int above = 0;
    for (int run = 0; run < 1000; run++) {
      Day day = Day.of(300, 0, 5, run);
      double evidence = DriftMonitor.evidence(Outcomes.of(day.predicted, day.labels(run)));
      above += evidence > 10 ? 1 : 0;
    }
    assertThat(above / 1000.0).isLessThanOrEqualTo(0.1 + 3 * Math.sqrt(0.09 / 1000)).isPositive();
  }

  @Test
  void noticesOverconfidenceFromLabels() {
    Day day = Day.of(2000, 0, 3, 1);
    Day sharper = Day.of(2000, 0, 6, 1); // the same scores, doubled
    Labels labels = day.labels(2);
    assertThat(DriftMonitor.evidence(Outcomes.of(day.predicted, labels))).isLessThan(10);
    assertThat(DriftMonitor.evidence(Outcomes.of(sharper.predicted, labels)))
        .isGreaterThan(1e10)
        .isFinite();
    Day sharpest = Day.of(20_000, 0, 60, 1);
    Labels others = Day.of(20_000, 0, 3, 1).labels(2);
    assertThat(DriftMonitor.evidence(Outcomes.of(sharpest.predicted, others))).isFinite();
  }

  @Test
  void noticesOtherDegreesAndOtherConfidences() {
    Summary then = summary(Day.of(2000, 6000, 4, 1));
    assertThat(alarms(Day.of(2000, 6000, 4, 7).checks(then, 0.99))).isEmpty();
    assertThat(alarms(Day.of(2000, 20_000, 4, 7).checks(then, 0.99)))
        .contains("degree psi", "degree ks")
        .doesNotContain("confidence psi", "classes psi");
    assertThat(alarms(Day.of(2000, 6000, 8, 7).checks(then, 0.99)))
        .contains("confidence psi", "confidence ks")
        .doesNotContain("degree psi");
  }

  @Test
  void noticesAClassThatIsPredictedMoreOften() {
    Day day = Day.of(1000, 0, 4, 1);
    double[] shifted = day.data.logits().toArray();
    for (int k = 0; k < shifted.length; k += 4) {
      shifted[k] += 2;
    }
    Logits logits = Logits.of(1000, 4, shifted);
    List<Finding> checks =
        summary(day).checks(day.data.withLogits(logits), logits.softmax(), 0.99, 0);
    assertThat(alarms(checks)).contains("classes psi");
    assertThat(checks)
        .extracting(Finding::name)
        .as("there is no graph")
        .containsExactly("confidence psi", "confidence ks", "classes psi");
  }

  private static List<String> alarms(List<Finding> checks) {
    return checks.stream().filter(Finding::alarm).map(Finding::name).toList();
  }

  @Test
  void leavesNodesOutThatAFitHasSeen() {
    Day day = Day.of(50, 100, 4, 1);
    NodeSet train = NodeSet.of(50, 0, 1, 2);
    NodeSet validation = NodeSet.of(50, 3, 4);
    CalibrationData data = day.data.withSplit(new Split(train, validation, NodeSet.of(50, 5, 6)));
    assertThat(Summary.of(data, day.predicted).orElseThrow().nodes()).isEqualTo(45);
    NodeSet none = NodeSet.of(50);
    CalibrationData all = day.data.withSplit(new Split(NodeSet.all(50), none, none));
    NodeSet rest = NodeSet.of(50, IntStream.range(3, 50).toArray());
    assertThat(DriftMonitor.monitored(day.data.withSplit(new Split(train, rest, none))))
        .as("where there are no others")
        .isEqualTo(rest);
    assertThat(Summary.of(all, day.predicted)).isEmpty();
  }

  /** Two nodes of confidence 0.9 and 0.6: mean 0.75, ± 1.96 √(0.09 + 0.24) / 2. */
  @Test
  void expectsTheMeanConfidenceAsAccuracy() {
    Probabilities predicted = Probabilities.of(new double[][] {{0.9, 0.1}, {0.4, 0.6}});
    ExpectedAccuracy expected = ExpectedAccuracy.of(predicted, NodeSet.all(2));
    assertThat(expected.value()).isEqualTo(0.75);
    assertThat(expected.low()).isEqualTo(0.75 - 1.959963984540054 * Math.sqrt(0.33) / 2);
    assertThat(expected.high()).isEqualTo(1);
  }

  @Test
  void refusesOtherClassesAndBrokenDistributions() {
    Summary then = summary(Day.of(50, 100, 4, 1));
    Probabilities two = Probabilities.of(50, 2, halves(100));
    assertThatThrownBy(() -> then.checks(Day.of(50, 100, 4, 1).data, two, 0.99, 0))
        .hasMessage("the fit had 4 classes, got 2");
    assertThatThrownBy(() -> new Distribution(List.of(1.0, 1.0), List.of(0.5, 1.0)))
        .hasMessageContaining("must rise");
    assertThatThrownBy(() -> new Distribution(List.of(1.0, 2.0), List.of(0.5)))
        .hasMessageContaining("a share each");
  }

  private static double[] halves(int count) {
    double[] values = new double[count];
    Arrays.fill(values, 0.5);
    return values;
  }
}
