package io.github.wats.report.figure;

import io.github.wats.internal.Check;
import java.util.ArrayList;
import java.util.List;

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

  /** Collects rows. */
  static final class Builder {
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    Builder(String... header) {
      this.header = List.of(header);
    }

    Builder row(String... cells) {
      rows.add(List.of(cells));
      return this;
    }

    DataTable build() {
      return new DataTable(header, rows);
    }
  }
}
