package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabelEvaluationTest {
  private static final double[] PROBABILITIES = {
    0.8, 0.1, 0.5, //
    0.4, 0.3, 0.5, //
    0.6, 0.2, 0.5, //
    0.9, 0.9, 0.9
  };

  /** Label 1 has the outcome 0 alone among the first three nodes; one of label 2 is unknown. */
  private static final Labels OUTCOMES =
      Labels.of(2, new int[] {1, 0, 1, 0, 0, -1, 1, 0, 0, 0, 1, 0});

  private static final Probabilities PREDICTED = Probabilities.ofRounded(12, 1, PROBABILITIES);

  private static LabelEvaluation of(int... rows) {
    return LabelEvaluation.of(PREDICTED, OUTCOMES, NodeSet.of(12, rows), row -> row % 3, 10);
  }

  private final LabelEvaluation measured = of(0, 1, 2, 3, 4, 5, 6, 7, 8);

  @Test
  void valuesAreThoseWorkedByHand() {
    assertThat(measured.labels()).extracting(LabelEvaluation.Label::label).containsExactly(0, 2);
    double first = -(Math.log(0.8) + Math.log(0.6) + Math.log(0.6)) / 3;
    double last = -Math.log(0.5);
    assertThat(measured.labels().get(0).values().get(Metric.NLL)).isCloseTo(first, within(1e-12));
    assertThat(measured.macro().get(Metric.NLL)).isCloseTo((first + last) / 2, within(1e-12));
    // (0.2² + 0.4² + 0.4²) / 3 and 0.5², each for both classes
    assertThat(measured.macro().get(Metric.BRIER)).isCloseTo((0.24 + 0.5) / 2, within(1e-12));
    // confidences .8 and twice .6, all right: gaps .2, .4, .4; then .5, of which one of two is
    // right
    assertThat(measured.labels().get(0).values().get(Metric.ECE)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(measured.labels().get(1).values().get(Metric.ECE)).isCloseTo(0, within(1e-12));
    assertThat(measured.labels().get(1).label()).isEqualTo(2);
    assertThat(measured.labels().get(1).nodes()).isEqualTo(2);
    assertThat(measured.labels().get(1).positives()).isEqualTo(1);
  }

  /** Rows 0 and 1 are of one node, row 3 of another: (0.2 + 0.4) · 2/3 and 0.6 · 2/3. */
  @Test
  void valuesByUnitHaveTheSameMean() {
    Outcomes rows = Outcomes.of(PREDICTED, OUTCOMES, new int[] {0, 1, 3});
    double[] values = {0.2, 0.4, 0.6};
    double[] units = rows.withUnits(row -> row / 3).byUnit(values);
    assertThat(units).containsExactly(new double[] {0.4, 0.4}, within(1e-15));
    assertThat(rows.byUnit(values)).isSameAs(values);
  }

  /** Each outcome three times, as three labels of a node that are always alike: as if once. */
  @Test
  void intervalsOfRepeatedOutcomesAreThoseOfOne() {
    double[] p = new double[600];
    int[] y = new int[600];
    Arrays.setAll(p, k -> 0.1 + 0.8 * (k / 3 % 10) / 10);
    Arrays.setAll(y, k -> k / 3 % 7 < 3 ? 1 : 0);
    Probabilities all = Probabilities.ofRounded(600, 1, p);
    Labels outcomes = Labels.of(2, y);
    int[] once = IntStream.range(0, 200).map(i -> 3 * i).toArray();
    Outcomes thrice = Outcomes.of(all, outcomes);
    Evaluation single = evaluated(Outcomes.of(all, outcomes, once));
    Evaluation units = evaluated(thrice.withUnits(row -> row / 3));
    Evaluation independent = evaluated(thrice);
    for (Metric metric : List.of(Metric.NLL, Metric.BRIER, Metric.ACCURACY)) {
      double expected = width(single, metric);
      assertThat(width(units, metric)).isCloseTo(expected, within(1e-9));
      assertThat(width(independent, metric)).isLessThan(0.8 * expected);
    }
    assertThat(units.calibrationTest()).isEmpty();
    assertThat(independent.calibrationTest()).isPresent();
    assertThat(widerByUnits(thrice)).isCloseTo(Math.sqrt(3), within(0.25));
    double[] far = new double[600];
    Arrays.fill(far, 0.9); // a gap of about 0.5, which must not widen its own interval
    Outcomes biased = Outcomes.of(Probabilities.ofRounded(600, 1, far), outcomes);
    assertThat(widerByUnits(biased)).isCloseTo(Math.sqrt(3), within(0.05));
  }

  /** Units of which one is of another size: a resample can have more outcomes than there are. */
  @Test
  void unitsMayDifferInSize() {
    double[] p = new double[60];
    int[] y = new int[60];
    Arrays.setAll(p, k -> 0.1 + 0.8 * (k % 10) / 10);
    Arrays.setAll(y, k -> k % 7 < 3 ? 1 : 0);
    Outcomes outcomes = Outcomes.of(Probabilities.ofRounded(60, 1, p), Labels.of(2, y));
    Evaluation units = evaluated(outcomes.withUnits(row -> row < 20 ? 0 : row));
    assertThat(units.intervals().get(Metric.AURC).high()).isBetween(0.0, 1.0);
  }

  private static double widerByUnits(Outcomes thrice) {
    Slice.Groups group = Slice.Groups.byName("all", thrice.size(), k -> "all");
    Evaluation.Interval plain = Slice.of(thrice, List.of(group)).get(0).interval();
    Outcomes units = thrice.withUnits(row -> row / 3);
    Evaluation.Interval robust = Slice.of(units, List.of(group)).get(0).interval();
    return (robust.high() - robust.low()) / (plain.high() - plain.low());
  }

  private static Evaluation evaluated(Outcomes outcomes) {
    return Evaluation.of(outcomes, Evaluation.Options.REPORT).orElseThrow();
  }

  private static double width(Evaluation evaluation, Metric metric) {
    Evaluation.Interval interval = evaluation.intervals().get(metric);
    return interval.high() - interval.low();
  }

  @Test
  void withoutALabelOfBothOutcomesThereIsNothing() {
    assertThat(of(1, 4).labels()).isEmpty();
    assertThat(of(1, 4).macro().get(Metric.NLL)).isNaN();
  }
}
