package io.github.wats.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.Figure;
import io.github.wats.report.figure.Measured;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PageTest {
  private static final String EVIL = "<script>alert('x')</script>\"&";

  @Test
  void holdsEverythingAndLoadsNothing() {
    String html = Samples.calibration(500, 4).page().html();
    assertThat(html)
        .contains("default-src 'none'")
        .doesNotContainPattern("(?i)(src|href)=\"(?!#|data:,|data:text/csv)")
        .doesNotContainPattern("(?i)url\\(")
        .doesNotContain("@import");
    assertThat(html.length()).isLessThan(400_000);
  }

  @Test
  void escapesEveryNameFromOutside() {
    Measured side = Samples.measured("after " + EVIL, 200, 3, 0);
    String html =
        new CalibrationReport(
                EVIL,
                "network " + EVIL,
                Optional.of("advice " + EVIL),
                Optional.of("change " + EVIL),
                List.of(Samples.measured("before", 200, 3, -0.1), side),
                Optional.empty(),
                Optional.of(Samples.temperatures(200)),
                Optional.of(Samples.changedByShares(List.of(EVIL, "17"))),
                new Provenance("wats " + EVIL, Map.of(EVIL, EVIL)))
            .page()
            .html();
    assertThat(html).doesNotContain("<script>alert").doesNotContain("alert('x')");
    assertThat(html.split("<script>", -1)).as("one script, our own").hasSize(2);
  }

  @Test
  void isTheSameEveryTime() {
    assertThat(Samples.calibration(300, 4).page().html())
        .isEqualTo(Samples.calibration(300, 4).page().html());
  }

  @Test
  void putsTheVerdictOnTopInWords() {
    Page page = Samples.calibration(1896, 6).page();
    assertThat(page.verdict().get(0))
        .matches(
            "On 1,896 test nodes the network was underconfident, with an expected calibration error"
                + " \\(ECE\\) of \\d+\\.\\d\u00a0%; after WATS it is \\d\\.\\d\u00a0%\\.");
    assertThat(page.verdict().get(1))
        .matches(
            "The largest gap between confidence and accuracy \\(of 20 nodes or more\\) is"
                + " \\d+\\.\\d points: (over|under)confident at (degree|confidence) .*\\. It is"
                + " .*");
    assertThat(page.verdict()).anyMatch(one -> one.startsWith("The accuracy is unchanged: "));
  }

  @Test
  void saysHowManyNodesHaveAnotherClass() {
    Evaluation one = Samples.measured("before", 2000, 4, 0.0).evaluation();
    assertThat(Verdict.otherClasses(0, one, one, "test node")).isEmpty();
    assertThat(Verdict.otherClasses(1, one, one, "test node").orElseThrow())
        .contains("for 0.1\u00a0% of the");
    Evaluation large = Samples.measured("before", 4000, 4, 0.0).evaluation();
    assertThat(Verdict.otherClasses(1, large, large, "test node").orElseThrow())
        .matches(
            "The calibrated probabilities prefer another class for fewer than 0.1\u00a0% of the"
                + " test nodes; accuracy \\d+\\.\\d → \\d+\\.\\d\u00a0%\\.");
  }

  @Test
  void admitsThatCalibrationHasNotHelped() {
    List<Measured> worse =
        List.of(Samples.measured("before", 800, 4, 0.0), Samples.measured("after TS", 800, 4, 0.2));
    assertThat(Verdict.of("the GAT", worse, "test node").get(0))
        .matches(
            "On the test nodes calibration increased the ECE from \\d\\.\\d\\d\u00a0% to"
                + " \\d+\\.\\d\\d\u00a0% and the NLL from 0\\.\\d+ to \\d\\.\\d+\\. Try another"
                + " method \\('compare' evaluates them all\\) or more validation nodes, or keep the"
                + " uncalibrated probabilities\\.");
  }

  @Test
  void doesNotAdviseAgainstCalibrationThatLoweredTheNll() {
    Evaluation before = evaluation(0.0876, 0.989);
    assertThat(Verdict.warning(before, evaluation(0.0894, 0.972))).isEmpty();
    assertThat(Verdict.warning(before, evaluation(0.12, 0.972)).orElseThrow())
        .contains("increased the ECE from 8.76")
        .contains("more validation nodes")
        .doesNotContain("keep the uncalibrated");
    assertThat(Verdict.warning(before, evaluation(0.0894, 1.01))).isPresent();
  }

  private static Evaluation evaluation(double ece, double nll) {
    Evaluation values =
        Evaluation.ofValues(
            1000, Map.of(Metric.ECE, ece, Metric.NLL, nll), Map.of(Metric.ECE, 0.08));
    return new Evaluation(
        values.nodes(),
        values.values(),
        values.noiseFloors(),
        values.calibrationTest(),
        Map.of(Metric.ECE, new Evaluation.Interval(ece - 0.005, ece + 0.005, 0.95)),
        values.reliability(),
        values.histogram(),
        values.degrees(),
        values.coverage(),
        values.temperatures());
  }

  @Test
  void showsOneMeasurementAlone() {
    CalibrationReport report =
        new CalibrationReport(
            "run.npz",
            "the network",
            Optional.empty(),
            Optional.empty(),
            List.of(Samples.measured("as given", 400, 70, -0.1)),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new Provenance("", Map.of()));
    assertThat(report.page().verdict().get(0)).startsWith("On 400 test nodes the network is ");
    assertThat(report.page().figures()).extracting(Figure::name).startsWith("reliability");
  }

  @Test
  void leavesOutFiguresByDegreeWhereDegreesAreUnknown() {
    Measured measured = Samples.measured("as given", 100, 3, 0);
    Measured unknown =
        new Measured(
            measured.name(),
            measured.evaluation(),
            measured.reliabilityRanges(),
            List.of(),
            measured.whiskers());
    assertThat(CalibrationReport.figures(List.of(unknown)))
        .extracting(Figure::name)
        .containsExactly("reliability", "coverage");
  }

  @Test
  void givesEveryFigureAndSectionAnAddressOfItsOwn() {
    Page page = Samples.calibration(300, 4).page();
    assertThat(page.figures()).extracting(Figure::name).doesNotHaveDuplicates();
    assertThat(page.sections()).extracting(Section::id).doesNotHaveDuplicates();
    assertThat(page.sections())
        .allSatisfy(section -> assertThat(page.html()).contains("id=\"" + section.id() + "\""));
    assertThat(page.sections().get(0).blocks()).hasAtLeastOneElementOfType(Block.Grid.class);
  }

  @Test
  void namesTheWorstSliceOrSaysThatThereIsNone() {
    assertThat(SliceSection.worst(Samples.slices(0.2)))
        .matches(
            "The worst slice is .*: on \\d+ nodes overconfident by \\d+\\.\\d points \\(95 %"
                + " interval of the gap .* … .*\\); p [<=] 0\\.\\d+ after Holm's correction for"
                + " \\d+ slices\\.");
    assertThat(SliceSection.worst(Samples.slices(0)))
        .startsWith("None of ")
        .contains("differs significantly from perfect calibration")
        .contains("; the largest gap is that of ");
    Section section = SliceSection.of(Samples.slices(0.2));
    Page page = Samples.calibration(300, 4).page();
    assertThat(page.with(section).sections()).hasSize(page.sections().size() + 1).contains(section);
  }

  @Test
  void tellsThePValuesOfPerfectCalibration() {
    assertThat(Samples.calibration(600, 4).page().html())
        .contains("Before, test of perfect calibration: p &lt; 0.001 by ECE")
        .contains("(1,000 draws)");
    assertThat(MetricText.p(0.0121)).isEqualTo("p = 0.012");
  }
}
