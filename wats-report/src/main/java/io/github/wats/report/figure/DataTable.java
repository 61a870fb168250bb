package io.github.wats.report.figure;

import static java.util.Arrays.setAll;

import io.github.wats.internal.Check;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Rows of text under a header: the first column names, the others are numbers. */
public record DataTable(List<String> header, List<List<String>> rows) {
  public DataTable {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      Check.argument(
          row.size() == header.size(),
          "a row must have %d cells, got %d",
          header.size(),
          row.size());
    }
  }

  /** A cell, both counted from 0. */
  public String cell(int row, int column) {
    return rows.get(row).get(column);
  }

  /** The same with other names in the first column. */
  public DataTable named(UnaryOperator<String> name) {
    List<List<String>> named =
        rows.stream()
            .map(
                row ->
                    Stream.concat(Stream.of(name.apply(row.get(0))), row.stream().skip(1)).toList())
            .toList();
    return new DataTable(header, named);
  }

  /** Some of the columns. */
  public DataTable select(List<Integer> columns) {
    return new DataTable(
        columns.stream().map(header::get).toList(),
        rows.stream().map(row -> columns.stream().map(row::get).toList()).toList());
  }

  /** The table in Markdown. */
  public String markdown() {
    StringBuilder text = new StringBuilder(line(header));
    text.append("| --- |").append(" ---: |".repeat(header.size() - 1)).append('\n');
    rows.forEach(row -> text.append(line(row)));
    return text.toString();
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }

  /** The table for a terminal: the first column to the left, the others to the right. */
  public String text() {
    int[] width = new int[header.size()];
    List<List<String>> lines = new ArrayList<>(List.of(header));
    rows.forEach(row -> lines.add(row.stream().map(c -> c.replaceAll("\\R", " ")).toList()));
    lines.forEach(cells -> setAll(width, c -> Math.max(width[c], length(cells.get(c)))));
    StringBuilder text = new StringBuilder();
    for (List<String> cells : lines) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < width.length; c++) {
        String gap = " ".repeat(width[c] - length(cells.get(c)));
        line.append(c == 0 ? cells.get(c) + gap : "  " + gap + cells.get(c));
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  /** A table with a row for each item, whose columns are added one by one. */
  public static <T> Rows<T> of(Collection<T> items) {
    return new Rows<>(List.copyOf(items), List.of(), List.of());
  }

  /** Items as rows, and what columns say of them. */
  public record Rows<T>(List<T> items, List<String> header, List<Function<T, String>> cells) {
    public Rows<T> column(String heading, Function<T, String> cell) {
      return new Rows<>(items, plus(header, heading), plus(cells, cell));
    }

    private static <E> List<E> plus(List<E> list, E last) {
      return Stream.concat(list.stream(), Stream.of(last)).toList();
    }

    public DataTable table() {
      return new DataTable(
          header,
          items.stream()
              .map(item -> cells.stream().map(cell -> cell.apply(item)).toList())
              .toList());
    }
  }

  /** Collects rows. */
  public static final class Builder {
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    public Builder(String... header) {
      this.header = List.of(header);
    }

    public Builder row(String... cells) {
      rows.add(List.of(cells));
      return this;
    }

    public DataTable build() {
      return new DataTable(header, rows);
    }

    @Override
    public String toString() {
      return build().text();
    }
  }
}
