package io.github.wats.report;

import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.Methods;
import io.github.wats.decision.Comparison;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.PairedComparison.Difference;
import io.github.wats.metrics.PairedComparison.Result;
import io.github.wats.metrics.PairedComparison.Test;
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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The page about several methods on one network: all of them compared, one of them in detail.
 *
 * @param title such as {@code Every calibrator on a generated graph}
 * @param network in sentences, such as {@code the GCN}
 * @param nodeKind the nodes the methods were evaluated on, such as {@code test node}
 * @param data sentences: first which method is recommended, then where the graph comes from
 * @param comparison of the methods, first the network without calibration
 * @param shown the method shown in detail
 * @param fit how that one was fitted
 * @param temperatures the fitted temperatures by degree, if it has them
 * @param changed the most changed nodes of methods that can explain them
 * @param provenance where the numbers come from
 */
public record MethodsReport(
    String title,
    String network,
    String nodeKind,
    List<String> data,
    Comparison comparison,
    String shown,
    FitReport fit,
    Optional<Trend> temperatures,
    List<ChangedNodes> changed,
    Provenance provenance) {
  /** Metrics whose intervals and differences have room in tables. */
  private static final List<Metric> MAIN = List.of(Metric.NLL, Metric.ECE);

  private static final String INTERVAL = "95 % interval";

  public MethodsReport {
    data = List.copyOf(data);
    changed = List.copyOf(changed);
    Check.argument(
        comparison.evaluations().keySet().stream().skip(1).anyMatch(shown::equals),
        "the method shown must be a calibrator of the comparison, got %s",
        shown);
  }

  /** The page. */
  public Page page() {
    List<String> verdict = new ArrayList<>(data);
    verdict.addAll(Verdict.summary(network, sides(shown), nodeKind));
    verdict.add(
        "This is one run of %s methods on one graph; on other graphs the order may differ."
            .formatted(comparison.evaluations().size() - 1));
    List<Section> sections = new ArrayList<>();
    sections.add(methods());
    sections.add(beforeAndAfter());
    if (!changed.isEmpty()) {
      sections.add(changedNodes());
    }
    sections.add(CalibrationReport.fitted(fit));
    sections.add(provenance.section());
    return new Page("Comparison report", this.title, verdict, sections);
  }

  private List<Measured> sides(String method) {
    Map<String, Evaluation> evaluations = comparison.evaluations();
    return List.of(
        Measured.of("before", evaluations.values().iterator().next()),
        Measured.of(
            "after " + Methods.title(method), Objects.requireNonNull(evaluations.get(method))));
  }

  /** Every method under its name, the one shown in detail first. */
  private Section beforeAndAfter() {
    Map<String, List<Block>> options = new LinkedHashMap<>();
    options.put(
        Methods.title(shown), CalibrationReport.pictures("", sides(shown), temperatures).blocks());
    comparison.evaluations().keySet().stream()
        .skip(1)
        .filter(name -> !name.equals(shown))
        .forEach(name -> options.put(Methods.title(name), pictures(name)));
    return new Section.Builder("figures", "Before and after")
        .add(new Block.Choice("method", "Method", options))
        .build();
  }

  /** What fits a page of many methods: reliability, and degrees where there are any. */
  private List<Block> pictures(String method) {
    List<Block> blocks = new ArrayList<>();
    List<Measured> sides = sides(method);
    Verdict.summary(network, sides, nodeKind)
        .forEach(text -> blocks.add(new Block.Paragraph(text)));
    CalibrationReport.figures(sides).stream()
        .limit(2)
        .forEach(
            one ->
                blocks.add(
                    new Block.Picture(one.of(sides.get(1)).named(one.name() + "-" + method))));
    return blocks;
  }

  private Section changedNodes() {
    Map<String, List<Block>> options = new LinkedHashMap<>();
    changed.forEach(
        nodes ->
            options.put(Methods.title(nodes.method()), ChangedNodesSection.of(nodes).blocks()));
    return new Section.Builder("nodes", "The most changed nodes")
        .add(new Block.Choice("explained", "Method", options))
        .build();
  }

  /** The metrics that all methods have; without a graph there are no degrees. */
  private Set<Metric> columns() {
    return comparison.results().metrics();
  }

  /**
   * The methods that share the first place, the best first, equal ones in the order given: those
   * whose interval overlaps with that of the best.
   */
  public static List<String> firstPlace(Metric metric, Map<String, Result> methods) {
    List<Map.Entry<String, Result>> sorted =
        methods.entrySet().stream()
            .sorted(
                Comparator.comparingDouble(
                    one -> metric.loss(Math.rint(1e9 * one.getValue().value(metric)))))
            .toList();
    Interval best = sorted.get(0).getValue().interval(metric);
    return sorted.stream()
        .filter(
            method -> {
              Interval own = method.getValue().interval(metric);
              return own.low() <= best.high() && best.low() <= own.high();
            })
        .map(Map.Entry::getKey)
        .toList();
  }

  private Section methods() {
    Section.Builder section = new Section.Builder("comparison", "All methods");
    Stream.of(Metric.NLL, Metric.ECE, Metric.DEGREE_ECE)
        .filter(columns()::contains)
        .map(this::figure)
        .forEach(section::figure);
    DataTable values = values(compared(), false).table(); // figures have the intervals
    section.add(new Block.Grid(values, bestCells(values.header()), Set.of(), List.of()));
    section.text(
        "★ marks the best value of a column and those whose 95 % interval overlaps with its own:"
            + " they share the first place. Differences are computed node by node, so their"
            + " intervals tell more methods apart.");
    section.add(
        new Block.Subheading("Differences to " + Methods.title(comparison.results().reference())));
    section.add(new Block.Grid(differences(compared())));
    section.text(
        "Differences with 95 % intervals by a bootstrap over nodes, the same for all methods;"
            + " p-values are corrected for the number of methods (Holm). A difference with a"
            + " p-value of 0.05 or more may be due to chance; equal methods agree on every node. No"
            + " interval of a difference of ECEs holds its level, so there is none.");
    return section.build();
  }

  /** The values of some methods by name, perhaps with intervals of the main metrics. */
  public static DataTable.Rows<Map.Entry<String, Result>> values(
      Map<String, Result> methods, boolean intervals) {
    Result first = methods.values().iterator().next();
    DataTable.Rows<Map.Entry<String, Result>> rows =
        DataTable.of(methods.entrySet()).column("method", Map.Entry::getKey);
    for (Metric metric : first.values().keySet()) {
      rows =
          rows.column(
              metric.title(), one -> MetricText.value(metric, one.getValue().value(metric)));
      if (intervals && MAIN.contains(metric)) {
        rows =
            rows.column(INTERVAL, one -> MetricText.range(metric, one.getValue().interval(metric)));
      }
      if (first.improvements().containsKey(metric)) {
        rows = rows.column("PHI", one -> improvement(one.getValue(), metric));
      }
    }
    return rows;
  }

  private static String improvement(Result result, Metric metric) {
    return NumberText.finePercent(Objects.requireNonNull(result.improvements().get(metric)));
  }

  /** The differences of methods to the reference, which has none. */
  public static DataTable differences(Map<String, Result> methods) {
    List<Map.Entry<String, Result>> others =
        methods.entrySet().stream().filter(one -> !one.getValue().differences().isEmpty()).toList();
    return DataTable.of(others)
        .column("difference", Map.Entry::getKey)
        .column(Metric.NLL.title(), one -> difference(one.getValue(), Metric.NLL))
        .column(INTERVAL, one -> test(one, test -> MetricText.range(Metric.NLL, test.interval())))
        .column("p (Holm)", one -> test(one, test -> MetricText.pValue(test.holm())))
        .column(Metric.ECE.title(), one -> difference(one.getValue(), Metric.ECE))
        .table();
  }

  private static String test(Map.Entry<String, Result> method, Function<Test, String> text) {
    return method.getValue().difference(Metric.NLL).flatMap(Difference::test).map(text).orElse("–");
  }

  private static String difference(Result result, Metric metric) {
    Difference one = result.difference(metric).orElseThrow();
    return one.equal() ? "equal" : MetricText.change(metric, one.value());
  }

  /** By the method's name for people. */
  private Map<String, Result> compared() {
    Map<String, Result> byTitle = new LinkedHashMap<>();
    comparison
        .results()
        .methods()
        .forEach((name, result) -> byTitle.put(Methods.title(name), result));
    return byTitle;
  }

  private Figure figure(Metric metric) {
    List<Estimate> estimates = new ArrayList<>();
    compared()
        .forEach(
            (name, result) -> {
              Range range = Range.of(result.interval(metric));
              estimates.add(Estimate.of(name, result.value(metric), range));
            });
    Map<String, Result> methods = comparison.results().methods();
    OptionalDouble floor = // of the one that the title names
        comparison.evaluations().entrySet().stream()
            .filter(one -> !Double.isNaN(value(methods, one.getKey(), metric)))
            .min(Comparator.comparingDouble(one -> value(methods, one.getKey(), metric)))
            .stream()
            .mapToDouble(one -> one.getValue().noiseFloor(metric))
            .filter(value -> !Double.isNaN(value))
            .findFirst();
    return new ComparisonFigure(
            "comparison-" + metric.key(),
            metric,
            estimates,
            compared().keySet().iterator().next(),
            floor,
            firstPlace(metric, compared()),
            "overlapping 95 % intervals, so it shares the first place with",
            "95 % bootstrap interval over the " + nodeKind + "s")
        .figure();
  }

  private static double value(Map<String, Result> methods, String name, Metric metric) {
    return Objects.requireNonNull(methods.get(name)).value(metric);
  }

  private Set<Cell> bestCells(List<String> header) {
    List<String> names = List.copyOf(compared().keySet());
    Set<Cell> best = new LinkedHashSet<>();
    for (Metric metric : columns()) {
      int column = header.indexOf(metric.title());
      firstPlace(metric, compared())
          .forEach(name -> best.add(new Cell(names.indexOf(name), column)));
    }
    return best;
  }
}
