package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.calibration.scaling.Uncalibrated;
import io.github.wats.decision.CalibrationBaseline.Change;
import io.github.wats.decision.CalibrationBaseline.Gap;
import io.github.wats.decision.DriftMonitor.ExpectedAccuracy;
import io.github.wats.graph.Graph;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalibrationBaselineTest {
  private static final double FALSE_ALARM = 0.01;
  private static final double MARGIN = 0.02;
  private static final int FIT = 200;
  private static final int NEW = 8000;

  /**
   * Nodes whose logits are too sharp; a part of them is calibrated on, the labels of others arrive.
   */
  private record Day(CalibrationData data, NodeSet fresh) {
    static Day of(double sharpness, long seed) {
      int n = FIT + NEW;
      SplittableRandom random = new SplittableRandom(seed);
      double[][] rows = new double[n][];
      Arrays.setAll(rows, i -> random.doubles(4).map(x -> 4 * x).toArray());
      Probabilities truth = Logits.of(rows).softmax();
      int[] labels = new int[n];
      for (int i = 0; i < n; i++) {
        double drawn = random.nextDouble();
        while (labels[i] < 3 && drawn >= truth.get(i, labels[i])) {
          drawn -= truth.get(i, labels[i]++);
        }
      }
      for (double[] row : rows) {
        Arrays.setAll(row, c -> sharpness * row[c]);
      }
      NodeSet fit = NodeSet.of(n, IntStream.range(0, FIT).toArray());
      NodeSet fresh = NodeSet.of(n, IntStream.range(FIT, n).toArray());
      CalibrationData data =
          CalibrationData.of(Graph.fromEdges(n, new int[0], new int[0]), Logits.of(rows))
              .withLabels(Labels.of(4, labels))
              .withSplit(new Split(NodeSet.of(n), fit, fresh));
      return new Day(data, fresh);
    }

    Outcomes outcomes(Probabilities calibrated) {
      return Outcomes.of(calibrated, data.requireLabels(), fresh);
    }
  }

  private static CalibrationBaseline crossFitted(Calibrator<?> calibrator, Day day) {
    return CalibrationBaseline.crossFitted(calibrator, day.data, 0, note -> {}).orElseThrow();
  }

  private static boolean alarms(CalibrationBaseline then, Outcomes now, double margin) {
    return CalibrationBaseline.check(then.changes(now, FALSE_ALARM, margin), FALSE_ALARM).alarm();
  }

  /**
   * Temperatures fitted to 200 nodes are never exact. Against perfect calibration that is an alarm
   * on many days, against the calibration at the fit on none, even without a margin.
   */
  @Test
  void anInexactFitIsNoDrift() {
    CalibrationBaseline perfect = new CalibrationBaseline(List.of(new Gap(0, 1, FIT, 0, 0)));
    int fromPerfect = 0;
    int fromFit = 0;
    int covered = 0;
    int coveredIfPerfect = 0;
    int days = 100;
    for (int run = 0; run < days; run++) {
      Day day = Day.of(2, run);
      Probabilities calibrated =
          TemperatureScaling.DEFAULT.fit(day.data, run).calibrate(day.data).probabilities();
      Outcomes now = day.outcomes(calibrated);
      CalibrationBaseline then = crossFitted(TemperatureScaling.DEFAULT, day);
      fromPerfect += alarms(perfect, now, 0) ? 1 : 0;
      fromFit += alarms(then, now, 0) ? 1 : 0;
      covered += covers(ExpectedAccuracy.of(calibrated, day.fresh, Optional.of(then)), now);
      coveredIfPerfect += covers(ExpectedAccuracy.of(calibrated, day.fresh, Optional.empty()), now);
    }
    assertThat(fromPerfect).isGreaterThan(20);
    assertThat(fromFit).isZero();
    assertThat(coveredIfPerfect).as("without the uncertainty of the fit").isLessThan(70);
    assertThat(covered).as("of 100 intervals of 95 %").isBetween(90, 100);
  }

  private static int covers(ExpectedAccuracy expected, Outcomes now) {
    long correct = IntStream.range(0, now.size()).filter(now::isCorrect).count();
    double accuracy = correct / (double) now.size();
    return expected.low() <= accuracy && accuracy <= expected.high() ? 1 : 0;
  }

  @Test
  void noticesWhatIsWorseThanAtTheFit() {
    Day day = Day.of(2, 1);
    Outcomes sharper = day.outcomes(Day.of(3, 1).data.logits().softmax());
    CalibrationBaseline then = crossFitted(TemperatureScaling.DEFAULT, day);
    assertThat(alarms(then, sharper, MARGIN)).isTrue();
    Change all = then.changes(sharper, FALSE_ALARM, MARGIN).get(0);
    assertThat(all.now().mean()).as("probabilities are too high").isLessThan(all.low());
    assertThat(alarms(then, sharper, 0.5)).as("a wide margin").isFalse();

    CalibrationBaseline network = crossFitted(new Uncalibrated(), Day.of(3, 1));
    assertThat(network.gaps().get(0).mean()).isLessThan(-0.1);
    assertThat(alarms(network, sharper, MARGIN)).as("it was as sharp at the fit").isFalse();
  }

  /** A gap of 0.06 is an alarm after one of −0.1, and none after one of 0.1. */
  @Test
  void aSmallerGapIsNoAlarm() {
    List<Double> confidences = new ArrayList<>();
    List<Boolean> correct = new ArrayList<>();
    for (int k = 0; k < 4000; k++) {
      confidences.add(0.7);
      correct.add(k % 100 < 76);
    }
    Outcomes now = outcomes(confidences, correct);
    for (double gap : new double[] {0.1, -0.1}) {
      CalibrationBaseline then = new CalibrationBaseline(List.of(new Gap(0, 1, 9000, gap, 0.003)));
      assertThat(alarms(then, now, MARGIN)).as("gap %s at the fit", gap).isEqualTo(gap < 0);
    }
  }

  /** Ville: at the edge of what is allowed, the wealth exceeds 5/α in at most α/5 of all runs. */
  @Test
  void wealthStaysLowAtTheEdgeOfTheMargin() {
    int above = 0;
    for (int run = 0; run < 500; run++) {
      SplittableRandom random = new SplittableRandom(run);
      List<Double> confidences = new ArrayList<>();
      List<Boolean> correct = new ArrayList<>();
      for (int k = 0; k < 400; k++) {
        double p = 0.5 + 0.4 * random.nextDouble();
        confidences.add(p);
        correct.add(random.nextDouble() < p + MARGIN);
      }
      CalibrationBaseline then = new CalibrationBaseline(List.of(new Gap(0, 1, 1000, 0, 0)));
      List<Change> changes = then.changes(outcomes(confidences, correct), 0.5, MARGIN);
      above += CalibrationBaseline.check(changes, 0.5).alarm() ? 1 : 0;
    }
    assertThat(above / 500.0).isLessThanOrEqualTo(0.1 + 3 * Math.sqrt(0.09 / 500)).isPositive();
  }

  /** Nodes of a file sorted by class: first the wrong predictions, then the right ones. */
  @Test
  void theOrderOfTheNodesDoesNotMatter() {
    List<Double> confidences = new ArrayList<>();
    List<Boolean> wrongFirst = new ArrayList<>();
    for (int k = 0; k < 500; k++) {
      confidences.add(0.8);
      wrongFirst.add(k >= 100);
    }
    List<Boolean> mixed = new ArrayList<>();
    IntStream.range(0, 500).forEach(k -> mixed.add(k % 5 != 0));
    CalibrationBaseline then = new CalibrationBaseline(List.of(new Gap(0, 1, 500, 0, 0.02)));
    double sorted = then.changes(outcomes(confidences, wrongFirst), FALSE_ALARM, 0).get(0).wealth();
    assertThat(sorted).isLessThan(1);
    assertThat(then.changes(outcomes(confidences, mixed), FALSE_ALARM, 0).get(0).wealth())
        .isCloseTo(sorted, within(1e-9));
  }

  private static Outcomes outcomes(List<Double> confidences, List<Boolean> correct) {
    double[][] rows = new double[correct.size()][];
    Arrays.setAll(rows, k -> new double[] {confidences.get(k), 1 - confidences.get(k)});
    int[] labels = correct.stream().mapToInt(right -> right ? 0 : 1).toArray();
    return Outcomes.of(Probabilities.of(rows), Labels.of(2, labels));
  }

  /**
   * Residuals 0.1 and −0.6: mean −0.25; variance (0.09 + 0.24) / 1, above that of the residuals.
   */
  @Test
  void gapsAreMeansWithTheirStandardErrors() {
    Outcomes two = outcomes(List.of(0.9, 0.6), List.of(true, false));
    Gap all = Gap.of(two, 0, 1);
    assertThat(all.nodes()).isEqualTo(2);
    assertThat(all.mean()).isCloseTo(-0.25, within(1e-15));
    assertThat(all.error()).isCloseTo(Math.sqrt(0.33 / 2), within(1e-15));
    assertThat(Gap.of(two, 0.9, 1).nodes()).isEqualTo(1);
    assertThat(Gap.of(two, 0, 0.9).mean()).isCloseTo(-0.6, within(1e-15));
    assertThat(Gap.of(two, 0, 0.5)).isEqualTo(new Gap(0, 0.5, 0, 0, 0));
  }

  @Test
  void rangesOfFewNodesAreLeftOut() {
    List<Double> confidences = new ArrayList<>();
    List<Boolean> correct = new ArrayList<>();
    for (int k = 0; k < 90; k++) {
      confidences.add(k < 60 ? 0.7 : 0.95);
      correct.add(k % 3 > 0);
    }
    CalibrationBaseline found =
        CalibrationBaseline.of(outcomes(confidences, correct), note -> {}).orElseThrow();
    assertThat(found.gaps()).extracting(Gap::range).containsExactly("all", "below 0.9");
    assertThat(
            CalibrationBaseline.of(
                outcomes(confidences.subList(0, 49), correct.subList(0, 49)), note -> {}))
        .isEmpty();
  }

  @Test
  void saysWhyThereIsNoBaseline() {
    CalibrationData data = Day.of(2, 1).data;
    List<String> notes = new ArrayList<>();
    NodeSet few = NodeSet.of(data.nodeCount(), IntStream.range(0, 49).toArray());
    Split small = new Split(NodeSet.of(data.nodeCount()), few, NodeSet.of(data.nodeCount()));
    assertThat(
            CalibrationBaseline.crossFitted(
                TemperatureScaling.DEFAULT, data.withSplit(small), 0, notes::add))
        .isEmpty();
    assertThat(notes)
        .containsExactly(
            "monitor will not compare new labels: that needs 50 labeled nodes that the fit has not"
                + " seen, got 49");
  }

  @Test
  void refusesWhatNoBaselineCanHave() {
    assertThatThrownBy(() -> new Gap(0, 1, 60, Double.NaN, 0.1)).hasMessageContaining("mean");
    assertThatThrownBy(() -> new Gap(0, 1, 60, 1.5, 0.1)).hasMessageContaining("got 1.5");
    assertThatThrownBy(() -> new Gap(0, 1, 60, 0, -0.1)).hasMessageContaining("error");
    assertThatThrownBy(() -> new Gap(0, 1, 60, 0, Double.NaN)).hasMessageContaining("error");
    assertThatThrownBy(() -> new Gap(0, 1, -1, 0, 0.1)).hasMessageContaining("nodes");
    assertThatThrownBy(() -> new Gap(0.9, 0.5, 60, 0, 0.1)).hasMessageContaining("must rise");
    assertThatThrownBy(() -> new CalibrationBaseline(List.of())).hasMessageContaining("begin");
    assertThatThrownBy(() -> new CalibrationBaseline(List.of(new Gap(0, 0.9, 60, 0, 0.1))))
        .hasMessageContaining("all confidences");
  }
}
