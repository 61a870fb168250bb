package io.github.wats.experiment.page;

import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.ResultTable.Block;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.experiment.Sample;
import io.github.wats.experiment.Variant;
import io.github.wats.metrics.Metric;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One metric laid out as the paper lays out its tables: methods (or feature sets) down, data sets
 * across; for a sweep k down and s across, a table per data set.
 *
 * @param title what it shows
 * @param corner heading of the first column
 * @param columns headings of the others
 * @param rows the lines
 */
public record Pivot(String title, String corner, List<String> columns, List<Line> rows) {
  /** The metrics the paper's numbers are shown beside. */
  private static final Set<Metric> BESIDE_PAPER = Set.of(Metric.ECE, Metric.DEGREE_ECE);

  public Pivot {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** A row of cells. */
  public record Line(String label, List<Cell> cells) {}

  /**
   * One cell.
   *
   * @param value mean ± deviation, or {@code –} where there is none
   * @param mark whether it may be called best
   * @param paper the paper's mean, or empty
   */
  public record Cell(String value, Mark mark, Optional<String> paper) {
    static final Cell EMPTY = new Cell("–", Mark.NONE, Optional.empty());

    /** The paper's mean in parentheses, or nothing. */
    public String paperText() {
      return paper.map(mean -> " (" + mean + ")").orElse("");
    }
  }

  /** The rows with each cell as {@code text} writes it. */
  public DataTable table(Function<Cell, String> text) {
    return new DataTable(
        joined(corner, columns.stream()),
        rows.stream().map(line -> joined(line.label, line.cells.stream().map(text))).toList());
  }

  private static List<String> joined(String first, Stream<String> others) {
    return Stream.concat(Stream.of(first), others).toList();
  }

  /** The tables of one metric, one per backbone and in a sweep one per data set as well. */
  public static List<Pivot> of(ResultTable table, Metric metric) {
    List<Pivot> pivots = new ArrayList<>();
    for (String model : table.models()) {
      if (isSweep(table)) {
        for (String dataset : table.datasets()) {
          pivots.add(grid(table, metric, model, dataset));
        }
      } else {
        pivots.add(byDataset(table, metric, model));
      }
    }
    return pivots;
  }

  private static boolean isSweep(ResultTable table) {
    return table.variants().stream().allMatch(Variant::isSweepPoint);
  }

  private static Pivot byDataset(ResultTable table, Metric metric, String model) {
    List<Line> lines = new ArrayList<>();
    for (Variant variant : table.variants()) {
      lines.add(
          line(
              isAblation(table) ? variant.title() : variant.label(),
              table.datasets(),
              dataset -> cell(table, dataset, model, variant, metric)));
    }
    if (ResultTable.noiseFloor(table.rows(), metric).isPresent()) {
      lines.add(
          line("noise floor", table.datasets(), dataset -> floor(table, metric, model, dataset)));
    }
    return new Pivot(
        title(metric) + ", " + model,
        isAblation(table) ? "features" : "method",
        table.datasets(),
        lines);
  }

  private static Pivot grid(ResultTable table, Metric metric, String model, String dataset) {
    List<String> scales = values(table, "s");
    List<Line> lines = new ArrayList<>();
    for (String order : values(table, "k")) {
      int k = Integer.parseInt(order);
      lines.add(
          line(
              "k = " + order,
              scales,
              s -> cell(table, dataset, model, Variant.ofGrid(k, Double.parseDouble(s)), metric)));
    }
    List<String> columns = scales.stream().map(scale -> "s = " + scale).toList();
    return new Pivot(title(metric) + ", " + dataset + ", " + model, Variant.WATS, columns, lines);
  }

  private static Line line(String label, List<String> columns, Function<String, Cell> cell) {
    return new Line(label, columns.stream().map(cell).toList());
  }

  private static List<String> values(ResultTable table, String setting) {
    return table.variants().stream()
        .map(Variant::point)
        .filter(point -> point.containsKey(setting))
        .map(point -> String.valueOf(point.get(setting)))
        .distinct()
        .toList();
  }

  private static Cell cell(Row row, Metric metric) {
    Optional<String> paper =
        BESIDE_PAPER.contains(metric)
            ? row.paper().map(value -> metric.unit().bare(value.mean()))
            : Optional.empty();
    return row.sample(metric)
        .map(sample -> new Cell(text(sample, metric), row.mark(metric), paper))
        .orElse(Cell.EMPTY);
  }

  private static Cell cell(
      ResultTable table, String dataset, String model, Variant variant, Metric metric) {
    return table.row(dataset, model, variant).map(row -> cell(row, metric)).orElse(Cell.EMPTY);
  }

  private static Cell floor(ResultTable table, Metric metric, String model, String dataset) {
    List<Row> rows = table.blocks().getOrDefault(new Block(dataset, model), List.of());
    OptionalDouble floor = ResultTable.noiseFloor(rows, metric);
    return floor.isEmpty()
        ? Cell.EMPTY
        : new Cell(metric.unit().bare(floor.getAsDouble()), Mark.NONE, Optional.empty());
  }

  private static String title(Metric metric) {
    return metric.title() + (metric.unit().sign().isEmpty() ? "" : ", " + metric.unit().sign());
  }

  private static boolean isAblation(ResultTable table) {
    return table.variants().stream().allMatch(Variant::isAblationPoint);
  }

  private static String text(Sample sample, Metric metric) {
    String mean = metric.unit().bare(sample.mean());
    return sample.count() == 1 ? mean : mean + " ± " + metric.unit().bare(sample.std());
  }
}
