package io.github.wats.experiment;

import io.github.wats.experiment.ResultTable.Block;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.metrics.Metric;
import io.github.wats.report.NumberText;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Stroke;
import io.github.wats.report.scene.Svg;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the records of docs/results/few.jsonl.gz say about fits on few validation nodes. */
final class FewNodes {
  /** The title of each method, and how its variants begin. */
  private static final Map<String, String> METHODS = new LinkedHashMap<>();

  static {
    METHODS.put("ts", "ts");
    METHODS.put("wats", "wats:early-stopping=none");
    METHODS.put("ridge, no prior", "ridge:temperature-prior=0.0:class-weights=off");
    METHODS.put("ridge", "ridge");
    METHODS.put("auto", "auto");
  }

  static final List<String> SIZES = List.of("30", "50", "100", "200", "500", "", "20-per-class");
  private static final List<String> NAMES =
      List.of("30", "50", "100", "200", "500", "10 %", "20/class");

  private final StoredResults stored;

  FewNodes() throws IOException {
    stored = new StoredResults("few");
  }

  int runs() {
    return stored.row(stored.pairs().list().get(0), Variant.UNCALIBRATED).runs();
  }

  private static String label(String method, String size) {
    return METHODS.get(method) + (size.isEmpty() ? "" : ":validation=" + size);
  }

  /** The rows of all pairs; empty where a pair has too few validation nodes. */
  private Optional<Row> row(Block pair, String label) {
    return Optional.of(stored.row(pair, label)).filter(row -> row.runs() > 0);
  }

  /** The differences to no calibration, over all networks. */
  List<Double> differences(String method, String size, Metric metric) {
    List<Double> all = new ArrayList<>();
    for (Block pair : stored.pairs().list()) {
      Row before = stored.row(pair, Variant.UNCALIBRATED);
      row(pair, label(method, size))
          .ifPresent(
              row ->
                  row.results()
                      .forEach(
                          (run, result) ->
                              all.add(
                                  result.evaluation().values().get(metric)
                                      - before
                                          .results()
                                          .get(run)
                                          .evaluation()
                                          .values()
                                          .get(metric))));
    }
    return all;
  }

  /** The share of networks that are worse than without calibration. */
  static double worse(List<Double> differences) {
    return differences.stream().filter(d -> d > 0).count() / (double) differences.size();
  }

  static double worst(List<Double> differences) {
    return Collections.max(differences);
  }

  /** The mean of what is lost in NLL, 0 where nothing is. */
  double harm(String method, String size) {
    return differences(method, size, Metric.NLL).stream()
        .mapToDouble(d -> Math.max(0, d))
        .average()
        .orElseThrow();
  }

  /** What stands before the tables of all numbers. */
  String page() {
    return """
        Each method is fitted on some of the validation nodes of the same 240 networks (six data sets, GCN and GAT, 20 runs; the first nodes in an order
        drawn for the run), and compared with no calibration on the test nodes. Cora and Citeseer have fewer than 500 validation nodes: that row is of the other four.
        `20/class` takes 20 validation nodes of each class, so the shares of classes are not those of the test nodes. `ridge, no prior` is
        `ridge:temperature-prior=0:class-weights=off`; `wats` is without early stopping. Cora, Citeseer, Pubmed and Photo are among the data sets on which `ridge` and
        `auto` were designed.

        A cell: networks whose NLL is higher than without calibration / mean difference / worst difference. With 30 nodes `ts`, and so `ridge` without a prior,
        sometimes ends at its bound, where all nodes are predicted right.

        %s
        The same for the ECE, differences in points:

        %s
        ![NLL against the number of validation nodes](../images/few-nll.svg)
        ![ECE against the number of validation nodes](../images/few-ece.svg)

        """
        .formatted(table(Metric.NLL, 1, 3), table(Metric.ECE, 100, 1));
  }

  /** Per size and method: the share of networks it makes worse, the mean harm and the worst. */
  String table(Metric metric, double factor, int decimals) {
    StringBuilder text = new StringBuilder("| validation nodes | networks |");
    METHODS.keySet().forEach(method -> text.append(' ').append(method).append(" |"));
    text.append("\n| --- | ---: |").append(" ---: |".repeat(METHODS.size())).append('\n');
    for (String size : SIZES) {
      int networks = differences("ts", size, metric).size();
      text.append("| ").append(NAMES.get(SIZES.indexOf(size))).append(" | ").append(networks);
      for (String method : METHODS.keySet()) {
        List<Double> all = differences(method, size, metric);
        double mean = all.stream().mapToDouble(d -> d).average().orElseThrow();
        String numbers = "%.0f %% / %+." + decimals + "f / %+." + decimals + "f";
        text.append(" | ")
            .append(
                String.format(
                    Locale.ROOT, numbers, 100 * worse(all), factor * mean, factor * worst(all)));
      }
      text.append(" |\n");
    }
    return text.toString();
  }

  /** The mean of a metric against the number of validation nodes, a plot for each data set. */
  String picture(Metric metric) {
    Canvas canvas = new Canvas();
    List<String> series = new ArrayList<>(METHODS.keySet());
    double x = 8;
    for (int k = -1; k < series.size(); k++) {
      String name = k < 0 ? "uncalibrated" : series.get(k);
      canvas.line(x, 12, x + 20, 12, stroke(k));
      if (k >= 0) {
        canvas.dot(new Point(x + 10, 12), 3, Shape.series(k), Ink.series(k), "");
      }
      canvas.text(x + 26, 16, name, Font.PLAIN, Anchor.START, Ink.TEXT);
      x += 50 + Font.PLAIN.width(name);
    }
    List<String> datasets = stored.table.datasets();
    for (int d = 0; d < datasets.size(); d++) {
      panel(canvas, metric, datasets.get(d), 44 + d % 3 * 264, 52 + d / 3 * 220);
    }
    String title = metric.title() + " against the number of validation nodes";
    return Svg.file(
        canvas.scene(800, 478),
        title,
        title
            + ": means over 20 networks each of GCN and GAT, a plot for each data set. Lines that"
            + " leave a plot at the top go on above it.");
  }

  private static Stroke stroke(int method) {
    return method < 0
        ? new Stroke(Ink.TEXT, 1.5, Stroke.Dash.DASHED)
        : Stroke.of(Ink.series(method), 2);
  }

  private void panel(Canvas canvas, Metric metric, String dataset, double left, double top) {
    double width = 212;
    double height = 160;
    double before = mean(dataset, Variant.UNCALIBRATED, metric).orElseThrow();
    double low = before;
    double high = before;
    for (String method : METHODS.keySet()) {
      for (String size : SIZES) {
        double value = mean(dataset, label(method, size), metric).orElse(before);
        low = Math.min(low, value);
        high = Math.max(high, Math.min(value, 1.3 * before));
      }
    }
    double step = roundStep((high - low) / 4);
    double from = step * Math.floor(low / step);
    double range = step * Math.ceil(high / step - 1e-9) - from;
    double bottom = top + height;
    canvas.text(left, top - 8, dataset, Font.STRONG, Anchor.START, Ink.TEXT);
    for (int tick = 0; tick * step < range * (1 + 1e-9); tick++) {
      double value = from + tick * step;
      double y = bottom - tick * step / range * height;
      boolean percent = metric == Metric.ECE;
      String text = NumberText.decimals(percent ? 100 * value : value, percent ? 1 : 2);
      canvas.line(left, y, left + width, y, Stroke.of(Ink.GRID, 1));
      canvas.text(left - 4, y + 4, text, Font.SMALL, Anchor.END, Ink.MUTED);
    }
    for (int s = 0; s < SIZES.size(); s++) {
      canvas.text(
          left + place(s),
          bottom + 15,
          NAMES.get(s),
          new Font(10, false),
          Anchor.MIDDLE,
          Ink.MUTED);
    }
    double network = bottom - (before - from) / range * height;
    canvas.line(left, network, left + width, network, stroke(-1));
    int k = 0;
    for (String method : METHODS.keySet()) {
      List<Point> points = new ArrayList<>();
      for (int s = 0; s < SIZES.size(); s++) {
        Optional<Double> value = mean(dataset, label(method, SIZES.get(s)), metric);
        if (value.isPresent()) {
          double share = Math.min(1, (value.get() - from) / range);
          Point point = new Point(left + place(s), bottom - share * height);
          canvas.dot(point, 3, Shape.series(k), Ink.series(k), "");
          if (s < SIZES.size() - 1) {
            points.add(point);
          }
        }
      }
      canvas.line(points, stroke(k++));
    }
  }

  /** The next of 1, 2 and 5 times a power of ten. */
  private static double roundStep(double least) {
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10);
  }

  /** Of the numbers in a row, and apart from them of those drawn by class. */
  private static double place(int size) {
    return 10 + 28 * size + (size == SIZES.size() - 1 ? 18 : 0);
  }

  /** The mean over both networks. */
  private Optional<Double> mean(String dataset, String label, Metric metric) {
    List<Double> means =
        stored.on(dataset).list().stream()
            .flatMap(pair -> row(pair, label).stream())
            .map(row -> row.mean(metric))
            .toList();
    return means.isEmpty() ? Optional.empty() : Optional.of(Sample.of(means).mean());
  }
}
