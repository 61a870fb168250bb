package io.github.wats.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.CalibrationTest;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.PairedComparison.Result;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.report.figure.DegreeFigure;
import io.github.wats.report.figure.Measured;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The first sentences of a page hold where calibration does badly. */
class VerdictTest {
  /** Three groups by degree, 1,000 nodes each, with these gaps between confidence and accuracy. */
  private static Measured side(String name, double[] excess, Map<Metric, Double> pValues) {
    return side(name, excess, pValues, List.of());
  }

  private static Measured side(
      String name, double[] excess, Map<Metric, Double> pValues, List<ReliabilityBins.Bin> bins) {
    List<DegreeBins.Bin> groups = new ArrayList<>();
    for (int i = 0; i < excess.length; i++) {
      groups.add(new DegreeBins.Bin(2 * i + 1, 2 * i + 2, 1000, 0.8 + excess[i], 0.8));
    }
    return measured(name, groups, pValues, bins);
  }

  private static Measured measured(
      String name,
      List<DegreeBins.Bin> groups,
      Map<Metric, Double> pValues,
      List<ReliabilityBins.Bin> bins) {
    Evaluation values =
        Evaluation.ofValues(
            3000,
            Map.of(Metric.ECE, 0.008, Metric.NLL, 0.4, Metric.ACCURACY, 0.8),
            Map.of(Metric.ECE, 0.0075));
    return Measured.of(
        name,
        new Evaluation(
            values.nodes(),
            values.values(),
            values.noiseFloors(),
            Optional.of(new CalibrationTest(pValues, 1000)),
            Map.of(),
            new ReliabilityBins(bins),
            ReliabilityBins.NONE,
            Optional.of(new DegreeBins(groups)),
            List.of(),
            Optional.empty()));
  }

  private static final Map<Metric, Double> HOLDS =
      Map.of(Metric.ECE, 0.5, Metric.DEGREE_ECE, 0.05, Metric.EQUAL_MASS_ECE, 0.9);

  @Test
  void namesTheLargestGapAfterCalibrationWhereverItIsAndThatItGrew() {
    List<Measured> sides =
        List.of(
            side("before", new double[] {-0.104, 0.02, 0.031}, HOLDS),
            side("after WATS", new double[] {-0.049, 0.01, 0.085}, HOLDS));
    assertThat(Verdict.of("the network", sides, "test node").get(1))
        .isEqualTo(
            "The largest gap between confidence and accuracy (of 20 nodes or more) is 8.5 points:"
                + " overconfident at degree 5–6, worse than the 3.1 points before. It is beyond its"
                + " 95 % interval.");
    assertThat(DegreeFigure.of(sides).title())
        .isEqualTo(
            "The largest gap between confidence and accuracy before is 10.4 points, at degree 1–2;"
                + " after WATS it is 8.5 points, at degree 5–6");
  }

  @Test
  void saysHowLargeTheGapWasWhereItFell() {
    List<Measured> sides =
        List.of(
            side("before", new double[] {-0.104, 0.02, 0.031}, HOLDS),
            side("after TS", new double[] {-0.049, 0.02, 0.031}, HOLDS));
    assertThat(Verdict.summary("the network", sides, "test node").get(1))
        .contains("4.9 points: underconfident at degree 1–2, 10.4 points before.");
  }

  @Test
  void saysThatTheGapHadTheOtherSign() {
    Measured before = side("before", new double[] {-0.104, 0.02, 0.031}, HOLDS);
    Measured after = side("after TS", new double[] {0.049, 0.02, 0.031}, HOLDS);
    assertThat(Verdict.summary("the network", List.of(before, after), "test node").get(1))
        .contains("4.9 points: overconfident at degree 1–2, underconfident by 10.4 points before.");
    assertThat(Verdict.summary("the network", List.of(after, before), "test node").get(1))
        .contains("10.4 points: underconfident at degree 1–2, overconfident by 4.9 points before.");
  }

  @Test
  void nothingIsBeyondTheIntervalOfARateOfOneOrZero() {
    for (int count = 1; count < 3000; count++) {
      assertThat(Interval.ofProportion(1, count).high()).isEqualTo(1);
      assertThat(Interval.ofProportion(0, count).low()).isZero();
    }
  }

  /** A bin of confidence holds other nodes before: 0.2 points there say nothing of these. */
  @Test
  void comparesAGapByConfidenceWithTheLargestBefore() {
    double[] none = {0, 0, 0};
    Measured before =
        side("before", none, HOLDS, List.of(bin(0.3, 900, 0.002), bin(0.6, 900, 0.15)));
    Measured after = side("after", none, HOLDS, List.of(bin(0.3, 900, 0.1), bin(0.6, 900, 0)));
    assertThat(Verdict.summary("it", List.of(before, after), "test node").get(1))
        .contains("10.0 points: overconfident at confidence 30–40\u00a0%. It is");
    assertThat(Verdict.summary("it", List.of(after, before), "test node").get(1))
        .contains("at confidence 60–70\u00a0%, worse than any before (10.0 points at most).");
  }

  private static ReliabilityBins.Bin bin(double from, int count, double excess) {
    return new ReliabilityBins.Bin(from, from + 0.1, count, 0.5 + excess, 0.5);
  }

  /** The mean gap must not exceed what is called the largest. */
  @Test
  void namesTheLargestGapAlsoWhereChanceMayExplainIt() {
    Measured only =
        side("measured", new double[] {0, 0, -0.03}, HOLDS, List.of(bin(0.3, 21, 0.12)));
    assertThat(Verdict.of("the network", List.of(only), "test node").get(1))
        .contains("is 12.0 points: overconfident at confidence 30–40\u00a0%. It is within its 95 %")
        .endsWith("; the largest beyond is 3.0 points: underconfident at degree 5–6.");
  }

  @Test
  void namesPartsOfADegreeWithoutTheirLetters() {
    List<DegreeBins.Bin> bins = new ArrayList<>();
    bins.add(new DegreeBins.Bin(1, 1, 900, 0.9, 0.6));
    bins.add(new DegreeBins.Bin(1, 7, 900, 0.6, 0.6));
    bins.add(new DegreeBins.Bin(7, 78, 900, 0.6, 0.6));
    assertThat(
            Verdict.of("it", List.of(measured("measured", bins, HOLDS, List.of())), "test node")
                .get(1))
        .contains("at degree 1 (part a).");
    bins.set(2, new DegreeBins.Bin(7, 78, 900, 0.1, 0.6));
    assertThat(
            Verdict.of("it", List.of(measured("measured", bins, HOLDS, List.of())), "test node")
                .get(1))
        .contains("at degree 7–78.");
  }

  @Test
  void saysThatChanceMayExplainTheLargestGap() {
    Measured only = side("measured", new double[] {0.001, -0.003, 0.002}, HOLDS);
    assertThat(Verdict.of("the network", List.of(only), "test node").get(1))
        .endsWith("0.3 points: underconfident at degree 3–4. It is within its 95 % interval.");
  }

  @Test
  void namesEveryTestThatRejectsAndNeverCallsTheErrorSmallBesideIt() {
    Map<Metric, Double> rejects =
        Map.of(Metric.ECE, 0.066, Metric.DEGREE_ECE, 0.0049, Metric.EQUAL_MASS_ECE, 0.0004);
    List<Measured> sides =
        List.of(
            side("before", new double[] {-0.104, 0.02, 0.031}, rejects),
            side("after WATS", new double[] {0, 0.01, 0.03}, rejects));
    List<String> verdict = Verdict.of("the network", sides, "test node");
    assertThat(verdict)
        .contains(
            "Perfect calibration is rejected by degree-binned ECE (p = 0.005), equal-mass ECE"
                + " (p < 0.001).");
    assertThat(String.join(" ", verdict)).doesNotContain("close to", "within the noise");
    List<Measured> fine = List.of(sides.get(0), side("after WATS", new double[] {0, 0, 0}, HOLDS));
    assertThat(Verdict.of("the network", fine, "test node"))
        .contains("No test rejects perfect calibration at the level 0.05.");
  }

  @Test
  void sharesTheFirstPlaceAmongOverlappingIntervals() {
    Map<String, Result> methods = new LinkedHashMap<>();
    methods.put("uncalibrated", result(0.30, 0.29, 0.31));
    methods.put("ts", result(0.102, 0.09, 0.11));
    methods.put("wats", result(0.101, 0.095, 0.105));
    methods.put("gets", result(0.12, 0.106, 0.13));
    assertThat(MethodsReport.firstPlace(Metric.NLL, methods)).containsExactly("wats", "ts");
    assertThat(MethodsReport.firstPlace(Metric.ACCURACY, methods)).containsExactly("uncalibrated");
  }

  private static Result result(double value, double low, double high) {
    Map<Metric, Double> values = Map.of(Metric.NLL, value, Metric.ACCURACY, value);
    Interval interval = new Interval(low, high, 0.95);
    return new Result(
        values, Map.of(Metric.NLL, interval, Metric.ACCURACY, interval), Map.of(), Map.of());
  }
}
