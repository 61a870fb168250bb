package io.github.wats.report.figure;

import static java.util.Arrays.setAll;

import io.github.wats.internal.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

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

  /** The table as CSV (RFC 4180), numbers as programs read them: {@code -1234.5}, {@code 20.3%}. */
  public String csv() {
    List<List<String>> lines = new ArrayList<>(List.of(header));
    lines.addAll(rows);
    StringBuilder text = new StringBuilder();
    for (List<String> cells : lines) {
      text.append(cells.stream().map(DataTable::csv).collect(Collectors.joining(",")));
      text.append("\r\n");
    }
    return text.toString();
  }

  private static String csv(String cell) {
    if (cell.matches("[+−]?[\\d,]+(\\.\\d+)?(\u00a0%)?")) {
      return cell.replace("−", "-").replaceAll("[,\u00a0]", "");
    }
    String text = cell.equals("–") ? "" : cell.replace('\u00a0', ' ');
    text = text.matches("(?s)[=+@\\t-].*") ? "'" + text : text; // or a spreadsheet runs it
    return text.matches("(?s).*[\",\r\n].*") ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
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
