package io.github.wats.experiment.page;

import io.github.wats.experiment.PaperValues;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.experiment.Sample;
import io.github.wats.experiment.Variant;
import io.github.wats.experiment.page.Pivot.Cell;
import io.github.wats.metrics.Metric;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
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
        .collect(Collectors.joining("\n"));
  }

  private static String csv(ResultTable table, List<Metric> metrics) {
    List<String> header =
        new ArrayList<>(
            List.of("dataset", "model", "method", "k", "s", "features", "runs", "failures"));
    for (Metric metric : metrics) {
      header.addAll(List.of(metric.key() + "Mean", metric.key() + "Std"));
    }
    header.addAll(List.of("eceFloor", "degreeEceFloor", "paperMean", "paperStd"));
    StringBuilder lines = new StringBuilder(String.join(",", header)).append('\n');
    table.rows().forEach(row -> lines.append(csvLine(row, metrics)).append('\n'));
    return lines.toString();
  }

  /** The points of sweeps and ablations have columns of their own. */
  private static String method(Variant variant) {
    return variant.isGridPoint() ? variant.method() : variant.label();
  }

  private static String csvLine(Row row, List<Metric> metrics) {
    List<String> cells =
        new ArrayList<>(List.of(row.dataset(), row.model(), method(row.variant())));
    for (String setting : List.of("k", "s", "features")) {
      cells.add(row.variant().point().getOrDefault(setting, "").toString());
    }
    cells.add(Integer.toString(row.runs()));
    cells.add(Integer.toString(row.failures()));
    for (Metric metric : metrics) {
      Optional<Sample> sample = row.sample(metric);
      cells.add(number(sample.map(Sample::mean)));
      cells.add(number(sample.map(Sample::std)));
    }
    for (Metric metric : List.of(Metric.ECE, Metric.DEGREE_ECE)) {
      cells.add(number(row.floor(metric).map(Sample::mean)));
    }
    cells.add(number(row.paper().map(PaperValues.Value::mean)));
    cells.add(number(row.paper().map(PaperValues.Value::std)));
    return cells.stream().map(TableFormat::quoted).collect(Collectors.joining(","));
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
    return cells.collect(Collectors.joining(" & ", "", " \\\\\n"));
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
