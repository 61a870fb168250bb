package io.github.wats.experiment.page;

import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.ResultTable.Block;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.experiment.Sample;
import io.github.wats.experiment.Variant;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric;
import io.github.wats.report.CalibrationReport;
import io.github.wats.report.NumberText;
import io.github.wats.report.Section;
import io.github.wats.report.figure.ComparisonFigure;
import io.github.wats.report.figure.Estimate;
import io.github.wats.report.figure.Figure;
import io.github.wats.report.figure.LossFigure;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.Range;
import io.github.wats.report.figure.ReliabilityFigure;
import io.github.wats.report.figure.SensitivityFigure;
import io.github.wats.report.figure.SensitivityFigure.GridPoint;
import io.github.wats.report.figure.TemperatureFigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of an experiment, a section for each data set and backbone. */
record ExperimentFigures(List<FitRecord> records, ResultTable table) {
  /** With more blocks than this each gets fewer figures, or the page would be too large. */
  private static final int MANY = 3;

  private static final List<Metric> METRICS = List.of(Metric.ECE, Metric.DEGREE_ECE);

  List<Section> sections() {
    List<Section> sections = new ArrayList<>();
    table.blocks().forEach((block, rows) -> sections.add(section(block, rows)));
    return sections;
  }

  private Section section(Block block, List<Row> rows) {
    String id = ("setting-" + block.dataset() + "-" + block.model()).replaceAll("[^\\w-]", "-");
    Section.Builder section = new Section.Builder(id, block.dataset() + ", " + block.model());
    if (rows.stream().allMatch(row -> row.variant().isSweepPoint())) {
      sweep(section, id, rows);
    } else {
      comparisons(section, id, rows);
      details(section, id, rows);
    }
    return section.build();
  }

  private static void sweep(Section.Builder section, String id, List<Row> rows) {
    for (Metric metric : METRICS) {
      List<GridPoint> grid = new ArrayList<>();
      for (Row row : rows) {
        int k = (int) row.variant().number("k");
        double s = row.variant().number("s");
        row.sample(metric)
            .ifPresent(sample -> grid.add(new GridPoint(k, s, sample.mean(), sample.std())));
      }
      if (!grid.isEmpty()) {
        String name = "sensitivity-" + metric.key() + "-" + id;
        section.figure(SensitivityFigure.of(metric, grid).named(name));
      }
    }
  }

  private static void comparisons(Section.Builder section, String id, List<Row> rows) {
    for (Metric metric : METRICS) {
      section.figure(
          new ComparisonFigure(
                  "comparison-" + metric.key() + "-" + id,
                  metric,
                  rows.stream().map(row -> estimate(row, metric)).toList(),
                  Variant.UNCALIBRATED,
                  ResultTable.noiseFloor(rows, metric),
                  tied(rows, metric),
                  "no significant difference from",
                  whiskers(rows))
              .figure());
    }
  }

  private static Estimate estimate(Row row, Metric metric) {
    String name = row.variant().title();
    String runs = NumberText.counted(row.failures(), "run");
    return row.sample(metric)
        .map(sample -> Estimate.of(name, sample.mean(), range(sample)))
        .orElse(Estimate.missing(name, "failed in " + row.failures() + " of " + runs));
  }

  private static Range range(Sample sample) {
    return new Range(Math.max(0, sample.mean() - sample.std()), sample.mean() + sample.std());
  }

  static List<String> tied(List<Row> rows, Metric metric) {
    return rows.stream()
        .filter(row -> row.mark(metric) == Mark.TIED)
        .map(row -> row.variant().title())
        .toList();
  }

  private static String whiskers(List<Row> rows) {
    int most = rows.stream().mapToInt(Row::runs).max().orElse(0);
    return most > 1 ? Pooled.whiskers(most) : "none (one run only)";
  }

  /**
   * Before and after each method, the best first and with all figures, where records have the
   * numbers for it.
   */
  private void details(Section.Builder section, String id, List<Row> rows) {
    List<FitRecord> without = records(rows, Variant.of(Variant.UNCALIBRATED));
    Map<String, List<Section.Block>> options = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> row.sample(Metric.NLL).isPresent() && !row.variant().isUncalibrated())
        .sorted(Comparator.comparingDouble(row -> row.mean(Metric.NLL)))
        .forEach(
            row -> {
              List<FitRecord> fits = records(rows, row.variant());
              String title = row.variant().title();
              List<Measured> sides = new ArrayList<>();
              Pooled.of("before", without).ifPresent(sides::add);
              Pooled.of("after " + title, fits).ifPresent(sides::add);
              if (sides.size() == 2) {
                String end =
                    (options.isEmpty()
                            ? ""
                            : "-" + row.variant().label().replaceAll("[^\\w-]", "-"))
                        + "-"
                        + id;
                options.put(
                    title,
                    figures(sides, fits, options.isEmpty()).stream()
                        .map(figure -> figure.named(figure.name() + end))
                        .<Section.Block>map(Section.Block.Picture::new)
                        .toList());
              }
            });
    if (!options.isEmpty()) {
      section.add(new Section.Block.Choice("method-" + id, "Before and after", options));
    }
  }

  private List<Figure> figures(List<Measured> sides, List<FitRecord> fits, boolean all) {
    if (!all || table.blocks().size() > MANY) {
      return List.of(ReliabilityFigure.of(sides));
    }
    List<Figure> figures = new ArrayList<>(CalibrationReport.figures(sides));
    Optional<Trend> temperatures = sides.get(1).evaluation().temperatures();
    temperatures.ifPresent(trend -> figures.add(TemperatureFigure.byDegree(trend)));
    loss(fits).ifPresent(figures::add);
    return figures;
  }

  private static Optional<Figure> loss(List<FitRecord> fits) {
    return fits.stream()
        .flatMap(record -> record.result().stream())
        .filter(result -> result.losses().size() > 1)
        .findFirst()
        .map(result -> LossFigure.of(result.losses(), List.of(), result.epochs(), ""));
  }

  private List<FitRecord> records(List<Row> rows, Variant variant) {
    Block block = rows.get(0).block();
    return records.stream()
        .filter(record -> record.key().variant().equals(variant))
        .filter(record -> record.key().task().dataset().equals(block.dataset()))
        .filter(record -> record.key().task().model().equals(block.model()))
        .toList();
  }
}
