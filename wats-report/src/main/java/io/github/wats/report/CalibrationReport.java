package io.github.wats.report;

import io.github.wats.calibration.FitReport;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.CoverageFigure;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.DegreeFigure;
import io.github.wats.report.figure.Figure;
import io.github.wats.report.figure.LossFigure;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.ReliabilityFigure;
import io.github.wats.report.figure.TemperatureFigure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The page about one set of probabilities, or about those before and after a calibration.
 *
 * @param title such as {@code Cora, GCN}
 * @param network in sentences, such as {@code the GCN}
 * @param advice what the summary begins with, if there is something to do
 * @param change what it ends with, if classes changed
 * @param sides one measurement, or one before and one after
 * @param fit how the calibrator was fitted, if one was
 * @param temperatures the fitted temperatures by degree, if it has them
 * @param changed the most changed nodes, if the calibrator can explain them
 * @param provenance where the numbers come from
 */
public record CalibrationReport(
    String title,
    String network,
    Optional<String> advice,
    Optional<String> change,
    List<Measured> sides,
    Optional<FitReport> fit,
    Optional<Trend> temperatures,
    Optional<ChangedNodes> changed,
    Provenance provenance) {
  public CalibrationReport {
    sides = List.copyOf(sides);
    Check.argument(
        sides.size() == 1 || sides.size() == 2,
        "a report is about one measurement or two, got %d",
        sides.size());
  }

  /** The page of nodes. */
  public Page page() {
    return page("test node");
  }

  /** The page, where {@code nodeKind} is what a measured row is called. */
  public Page page(String nodeKind) {
    List<Section> sections = new ArrayList<>();
    sections.add(numbers());
    sections.add(pictures("Figures", sides, temperatures));
    changed.ifPresent(nodes -> sections.add(ChangedNodesSection.of(nodes)));
    fit.ifPresent(report -> sections.add(fitted(report)));
    sections.add(provenance.section());
    String kicker = sides.size() == 1 ? "Evaluation report" : "Calibration report";
    Set<String> verdict = new LinkedHashSet<>(advice.stream().toList()); // which may be a warning
    verdict.addAll(Verdict.of(network, sides, nodeKind));
    change.ifPresent(verdict::add);
    return new Page(kicker, title, List.copyOf(verdict), sections);
  }

  private Section numbers() {
    Section.Builder section = new Section.Builder("numbers", "Metrics");
    section.add(new Block.Grid(metricTable()));
    for (Measured side : sides) {
      side.evaluation()
          .calibrationTest()
          .ifPresent(test -> section.text(side.heading() + ", " + MetricText.test(test) + "."));
    }
    return section.build();
  }

  /** The figures about measurements, and about temperatures if there are any. */
  static Section pictures(String heading, List<Measured> sides, Optional<Trend> temperatures) {
    Section.Builder section = new Section.Builder("figures", heading);
    figures(sides).forEach(section::figure);
    temperatures.ifPresent(trend -> section.figure(TemperatureFigure.byDegree(trend)));
    return section.build();
  }

  /** The figures about measurements alone. */
  public static List<Figure> figures(List<Measured> sides) {
    List<Figure> figures = new ArrayList<>();
    figures.add(ReliabilityFigure.of(sides));
    if (sides.stream().noneMatch(side -> side.degrees().isEmpty())) {
      figures.add(DegreeFigure.of(sides));
    }
    figures.add(CoverageFigure.of(sides));
    return figures;
  }

  static Section fitted(FitReport report) {
    Section.Builder section = new Section.Builder("fit", "Fit");
    report.notes().forEach(note -> section.add(new Block.Warning("Note: " + note + ".")));
    if (report.losses().size() > 1) {
      section.figure(LossFigure.of(report));
    }
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("method", report.method());
    report.settings().forEach((name, value) -> facts.put(name, value.toString()));
    facts.put("seed", "" + report.seed());
    facts.put("fit", report.summary().isEmpty() ? "nothing to solve" : report.summary());
    section.add(new Block.Facts(facts));
    return section.build();
  }

  /** Metrics of one or two measurements beside each other. */
  private DataTable metricTable() {
    Measured last = sides.get(sides.size() - 1);
    DataTable.Rows<Metric> rows =
        DataTable.of(
                Stream.of(Metric.values())
                    .filter(
                        metric ->
                            sides.stream()
                                .allMatch(side -> side.evaluation().values().containsKey(metric)))
                    .toList())
            .column("Metric", Metric::title);
    for (Measured side : sides) {
      rows = rows.column(side.heading(), metric -> MetricText.value(metric, side.value(metric)));
    }
    if (sides.size() == 2) {
      Measured before = sides.get(0);
      rows =
          rows.column("Change", m -> MetricText.change(m, last.value(m) - before.value(m)))
              .column("PHI", m -> MetricText.improvement(m, before.value(m), last.value(m)));
    }
    return rows.column("Noise floor", metric -> MetricText.floor(metric, last.evaluation()))
        .column("Definition", Metric::help)
        .table();
  }
}
