package io.github.wats.experiment.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Records;
import io.github.wats.experiment.Variant;
import io.github.wats.metrics.Metric;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExperimentReportTest {
  private static final Provenance NOWHERE = new Provenance("wats benchmark --out x", Map.of());
  private static final List<String> FIVE =
      List.of("cora", "citeseer", "pubmed", "computers", "photo");

  private static final Metric DEGREE = Metric.DEGREE_ECE;

  private static Page page(List<FitRecord> records, int planned) {
    return new ExperimentReport("results", records, planned, NOWHERE).page();
  }

  private static List<FitRecord> small(int runs) {
    return SampleRecords.benchmark(
        List.of("cora"), List.of("gcn"), SampleRecords.METHODS, runs, 7, key -> false);
  }

  @Test
  void staysSmallForTheMainTable() {
    List<FitRecord> main =
        SampleRecords.benchmark(
            FIVE, List.of("gcn", "gat"), SampleRecords.METHODS, 10, 7, key -> false);
    String html = page(main, 800).html();
    assertThat(html.length())
        .as("a figure for each of 70 pairs of method and setting")
        .isLessThan(3_000_000);
    assertThat(page(main, 800).verdict().get(0))
        .startsWith("The lowest mean ECE on 10 pairs of data set and backbone");
    assertThat(page(main, 800).verdict()).contains("All 800 fits are done.");
  }

  @Test
  void showsEveryFigureWhereThereIsOneSetting() {
    assertThat(page(small(3), 24).figures())
        .extracting(Figure::name)
        .startsWith(
            "comparison-ece-setting-cora-gcn",
            "comparison-degreeEce-setting-cora-gcn",
            "reliability-setting-cora-gcn",
            "degree-setting-cora-gcn",
            "coverage-setting-cora-gcn",
            "temperature-degree-setting-cora-gcn",
            "loss-setting-cora-gcn")
        .contains("reliability-ts-setting-cora-gcn", "reliability-gets-setting-cora-gcn");
  }

  /** Eight runs each: WATS is always better than TS, {@code ridge:mode=free} in half of them. */
  private static List<FitRecord> compared() {
    List<FitRecord> records = new ArrayList<>();
    records.addAll(Records.of("cora", "gcn", Variant.of("uncalibrated"), DEGREE, runs(0.15, 0)));
    records.addAll(Records.of("cora", "gcn", Variant.of("ts"), DEGREE, runs(0.03, 0)));
    records.addAll(Records.of("cora", "gcn", Variant.of("wats"), DEGREE, runs(0.02, 0)));
    records.addAll(
        Records.of("cora", "gcn", Variant.parse("ridge:mode=free"), DEGREE, runs(0.03, 0.02)));
    return records;
  }

  private static double[] runs(double mean, double step) {
    return IntStream.range(0, 8)
        .mapToDouble(run -> mean + 0.001 * run + (run % 2 == 0 ? step : -step))
        .toArray();
  }

  /** The table below the heading that begins with {@code heading}. */
  private static DataTable below(Page page, String heading) {
    List<Block> blocks = page.sections().get(0).blocks();
    for (int k = 0; k + 1 < blocks.size(); k++) {
      if (blocks.get(k) instanceof Block.Subheading sub
          && sub.text().startsWith(heading)
          && blocks.get(k + 1) instanceof Block.Grid grid) {
        return grid.table();
      }
    }
    throw new AssertionError("no table below " + heading);
  }

  @Test
  void countsWhereAMethodIsBetterAndWorseThanTheBaseline() {
    DataTable counts = below(page(compared(), 32), "Data sets and backbones on which a method is");
    assertThat(counts.header())
        .containsExactly(
            "against ts", "ece", "degreeEce", "nll", "brier", "aurc", "accuracy", "rank by ece");
    String same = "0 / 0 / 1";
    assertThat(counts.rows())
        .containsExactly(
            List.of("uncalibrated", same, "0 / 1 / 0", same, same, same, same, "2.5"),
            List.of("wats", same, "1 / 0 / 0", same, same, same, same, "2.5"),
            List.of("ridge:mode=free", same, same, same, same, same, same, "2.5"));
  }

  @Test
  void showsBothPublishedVersionsBesideOurs() {
    DataTable published = below(page(compared(), 32), "Published in two versions");
    assertThat(published.header())
        .containsExactly("data set", "model", "method", "ours", "arXiv v1", "ICLR 2026");
    assertThat(published.rows())
        .containsExactly(List.of("cora", "gcn", "wats", "2.35", "2.13", "1.82"));
    assertThat(below(page(compared(), 32), "Degree-binned ECE").rows())
        .contains(List.of("wats", "2.35 ± 0.24 (2.13)"))
        .contains(List.of("noise floor", "1.20"));
  }

  @Test
  void ranksMethodsOverDataSetsWithTheCriticalDifference() {
    List<FitRecord> records =
        SampleRecords.benchmark(FIVE, List.of("gcn"), SampleRecords.METHODS, 2, 7, key -> false);
    List<Figure> ranks =
        page(records, 80).figures().stream().filter(f -> f.name().startsWith("ranks-")).toList();
    assertThat(ranks).extracting(Figure::name).contains("ranks-ece", "ranks-nll");
    Figure ece = ranks.get(0);
    assertThat(ece.table().rows()).hasSize(SampleRecords.METHODS.size());
    double sum = ece.table().rows().stream().mapToDouble(r -> Double.parseDouble(r.get(1))).sum();
    assertThat(sum).isBetween(35.9, 36.1); // 1 + 2 + … + 8
    assertThat(ece.reading()).contains("5 pairs", "critical difference, 4.70"); // 3.031 √(72/30)
  }

  /** Four data sets with two backbones are eight pairs, but not eight independent ones. */
  @Test
  void drawsNoRanksBelowFiveDataSets() {
    List<FitRecord> records =
        SampleRecords.benchmark(
            FIVE.subList(0, 4), List.of("gcn", "gat"), SampleRecords.METHODS, 2, 7, key -> false);
    assertThat(page(records, 128).figures())
        .extracting(Figure::name)
        .isNotEmpty()
        .noneMatch(name -> name.startsWith("ranks-"));
    assertThat(page(records, 128).html()).doesNotContain("Mean ranks");
  }

  @Test
  void callsEqualMethodsEqual() {
    List<FitRecord> one = new ArrayList<>();
    for (String method : List.of("ts", "ets", "vs")) {
      double noise = method.equals("ets") ? -3e-16 : 0;
      double[] errors =
          method.equals("vs") ? new double[] {0.05, 0.06} : new double[] {0.02 + noise, 0.03};
      one.addAll(Records.of("cora", "gcn", Variant.of(method), Metric.ECE, errors));
    }
    assertThat(page(one, 6).verdict().get(0))
        .startsWith("On cora with gcn, TS and ETS have the lowest ECE, 2.5");
    List<FitRecord> two = new ArrayList<>(one);
    two.addAll(Records.of("photo", "gcn", Variant.of("vs"), Metric.ECE, 0.01, 0.01));
    assertThat(page(two, 8).verdict().get(0)).endsWith("backbone: TS = ETS in 1, VS in 1.");
  }

  /** TS and ETS are equal, and VS is worse in every run. */
  @Test
  void doesNotCallAClearDifferenceNone() {
    List<FitRecord> records = new ArrayList<>();
    for (String method : List.of("ts", "ets", "vs")) {
      double[] errors = IntStream.range(0, 10).mapToDouble(run -> 0.02 + 0.001 * run).toArray();
      Arrays.setAll(errors, run -> errors[run] + (method.equals("vs") ? 0.03 : 0));
      records.addAll(Records.of("cora", "gcn", Variant.of(method), Metric.ECE, errors));
    }
    assertThat(page(records, 30).verdict().get(0))
        .startsWith("On cora with gcn, TS and ETS have the lowest ECE")
        .doesNotContain("no significant difference");
  }

  @Test
  void saysThatOneRunProvesLittle() {
    Page page = page(small(1), 8);
    assertThat(page.verdict().get(0)).doesNotContain("no significant difference");
    assertThat(page.verdict())
        .contains(
            "There is only one run, so small differences between methods may be due to chance.");
    assertThat(page.html()).contains("none (one run only)").doesNotContain("NaN");
  }

  @Test
  void namesTheMethodsThatTheBestDoesNotDifferFrom() {
    assertThat(page(small(3), 24).verdict().get(0))
        .matches(
            "On cora with gcn, \\S+ has the lowest ECE, .*; no significant difference from .*");
  }

  @Test
  void listsFailuresAndKeepsTheMethodInThePicture() {
    List<FitRecord> records =
        SampleRecords.benchmark(
            List.of("cora"),
            List.of("gcn"),
            SampleRecords.METHODS,
            4,
            7,
            key ->
                key.variant().method().equals("gets") || key.label().equals("cora gcn run 2 ts"));
    Page page = page(records, 32);
    assertThat(page.html())
        .contains("failed in 4 of 4 runs")
        .contains("the loss turned NaN in epoch 3")
        .contains("All 32 fits are done, 5 of them failed.");
  }

  @Test
  void saysThatAnExperimentIsStillRunning() {
    Page page = page(small(2), 80);
    assertThat(page.verdict())
        .anySatisfy(
            sentence ->
                assertThat(sentence)
                    .startsWith("The experiment is not finished: 16 of 80 fits are done"));
  }

  @Test
  void standsAFolderWithoutTheUncalibratedNetworkOrWithoutWats() {
    List<FitRecord> records =
        SampleRecords.benchmark(
            List.of("cora"), List.of("gcn"), List.of("ts", "wats"), 2, 7, key -> false);
    assertThat(page(records, 4).figures()).extracting(Figure::name).hasSize(2);
    List<FitRecord> others =
        SampleRecords.benchmark(
            List.of("cora"), List.of("gcn"), List.of("uncalibrated", "ts"), 2, 7, key -> false);
    assertThat(page(others, 4).html()).contains("After TS");
  }

  @Test
  void standsAnExperimentInWhichEverythingFailed() {
    List<FitRecord> records =
        SampleRecords.benchmark(
            List.of("cora"), List.of("gcn"), List.of("ts", "wats"), 2, 7, key -> true);
    Page page = page(records, 4);
    assertThat(page.verdict()).startsWith("No fit has a result.");
    assertThat(page.html()).contains("failed in 2 of 2 runs");
  }

  @Test
  void drawsASweepAndAnAblation() {
    assertThat(page(SampleRecords.sweep(2), 56).figures())
        .extracting(Figure::name)
        .contains("sensitivity-ece-setting-cora-gcn", "sensitivity-degreeEce-setting-cora-gcn");
    Page ablation = page(SampleRecords.ablation(2), 8);
    assertThat(ablation.figures()).hasSize(2);
    assertThat(ablation.figures().get(0).title()).contains("has the lowest ECE");
    assertThat(ablation.html()).contains("degree+clustering+betweenness");
  }

  @Test
  void escapesNamesOfDataSets() {
    List<FitRecord> records =
        SampleRecords.benchmark(
            List.of("<img src=x>"),
            List.of("g\"cn"),
            List.of("uncalibrated", "wats"),
            1,
            2,
            k -> false);
    assertThat(page(records, 2).html())
        .doesNotContain("<img src=x>")
        .contains("id=\"setting--img-src-x--g-cn\"");
  }

  @Test
  void refusesAnEmptyExperiment() {
    assertThatThrownBy(() -> new ExperimentReport("x", List.of(), 0, NOWHERE))
        .hasMessage("there must be at least one record, got none");
  }
}
