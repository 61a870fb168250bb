package io.github.wats.cli.calibrate;

import io.github.wats.calibration.MultiLabelData;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ResultText;
import io.github.wats.io.NodeData;
import io.github.wats.metrics.LabelEvaluation;
import io.github.wats.metrics.LabelEvaluation.Label;
import io.github.wats.metrics.Metric;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.Page;
import io.github.wats.report.Section;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** What commands add for several labels: means over the labels, and a row for each. */
record LabelTables(MultiLabelData all, Map<String, LabelEvaluation> methods) {
  private static final int ROWS = 20; // without --wide
  private static final List<Metric> LABEL_METRICS = List.of(Metric.NLL, Metric.CLASSWISE_ECE);
  private static final String MACRO = "means over labels, each of which counts alike";

  /** Of the test nodes; empty where the rows are no labels. */
  static Optional<LabelTables> of(NodeData data, Map<String, Probabilities> methods, int bins) {
    return of(
        data.ids().severalLabels(),
        methods,
        data.requireLabels(),
        data.requireSplit().test(),
        row -> row,
        bins);
  }

  /** The same of some rows, where their numbers are known. */
  static Optional<LabelTables> of(
      Optional<MultiLabelData> labels,
      Map<String, Probabilities> methods,
      Labels outcomes,
      NodeSet rows,
      IntUnaryOperator number,
      int bins) {
    return labels.map(
        all -> {
          Map<String, LabelEvaluation> evaluated = new LinkedHashMap<>();
          IntUnaryOperator label = row -> all.label(number.applyAsInt(row));
          methods.forEach(
              (name, p) -> evaluated.put(name, LabelEvaluation.of(p, outcomes, rows, label, bins)));
          return new LabelTables(all, evaluated);
        });
  }

  void addTo(Map<String, Object> fields) {
    Map<String, Object> macro = new LinkedHashMap<>();
    Map<String, Object> each = new LinkedHashMap<>();
    methods.forEach(
        (name, own) -> {
          macro.put(name, Metric.byKey(own.macro()));
          each.put(name, own.labels().stream().map(one -> one.fields(name(one))).toList());
        });
    fields.put("labels", all.names());
    fields.put("macro", macro);
    fields.put("byLabel", each);
  }

  private String name(Label label) {
    return all.names().get(label.label());
  }

  /** The means of all methods; a row for each label where there is one method, or two. */
  void write(ResultText text) {
    text.table(macro(), MACRO);
    if (methods.size() <= 2) {
      text.table(cut(text, labels()), more(text, labels()));
    }
  }

  /** The first rows, unless everything is shown. */
  static DataTable cut(ResultText text, DataTable table) {
    return isCut(text, table)
        ? new DataTable(table.header(), table.rows().subList(0, ROWS))
        : table;
  }

  private static boolean isCut(ResultText text, DataTable table) {
    return table.rows().size() > ROWS && !text.isWide();
  }

  /** What is said below a cut table. */
  static String more(ResultText text, DataTable table) {
    String more = "%d of %d rows; --wide shows all";
    return isCut(text, table) ? Format.text(more, ROWS, table.rows().size()) : "";
  }

  Page on(Page page) {
    Section.Builder section = new Section.Builder("labels", "Labels");
    section.add(new Block.Grid(macro())).text("The " + MACRO + ".");
    section.add(new Block.Grid(labels())).text("A row for each label, the most frequent first.");
    return page.with(section.build());
  }

  private DataTable macro() {
    List<String> header = new ArrayList<>(List.of("mean over labels"));
    LabelEvaluation.METRICS.forEach(metric -> header.add(metric.title()));
    List<List<String>> rows = new ArrayList<>();
    methods.forEach(
        (name, own) -> {
          List<String> row = new ArrayList<>(List.of(name));
          own.macro().forEach((metric, value) -> row.add(metric.format(value)));
          rows.add(row);
        });
    return new DataTable(header, rows);
  }

  /** The values of the first method and, if there is another, of the last one. */
  private DataTable labels() {
    List<LabelEvaluation> evaluated = List.copyOf(methods.values());
    List<Label> first = evaluated.get(0).labels();
    List<Label> last = evaluated.get(evaluated.size() - 1).labels();
    List<String> names = List.copyOf(methods.keySet());
    boolean two = evaluated.size() > 1;
    List<String> header = new ArrayList<>(List.of("label", "nodes", "have it"));
    for (Metric metric : LABEL_METRICS) {
      header.add(metric.title() + (two ? " " + names.get(0) : ""));
      header.addAll(two ? List.of(names.get(names.size() - 1)) : List.of());
    }
    DataTable.Builder table = new DataTable.Builder(header.toArray(String[]::new));
    IntStream.range(0, first.size())
        .boxed()
        .sorted(Comparator.comparing(k -> -first.get(k).positives()))
        .forEach(
            k -> {
              Label one = first.get(k);
              List<String> row = new ArrayList<>(List.of(name(one)));
              row.addAll(List.of(Format.count(one.nodes()), Format.count(one.positives())));
              for (Metric metric : LABEL_METRICS) {
                row.add(metric.format(one.value(metric)));
                row.addAll(two ? List.of(metric.format(last.get(k).value(metric))) : List.of());
              }
              table.row(row.toArray(String[]::new));
            });
    return table.build();
  }
}
