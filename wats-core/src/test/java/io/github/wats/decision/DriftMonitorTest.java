package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.decision.CalibrationBaseline.Gap;
import io.github.wats.decision.DriftMonitor.Distribution;
import io.github.wats.decision.DriftMonitor.ExpectedAccuracy;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.decision.DriftMonitor.Summary;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.RandomGraphs;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftMonitorTest {
  /** A day: a random graph and logits. */
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

    List<Finding> checks(Summary then, double falseAlarm) {
      return then.checks(data, predicted, falseAlarm);
    }
  }

  private static Summary summary(Day day) {
    return Summary.of(day.data, day.predicted).orElseThrow();
  }

  /** Alarms are likely, so that there is something to count; small samples, so that limits bind. */
  @Test
  void raisesFewAlarmsOnAThousandDaysWithoutDrift() {
    double falseAlarm = 0.2;
    int days = 1000;
    int alarms = 0;
    for (int day = 0; day < days; day++) {
      Summary then = summary(Day.of(120, 300, 4, 10L * day + 1));
      Day now = Day.of(80, 200, 4, 10L * day + 5);
      alarms += now.checks(then, falseAlarm).stream().anyMatch(Finding::alarm) ? 1 : 0;
    }
    double error = 3 * Math.sqrt(falseAlarm * (1 - falseAlarm) / days);
    assertThat(alarms / (double) days).isLessThanOrEqualTo(falseAlarm + error);
  }

  @Test
  void noticesOtherDegreesAndOtherConfidences() {
    Summary then = summary(Day.of(2000, 6000, 4, 1));
    assertThat(alarms(Day.of(2000, 6000, 4, 7).checks(then, 0.01))).isEmpty();
    assertThat(alarms(Day.of(2000, 20_000, 4, 7).checks(then, 0.01)))
        .contains("degree psi", "degree ks")
        .doesNotContain("confidence psi", "classes psi");
    assertThat(alarms(Day.of(2000, 6000, 8, 7).checks(then, 0.01)))
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
    List<Finding> checks = summary(day).checks(day.data.withLogits(logits), logits.softmax(), 0.01);
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
    ExpectedAccuracy expected = ExpectedAccuracy.of(predicted, NodeSet.all(2), Optional.empty());
    assertThat(expected.value()).isEqualTo(0.75);
    assertThat(expected.low()).isEqualTo(0.75 - 1.959963984540054 * Math.sqrt(0.33) / 2);
    assertThat(expected.high()).isEqualTo(1);
  }

  /**
   * The gap of the fit moves the value, its error of 0.05 widens the interval: √(0.33/4 + 0.0025).
   */
  @Test
  void theExpectedAccuracyHasTheGapOfTheFitAndItsError() {
    Probabilities predicted = Probabilities.of(new double[][] {{0.9, 0.1}, {0.4, 0.6}});
    Gap all = new Gap(0, 1, 60, -0.05, 0.05);
    ExpectedAccuracy expected =
        ExpectedAccuracy.of(
            predicted, NodeSet.all(2), Optional.of(new CalibrationBaseline(List.of(all))));
    assertThat(expected.value()).isCloseTo(0.7, within(1e-15));
    assertThat(expected.low())
        .isCloseTo(0.7 - 1.959963984540054 * Math.sqrt(0.33 / 4 + 0.0025), within(1e-15));
  }

  @Test
  void refusesOtherClassesAndBrokenDistributions() {
    Summary then = summary(Day.of(50, 100, 4, 1));
    Probabilities two = Probabilities.of(50, 2, halves(100));
    assertThatThrownBy(() -> then.checks(Day.of(50, 100, 4, 1).data, two, 0.01))
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
