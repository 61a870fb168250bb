package io.github.wats.experiment;

import io.github.wats.experiment.Transfer.Alarm;
import io.github.wats.experiment.Transfer.Row;
import io.github.wats.io.json.TypedJson;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/** The tables of docs/results/transfer.md. */
final class TransferPage {
  static final String NAME = "transfer";

  private final List<Row> rows;
  private final Map<List<Object>, Row> networks = new HashMap<>();

  TransferPage() throws IOException {
    var file = Shared.root().resolve("docs/results/" + NAME + ".jsonl.gz");
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      rows =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> TypedJson.bind(TypedJson.MAPPER.readTree(line), Row.class))
              .toList();
    }
    rows.stream()
        .filter(row -> row.method().equals(Variant.UNCALIBRATED))
        .forEach(row -> networks.put(place(row), row));
  }

  private static List<Object> place(Row row) {
    return List.of(row.source(), row.target(), row.network(), row.run());
  }

  private boolean isOwn(Row row) {
    return row.source().equals(row.target());
  }

  private double change(Row row, String metric) {
    return row.metrics().get(metric) - networks.get(place(row)).metrics().get(metric);
  }

  /** How many pairs of different graphs. */
  long pairs() {
    return rows.stream()
        .filter(row -> !isOwn(row))
        .map(row -> List.of(row.source(), row.target()))
        .distinct()
        .count();
  }

  String page() {
    long runs = rows.stream().mapToInt(Row::run).distinct().count();
    return """
        Twitch graphs of five countries with the same 3,170 features and two classes (`../shared/datasets`). A network is trained on one country (20 %% of its nodes), methods are fitted
        on 10 %% of its nodes, with their default settings, and applied to it and to the four others: 20 pairs, %d initializations and splits, GCN and GAT. All figures are of the same test nodes of the country
        that a method is applied to, 70 %% of it; no label of it is used, except in the columns "fitted there", where the method was fitted on 10 %% of it.

        %s
        %s
        **Does `monitor` notice?** Shares of cases (methods, pairs, runs, networks) with an alarm: of the checks that need no labels, and of the check of labels alone,
        with 500 and with all labels of the test nodes. The first says that the data are other data, not that calibration is worse.

        %s"""
        .formatted(runs, table("gcn"), table("gat"), alarms());
  }

  /** The means of a method over pairs and runs. */
  private String table(String network) {
    List<Row> all = rows.stream().filter(row -> row.network().equals(network)).toList();
    List<String> methods = all.stream().map(Row::method).distinct().toList();
    StringBuilder text =
        new StringBuilder(
            "**"
                + network.toUpperCase(Locale.ROOT)
                + "**\n\n| method | NLL, own country | other countries | lower than the network's"
                + " | fitted there | ECE, own country | other countries | lower than the network's"
                + " | fitted there |\n| --- |"
                + " ---: |".repeat(8)
                + "\n");
    for (String method : methods) {
      List<Row> fits = all.stream().filter(row -> row.method().equals(method)).toList();
      text.append("| ").append(method);
      for (String metric : List.of("nll", "ece")) {
        List<Row> away =
            fits.stream().filter(row -> !isOwn(row) && row.fit().equals("source")).toList();
        boolean network0 = method.equals(Variant.UNCALIBRATED);
        long lower = away.stream().filter(row -> change(row, metric) < 0).count();
        text.append(" | ").append(mean(fits, this::isOwn, metric));
        text.append(" | ").append(mean(away, row -> true, metric));
        text.append(" | ")
            .append(network0 ? "" : Math.round(100.0 * lower / away.size()) + " %")
            .append(" | ")
            .append(network0 ? "" : mean(fits, row -> row.fit().equals("target"), metric));
      }
      text.append(" |\n");
    }
    return text.toString();
  }

  private static String mean(List<Row> rows, Predicate<Row> chosen, String metric) {
    double mean =
        rows.stream()
            .filter(chosen)
            .mapToDouble(row -> row.metrics().get(metric))
            .average()
            .orElseThrow();
    return metric.equals("ece")
        ? String.format(Locale.ROOT, "%.1f %%", 100 * mean)
        : String.format(Locale.ROOT, "%.3f", mean);
  }

  private String alarms() {
    List<Row> fits =
        rows.stream()
            .filter(row -> row.fit().equals("source"))
            .filter(row -> !row.method().equals(Variant.UNCALIBRATED))
            .toList();
    return "| pairs | cases | without labels | 500 labels | all labels |\n| --- |"
        + " ---: |".repeat(4)
        + "\n"
        + line(fits, "own country", this::isOwn)
        + line(fits, "another, ECE below 5 %", row -> !isOwn(row) && ece(row) < 0.05)
        + line(fits, "another, ECE 5 to 10 %", row -> !isOwn(row) && in(ece(row), 0.05, 0.1))
        + line(fits, "another, ECE 10 % or more", row -> !isOwn(row) && ece(row) >= 0.1)
        + line(
            fits,
            "another, NLL above that of no calibration",
            row -> !isOwn(row) && change(row, "nll") > 0)
        + line(
            fits,
            "another, ECE above that of no calibration",
            row -> !isOwn(row) && change(row, "ece") > 0);
  }

  private static double ece(Row row) {
    return row.metrics().get("ece");
  }

  private static boolean in(double value, double from, double to) {
    return value >= from && value < to;
  }

  private static String line(List<Row> rows, String name, Predicate<Row> chosen) {
    List<Alarm> some = rows.stream().filter(chosen).map(Row::alarm).toList();
    return "| %s | %s | %s | %s | %s |\n"
        .formatted(
            name,
            String.format(Locale.ROOT, "%,d", some.size()),
            share(some, Alarm::data),
            share(some, Alarm::someLabels),
            share(some, Alarm::allLabels));
  }

  private static String share(List<Alarm> alarms, Predicate<Alarm> raised) {
    return alarms.isEmpty()
        ? ""
        : Math.round(100.0 * alarms.stream().filter(raised).count() / alarms.size()) + " %";
  }
}
