package io.github.wats.experiment.page;

import static java.util.stream.Collectors.joining;

import io.github.wats.experiment.PaperValues;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.experiment.Sample;
import io.github.wats.experiment.Variant;
import io.github.wats.experiment.page.Pivot.Cell;
import io.github.wats.metrics.Metric;
import io.github.wats.report.figure.DataTable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A {@link ResultTable} as text for other programs and for papers. */
public enum TableFormat {
  /** One line per data set, backbone and variant, with every metric, fractions in full. */
  CSV,

  /** Tables as in the paper; bold is best, {@code =} is tied with the best mean. */
  MARKDOWN,

  /** The same for LaTeX with the booktabs package; best is bold, tied is underlined. */
  LATEX;

  /** The table with these metrics. */
  public String render(ResultTable table, List<Metric> metrics) {
    return switch (this) {
      case CSV -> csv(table, metrics);
      case MARKDOWN -> pivots(table, metrics, TableFormat::markdown);
      case LATEX -> pivots(table, metrics, TableFormat::latex);
    };
  }

  private static String pivots(
      ResultTable table, List<Metric> metrics, Function<Pivot, String> format) {
    return metrics.stream()
        .flatMap(metric -> Pivot.of(table, metric).stream())
        .map(format)
        .collect(joining("\n"));
  }

  private static String csv(ResultTable table, List<Metric> metrics) {
    List<Map<String, String>> rows = table.rows().stream().map(row -> cells(row, metrics)).toList();
    return rows.stream().limit(1).map(Map::keySet).map(TableFormat::line).collect(joining())
        + rows.stream().map(Map::values).map(TableFormat::line).collect(joining());
  }

  private static String line(Collection<String> cells) {
    return cells.stream().map(TableFormat::quoted).collect(joining(",", "", "\n"));
  }

  /** The points of sweeps and ablations have columns of their own. */
  private static Map<String, String> cells(Row row, List<Metric> metrics) {
    Variant variant = row.variant();
    Map<String, String> cells = new LinkedHashMap<>();
    cells.put("dataset", row.dataset());
    cells.put("model", row.model());
    cells.put("method", variant.isGridPoint() ? variant.method() : variant.label());
    for (String setting : List.of("k", "s", "features")) {
      cells.put(setting, variant.point().getOrDefault(setting, "").toString());
    }
    cells.put("runs", Integer.toString(row.runs()));
    cells.put("failures", Integer.toString(row.failures()));
    for (Metric metric : metrics) {
      cells.put(metric.key() + "Mean", number(row.sample(metric).map(Sample::mean)));
      cells.put(metric.key() + "Std", number(row.sample(metric).map(Sample::std)));
    }
    for (Metric metric : List.of(Metric.ECE, Metric.DEGREE_ECE)) {
      cells.put(metric.key() + "Floor", number(row.floor(metric).map(Sample::mean)));
    }
    cells.put("paperMean", number(row.paper().map(PaperValues.Value::mean)));
    cells.put("paperStd", number(row.paper().map(PaperValues.Value::std)));
    return cells;
  }

  private static String number(Optional<Double> value) {
    return value.map(String::valueOf).orElse("");
  }

  private static String quoted(String cell) {
    return cell.matches("[^\",\\s]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }

  private static String markdown(Pivot pivot) {
    return "**" + pivot.title() + "**\n\n" + pivot.table(TableFormat::markdown).markdown();
  }

  private static String markdown(Cell cell) {
    String value =
        switch (cell.mark()) {
          case BEST -> "**" + cell.value() + "**";
          case TIED -> cell.value() + " =";
          case NONE -> cell.value();
        };
    return value + cell.paperText();
  }

  private static String latex(Pivot pivot) {
    DataTable table = pivot.table(TableFormat::latex);
    StringBuilder text = new StringBuilder("% " + pivot.title() + "\n");
    text.append("\\begin{tabular}{l").append("r".repeat(pivot.columns().size())).append("}\n");
    text.append("\\toprule\n").append(latex(table.header().stream().map(TableFormat::escaped)));
    text.append("\\midrule\n");
    for (List<String> row : table.rows()) {
      text.append(latex(Stream.concat(Stream.of(escaped(row.get(0))), row.stream().skip(1))));
    }
    return text.append("\\bottomrule\n\\end{tabular}\n").toString();
  }

  private static String latex(Stream<String> cells) {
    return cells.collect(joining(" & ", "", " \\\\\n"));
  }

  private static String latex(Cell cell) {
    String number = cell.value().replace("–", "--").replace(" ± ", " $\\pm$ ");
    String value =
        cell.mark() == Mark.BEST
            ? "\\textbf{" + number + "}"
            : cell.mark() == Mark.TIED ? "\\underline{" + number + "}" : number;
    return value + cell.paperText();
  }

  private static String escaped(String text) {
    return text.replaceAll("([&%$#_{}])", "\\\\$1");
  }
}
