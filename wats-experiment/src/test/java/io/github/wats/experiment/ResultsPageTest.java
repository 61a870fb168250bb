package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.experiment.page.TableFormat;
import io.github.wats.metrics.Metric;
import io.github.wats.report.figure.RankFigure;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The tables of the docs are what the committed records give. Each {@code
 * docs/results/NAME.jsonl.gz} has its page {@code NAME.md}; the summaries of the README and of
 * {@code docs/results.md} stand between {@code <!-- summary METRIC: METHOD… -->} and {@code <!--
 * end -->}, those of pairs of methods in the same way. With {@code -Dwats.write.docs=true} they are
 * written anew.
 */
class ResultsPageTest {
  private static final Map<String, String> METRICS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("paper", "ece degreeEce nll accuracy"),
              Map.entry("authors", "ece degreeEce nll accuracy"),
              Map.entry("field", "nll brier ece degreeEce aurc accuracy"),
              Map.entry("few", "nll ece"),
              Map.entry("gats", "nll ece aurc accuracy"),
              Map.entry("preset", "nll ece degreeEce"),
              Map.entry("ridge", "nll brier ece degreeEce accuracy"),
              Map.entry("sweep", "ece degreeEce"),
              Map.entry("ablation", "ece degreeEce nll"),
              Map.entry("generated-cora-full", "ece degreeEce nll accuracy"),
              Map.entry("generated-reddit", "ece degreeEce nll accuracy")));

  private static final String GATS =
      """
      The splits published with GATS (Hsu et al., NeurIPS 2022; `--protocol gats`): 15 pairs of training nodes (10 %) and validation nodes (5 %), of 5 divisions, drawn by class; 15 bins.
      Three initializations for each pair, where that paper has five; networks and settings of methods are those of the protocol `paper`. Computers and Photo are whole graphs. Runs of one division share their test
      nodes, so the tests over runs find differences too often.

      """;

  private static final Pattern TABLE =
      Pattern.compile("(<!-- (summary|pairs) ([^>]*) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  private static final List<Metric> COUNTED =
      List.of(Metric.NLL, Metric.BRIER, Metric.ECE, Metric.DEGREE_ECE, Metric.AURC);

  @Test
  void everyFileOfRecordsHasItsTables() throws IOException {
    Path folder = Shared.root().resolve("docs/results");
    try (var files = Files.list(folder)) {
      assertThat(files.map(Path::getFileName).map(Path::toString))
          .filteredOn(name -> name.endsWith(".jsonl.gz"))
          .map(name -> name.replace(".jsonl.gz", ""))
          .filteredOn(name -> !name.equals(TransferPage.NAME))
          .containsExactlyInAnyOrderElementsOf(METRICS.keySet());
    }
    holds(
        folder.resolve(TransferPage.NAME + ".md"),
        head(TransferPage.NAME) + new TransferPage().page());
    for (String name : METRICS.keySet()) {
      holds(folder.resolve(name + ".md"), page(name));
    }
  }

  /** Over the combinations that have all methods. */
  @Test
  void thePictureOfRanksIsOfTheRecords() throws IOException {
    ResultTable.Ranks ranks = table("field").ranks(Metric.NLL);
    List<RankFigure.Ranked> ranked =
        ranks.means().entrySet().stream()
            .map(one -> new RankFigure.Ranked(one.getKey().title(), one.getValue()))
            .toList();
    double critical = CriticalDifference.of(ranked.size(), ranks.blocks());
    holds(
        Shared.root().resolve("docs/images/ranks-nll.svg"),
        RankFigure.of(Metric.NLL, ranked, ranks.blocks(), critical).svg());
  }

  @ParameterizedTest
  @ValueSource(strings = {"NLL", "ECE"})
  void picturesOfFewNodesAreOfTheRecords(Metric metric) throws IOException {
    String name = "docs/images/few-" + metric.key() + ".svg";
    holds(Shared.root().resolve(name), new FewNodes().picture(metric));
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/results.md"})
  void summariesAreOfTheRecords(String name) throws IOException {
    Path file = Shared.root().resolve(name);
    Matcher matcher = TABLE.matcher(Files.readString(file));
    StringBuilder expected = new StringBuilder();
    assertThat(matcher.find()).isTrue();
    do {
      String table =
          matcher.group(2).equals("summary")
              ? summary(matcher.group(3).split(": "))
              : pairs(matcher.group(3).split(": "));
      matcher.appendReplacement(
          expected,
          Matcher.quoteReplacement(matcher.group(1) + "\n" + table + "\n" + matcher.group(4)));
    } while (matcher.find());
    holds(file, matcher.appendTail(expected).toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/results.md", "docs/performance.md"})
  void pagesForPeopleStayShort(String name) throws IOException {
    assertThat(Files.readAllLines(Shared.root().resolve(name))).hasSizeLessThanOrEqualTo(150);
  }

  private static void holds(Path file, String expected) throws IOException {
    if (Boolean.getBoolean("wats.write.docs")) {
      Files.writeString(file, expected);
    }
    assertThat(file).content().isEqualTo(expected);
  }

  private static String page(String name) throws IOException {
    String[] words = METRICS.get(name).split(" ");
    List<Metric> metrics = Arrays.stream(words).map(Metric::of).toList();
    return head(name)
        + (name.equals("few") ? new FewNodes().page() : name.equals("gats") ? GATS : "")
        + TableFormat.MARKDOWN.render(table(name), metrics);
  }

  private static String head(String name) {
    return "# Results: "
        + name
        + "\n\nGenerated from ["
        + name
        + ".jsonl.gz]("
        + name
        + ".jsonl.gz) by `ResultsPageTest`. How to read the tables: [results.md](../results.md).\n\n";
  }

  private static ResultTable table(String name) throws IOException {
    Path file = Shared.root().resolve("docs/results/" + name + ".jsonl.gz");
    return ResultTable.of(CompactRecordsReader.read(file), Plan.BASELINES);
  }

  /**
   * For a metric and methods such as {@code ece: uncalibrated ts auto}: means with a GCN on real
   * data, the lowest of a column in bold, and the noise floor where the metric has one.
   */
  private static String summary(String[] metricAndMethods) throws IOException {
    Metric metric = Metric.of(metricAndMethods[0]);
    String[] methods = metricAndMethods[1].split(" ");
    Map<String, List<ResultTable.Row>> columns =
        table("field").rows().stream()
            .filter(row -> row.model().equals("gcn") && !row.dataset().startsWith("synthetic"))
            .collect(
                Collectors.groupingBy(
                    ResultTable.Row::dataset, LinkedHashMap::new, Collectors.toList()));
    StringBuilder text =
        new StringBuilder("| method | " + String.join(" | ", columns.keySet()) + " |\n| --- |");
    text.append(" ---: |".repeat(columns.size())).append('\n');
    for (String method : methods) {
      text.append("| ").append(method).append(" |");
      for (List<ResultTable.Row> column : columns.values()) {
        String value = shown(metric, mean(column, method, metric));
        boolean lowest =
            Arrays.stream(methods).mapToDouble(one -> mean(column, one, metric)).min().stream()
                .anyMatch(least -> shown(metric, least).equals(value));
        text.append(lowest ? " **" + value + "** |" : " " + value + " |");
      }
      text.append('\n');
    }
    if (columns.values().stream()
        .allMatch(column -> ResultTable.noiseFloor(column, metric).isPresent())) {
      text.append("| noise floor |");
      for (List<ResultTable.Row> column : columns.values()) {
        double floor = ResultTable.noiseFloor(column, metric).orElseThrow();
        text.append(' ').append(shown(metric, floor)).append(" |");
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static double mean(List<ResultTable.Row> column, String method, Metric metric) {
    return column.stream()
        .filter(row -> row.variant().label().equals(method))
        .findFirst()
        .flatMap(row -> row.sample(metric))
        .orElseThrow()
        .mean();
  }

  private static String shown(Metric metric, double value) {
    return metric == Metric.NLL
        ? String.format(Locale.ROOT, "%.3f", value)
        : String.format(Locale.ROOT, "%.1f", 100 * value);
  }

  /**
   * For pairs such as {@code field: ridge < ts, ridge < wats}: on how many data sets and backbones
   * the mean of the first method is lower, on how many it is significantly lower, and on how many
   * significantly higher.
   */
  private static String pairs(String[] fileAndPairs) throws IOException {
    Path file = Shared.root().resolve("docs/results/" + fileAndPairs[0] + ".jsonl.gz");
    List<FitRecord> records = CompactRecordsReader.read(file);
    List<String> pairs = List.of(fileAndPairs[1].split(", "));
    List<String> others = pairs.stream().map(pair -> pair.split(" < ")[1]).toList();
    List<Variant> baselines =
        records.stream()
            .map(record -> record.key().variant())
            .distinct()
            .filter(variant -> others.contains(variant.label()))
            .toList();
    List<ResultTable.Row> rows = ResultTable.of(records, baselines).rows();
    StringBuilder text = new StringBuilder("| comparison |");
    COUNTED.forEach(metric -> text.append(' ').append(metric.title()).append(" |"));
    text.append("\n| --- |").append(" ---: |".repeat(COUNTED.size())).append('\n');
    for (String pair : pairs) {
      String[] sides = pair.split(" < ");
      text.append("| `").append(sides[0]).append("` below `").append(sides[1]).append("` |");
      for (Metric metric : COUNTED) {
        text.append(' ').append(counts(rows, sides[0], sides[1], metric)).append(" |");
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String counts(
      List<ResultTable.Row> rows, String one, String other, Metric metric) {
    List<ResultTable.Difference> all =
        rows.stream()
            .filter(row -> row.variant().label().equals(one))
            .flatMap(row -> Optional.ofNullable(row.comparisons().get(other)).stream())
            .map(byMetric -> byMetric.get(metric))
            .toList();
    assertThat(all).as(one + " and " + other).isNotEmpty();
    return String.format(
        Locale.ROOT,
        "%d of %d (%d, %d)",
        all.stream().filter(each -> each.paired().mean() < 0).count(),
        all.size(),
        all.stream().filter(each -> each.isSignificant() && each.paired().mean() < 0).count(),
        all.stream().filter(each -> each.isSignificant() && each.paired().mean() > 0).count());
  }
}
