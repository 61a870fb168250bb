package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.page.TableFormat;
import io.github.wats.experiment.page.TableJson;
import io.github.wats.metrics.Metric;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultTableTest {
  private static final Variant TS = Variant.of("ts");
  private static final Variant WATS = Variant.of("wats");
  private static final Variant ETS = Variant.of("ets");

  @TempDir private Path folder;

  @Test
  void averagesOverRunsAndCountsFailures() {
    List<FitRecord> records =
        new ArrayList<>(Records.of("cora", "gcn", TS, Metric.ECE, 0.02, 0.03, 0.04));
    records.add(Records.failure("cora", "gcn", 3, TS, "no luck"));
    ResultTable.Row row = ResultTable.of(records, List.of()).rows().get(0);
    assertThat(row.runs()).isEqualTo(3);
    assertThat(row.failures()).isEqualTo(1);
    assertThat(row.sample(Metric.ECE).orElseThrow().mean()).isCloseTo(0.03, within(1e-15));
    assertThat(row.sample(Metric.ECE).orElseThrow().std()).isCloseTo(0.01, within(1e-15));
    assertThat(row.paper().orElseThrow().mean()).isCloseTo(0.0225, within(1e-15));
  }

  /** Ten runs, always better: p = 2/2¹⁰, times 2 for two rivals. */
  @Test
  void callsBestWhatIsAlwaysBetter() {
    ResultTable table = threeMethods(0.010, 0.020, 0.030);
    assertThat(mark(table, WATS)).isEqualTo(Mark.BEST);
    assertThat(mark(table, TS)).isEqualTo(Mark.NONE);
  }

  @Test
  void callsTiedWhatCannotBeToldApart() {
    List<FitRecord> records = new ArrayList<>();
    records.addAll(Records.of("cora", "gcn", TS, Metric.ECE, alternating(0.020, 0.002)));
    records.addAll(Records.of("cora", "gcn", WATS, Metric.ECE, alternating(0.0201, -0.002)));
    records.addAll(Records.of("cora", "gcn", ETS, Metric.ECE, alternating(0.05, 0.002)));
    ResultTable table = ResultTable.of(records, List.of(TS));
    assertThat(mark(table, TS)).isEqualTo(Mark.TIED);
    assertThat(mark(table, WATS)).isEqualTo(Mark.TIED);
    assertThat(mark(table, ETS)).isEqualTo(Mark.NONE);
  }

  /** Five runs cannot give p below 2/2⁵ = 0.0625. */
  @Test
  void callsNothingBestAfterFiveRuns() {
    List<FitRecord> records = new ArrayList<>();
    records.addAll(Records.of("cora", "gcn", TS, Metric.ECE, 0.2, 0.3, 0.25, 0.22, 0.24));
    records.addAll(Records.of("cora", "gcn", WATS, Metric.ECE, 0.01, 0.02, 0.011, 0.013, 0.014));
    assertThat(mark(ResultTable.of(records, List.of()), WATS)).isEqualTo(Mark.NONE);
  }

  @Test
  void knowsThatHigherAccuracyIsBetter() {
    List<FitRecord> records = new ArrayList<>();
    records.addAll(Records.of("cora", "gcn", TS, Metric.ACCURACY, spread(0.80)));
    records.addAll(Records.of("cora", "gcn", WATS, Metric.ACCURACY, spread(0.85)));
    ResultTable table = ResultTable.of(records, List.of());
    assertThat(table.row("cora", "gcn", WATS).orElseThrow().mark(Metric.ACCURACY))
        .isEqualTo(Mark.BEST);
    assertThat(table.ranks(Metric.ACCURACY).means().get(WATS)).isEqualTo(1);
  }

  /** Two data sets, each with p = 2/2¹⁰: Holm doubles the smaller. */
  @Test
  void correctsComparisonsOverDataSets() {
    List<FitRecord> records = new ArrayList<>();
    for (String dataset : List.of("cora", "pubmed")) {
      records.addAll(Records.of(dataset, "gcn", TS, Metric.ECE, spread(0.03)));
      records.addAll(Records.of(dataset, "gcn", WATS, Metric.ECE, spread(0.02)));
    }
    ResultTable.Difference comparison =
        ResultTable.of(records, List.of(TS))
            .row("pubmed", "gcn", WATS)
            .orElseThrow()
            .comparisons()
            .get("ts")
            .get(Metric.ECE);
    assertThat(comparison.paired().mean()).isCloseTo(-0.0109, within(1e-12));
    assertThat(comparison.paired().p()).isCloseTo(2 / 1024.0, within(1e-12));
    assertThat(comparison.holm()).isCloseTo(4 / 1024.0, within(1e-12));
    assertThat(comparison.isSignificant()).isTrue();
  }

  @Test
  void ranksByMeansOverDataSets() {
    List<FitRecord> records = new ArrayList<>();
    records.addAll(Records.of("cora", "gcn", TS, Metric.ECE, 0.03, 0.03));
    records.addAll(Records.of("cora", "gcn", WATS, Metric.ECE, 0.02, 0.02));
    records.addAll(Records.of("photo", "gcn", TS, Metric.ECE, 0.01, 0.01));
    records.addAll(Records.of("photo", "gcn", WATS, Metric.ECE, 0.02, 0.02));
    records.addAll(
        Records.of("pubmed", "gcn", TS, Metric.ECE, 0.01, 0.01)); // wats missing: left out
    assertThat(ResultTable.of(records, List.of()).ranks(Metric.ECE))
        .isEqualTo(new ResultTable.Ranks(Map.of(TS, 1.5, WATS, 1.5), 2, 2));
  }

  @Test
  void laysOutTablesAsThePaperDoes() {
    ResultTable table = threeMethods(0.010, 0.020, 0.030);
    assertThat(TableFormat.MARKDOWN.render(table, List.of(Metric.ECE)))
        .isEqualTo(
            """
            **ECE, %, gcn**

            | method | cora |
            | --- | ---: |
            | wats | **1.09 ± 0.06** (2.13) |
            | ts | 2.18 ± 0.12 (2.25) |
            | ets | 3.27 ± 0.18 (2.20) |
            | noise floor | 1.00 |
            """);
    assertThat(TableFormat.LATEX.render(table, List.of(Metric.ECE)))
        .contains("method & cora \\\\")
        .contains("wats & \\textbf{1.09 $\\pm$ 0.06} (2.13) \\\\")
        .contains("\\begin{tabular}{lr}");
    assertThat(TableFormat.CSV.render(table, List.of(Metric.ECE)).lines())
        .hasSize(4)
        .first()
        .isEqualTo(
            "dataset,model,method,k,s,features,runs,failures,eceMean,eceStd,eceFloor,"
                + "degreeEceFloor,paperMean,paperStd");
  }

  @Test
  void laysOutASweepAsAGridPerDataSet() {
    List<FitRecord> records = new ArrayList<>();
    for (int k : List.of(2, 3)) {
      for (double s : List.of(0.1, 0.4)) {
        records.addAll(
            Records.of("citeseer", "gcn", Variant.ofGrid(k, s), Metric.ECE, k * 0.01, k * 0.01));
      }
    }
    String text =
        TableFormat.MARKDOWN.render(ResultTable.of(records, List.of()), List.of(Metric.ECE));
    assertThat(text)
        .contains("| wats | s = 0.1 | s = 0.4 |")
        .contains("| k = 3 | 3.00 ± 0.00 (2.23) | 3.00 ± 0.00 (2.23) |");
  }

  @Test
  void showsNoDeviationOfOneRun() {
    List<FitRecord> one = Records.of("cora", "gcn", Variant.of("ts"), Metric.ECE, 0.0763);
    ResultTable table = ResultTable.of(one, List.of());
    assertThat(TableFormat.MARKDOWN.render(table, List.of(Metric.ECE)))
        .contains("| ts | 7.63")
        .doesNotContain("±");
  }

  @Test
  void givesMeansAndThePapersValueAsJson() {
    Map<String, Object> row = TableJson.results(threeMethods(0.01, 0.02, 0.03)).get(0);
    assertThat(row).containsEntry("method", "wats").containsEntry("runs", 10);
    assertThat(row.get("ece").toString()).startsWith("{mean=0.01");
    assertThat(row.get("paper").toString()).startsWith("{mean=0.0213");
    assertThat(row.get("best")).isEqualTo(List.of("ece"));
    ResultTable unknown = ResultTable.of(Records.of("x", "gcn", TS, Metric.ECE, 0.1), List.of());
    assertThat(TableJson.results(unknown).get(0)).containsEntry("paper", null);
  }

  @Test
  void keepsTablesWhenRecordsAreMadeCompact() throws Exception {
    List<FitRecord> records = new ArrayList<>(Generated.run(Generated.plan(3), folder, 2));
    records.add(Records.failure("one", "gcn", 7, TS, "no luck"));
    Path file = folder.resolve(CompactRecords.FILE);
    String text = CompactRecords.write(records);
    Files.writeString(file, text);
    assertThat(text.lines()).hasSize(8);
    ResultTable before = ResultTable.of(records, List.of(TS));
    ResultTable after = ResultTable.of(CompactRecordsReader.read(file), List.of(TS));
    List<Metric> metrics = List.of(Metric.values());
    assertThat(TableFormat.MARKDOWN.render(after, metrics))
        .isEqualTo(TableFormat.MARKDOWN.render(before, metrics));
    assertThat(after.failures()).isEqualTo(1);
    assertThat(CompactRecords.write(CompactRecordsReader.read(file))).isEqualTo(text);
  }

  private static ResultTable threeMethods(double wats, double ts, double ets) {
    List<FitRecord> records = new ArrayList<>();
    records.addAll(Records.of("cora", "gcn", WATS, Metric.ECE, spread(wats)));
    records.addAll(Records.of("cora", "gcn", TS, Metric.ECE, spread(ts)));
    records.addAll(Records.of("cora", "gcn", ETS, Metric.ECE, spread(ets)));
    return ResultTable.of(records, List.of(TS));
  }

  private static Mark mark(ResultTable table, Variant variant) {
    return table.row("cora", "gcn", variant).orElseThrow().mark(Metric.ECE);
  }

  /** Ten values a little above {@code from}. */
  private static double[] spread(double from) {
    return IntStream.range(0, 10).mapToDouble(i -> from * (1 + 0.02 * i)).toArray();
  }

  private static double[] alternating(double mean, double step) {
    double[] values = new double[10];
    Arrays.setAll(values, i -> mean + (i % 2 == 0 ? step : -step) * (1 + i * 0.01));
    return values;
  }
}
