package io.github.wats.report;

import io.github.wats.calibration.FitReport;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.report.CalibrationReport.Temperatures;
import io.github.wats.report.Section.Block;
import io.github.wats.report.Section.Cell;
import io.github.wats.report.figure.ComparisonFigure;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.Estimate;
import io.github.wats.report.figure.Figure;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The page about several methods on one network: all of them compared, one of them in detail.
 *
 * @param title such as {@code Every calibrator on a generated graph}
 * @param network in sentences, such as {@code the GCN}
 * @param data a sentence on where the graph comes from
 * @param results every method in order, first the network without calibration
 * @param shown the place in {@code results} of the method shown in detail
 * @param fit how that one was fitted
 * @param temperatures the fitted temperatures, if it has them
 * @param changed the most changed nodes of methods that can explain them
 * @param provenance where the numbers come from
 */
public record MethodsReport(
    String title,
    String network,
    String data,
    List<MethodResult> results,
    int shown,
    FitReport fit,
    Optional<Temperatures> temperatures,
    List<ChangedNodes> changed,
    Provenance provenance) {
  private static final List<Metric> COLUMNS =
      List.of(Metric.ECE, Metric.DEGREE_ECE, Metric.NLL, Metric.BRIER, Metric.ACCURACY);

  /** A method's name for people and what was measured with it. */
  public record MethodResult(String name, Measured measured) {}

  public MethodsReport {
    results = List.copyOf(results);
    changed = List.copyOf(changed);
    Check.argument(
        shown >= 1 && shown < results.size(),
        "the method shown must be one of 1 … %d, got %d",
        results.size() - 1,
        shown);
  }

  /** The page. */
  public Page page() {
    List<Measured> sides = List.of(results.get(0).measured, results.get(shown).measured);
    List<String> verdict =
        List.of(
            "On %s %s has an ECE of %s"
                .formatted(
                    NumberText.counted(results.get(0).measured.evaluation().nodes(), "test node"),
                    network,
                    reduction(Metric.ECE)),
            "The degree-binned ECE is " + reduction(Metric.DEGREE_ECE),
            data,
            "This is one run on one graph; on other graphs the order may differ.");
    List<Section> sections = new ArrayList<>();
    sections.add(comparison());
    Section.Builder pictures =
        new Section.Builder("figures", "Before and after " + results.get(shown).name);
    CalibrationReport.figures(sides).forEach(pictures::figure);
    temperatures.ifPresent(
        all -> CalibrationReport.temperatureFigures(all).forEach(pictures::figure));
    sections.add(pictures.build());
    changed.forEach(nodes -> sections.add(ChangedNodesSection.of(nodes)));
    sections.add(CalibrationReport.fitted(fit));
    sections.add(provenance.section());
    return new Page("Comparison report", title, verdict, sections);
  }

  /** The error before calibration, and the lowest with the method that reaches it. */
  private String reduction(Metric metric) {
    MethodResult best =
        results.stream()
            .skip(1)
            .min(Comparator.comparingDouble(result -> result.measured.value(metric)))
            .orElseThrow();
    return "%s before calibration; of %s methods, %s has the lowest, %s."
        .formatted(
            MetricText.value(metric, results.get(0).measured.value(metric)),
            results.size() - 1,
            best.name,
            MetricText.value(metric, best.measured.value(metric)));
  }

  private Section comparison() {
    Section.Builder section = new Section.Builder("comparison", "All methods");
    section.figure(figure(Metric.ECE));
    section.figure(figure(Metric.DEGREE_ECE));
    section.add(table());
    section.text(
        "★ marks the best value of a column; with one run, small differences may be due to chance.");
    return section.build();
  }

  private Figure figure(Metric metric) {
    List<Estimate> estimates = new ArrayList<>();
    for (MethodResult result : results) {
      double value = result.measured.value(metric);
      Interval interval = result.measured.evaluation().intervals().get(metric);
      Range range = interval == null ? new Range(value, value) : Range.of(interval);
      estimates.add(Estimate.of(result.name, value, range.reaching(value)));
    }
    OptionalDouble floor =
        results.stream()
            .skip(1)
            .mapToDouble(result -> result.measured.evaluation().noiseFloor(metric))
            .filter(value -> !Double.isNaN(value))
            .average();
    return ComparisonFigure.of(
        new ComparisonFigure.Comparison(
            "comparison-" + metric.key(),
            metric,
            estimates,
            results.get(0).name,
            floor,
            List.of(),
            "95 % bootstrap interval over the test nodes, which is biased upwards for small"
                + " errors"));
  }

  private Block table() {
    List<String> header = new ArrayList<>(List.of("Method"));
    COLUMNS.forEach(metric -> header.add(metric.title()));
    List<List<String>> rows = new ArrayList<>();
    for (MethodResult result : results) {
      List<String> row = new ArrayList<>(List.of(result.name));
      COLUMNS.forEach(metric -> row.add(MetricText.value(metric, result.measured.value(metric))));
      rows.add(row);
    }
    return new Block.Grid(new DataTable(header, rows), bestCells(), Set.of());
  }

  private Set<Cell> bestCells() {
    Set<Cell> best = new LinkedHashSet<>();
    for (int c = 0; c < COLUMNS.size(); c++) {
      Metric metric = COLUMNS.get(c);
      int place = 0;
      for (int r = 1; r < results.size(); r++) {
        double leader = results.get(place).measured.value(metric);
        if (metric.isBetter(results.get(r).measured.value(metric), leader)) {
          place = r;
        }
      }
      best.add(new Cell(place, c + 1));
    }
    return best;
  }
}
