package io.github.wats.cli.console;

import io.github.wats.internal.Check;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.List;

/** An aligned table for people: the first column to the left, the others to the right. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... header) {
    this(List.of(header));
  }

  public Table(List<String> header) {
    rows.add(List.copyOf(header));
  }

  /** A table of a report. */
  public static Table of(DataTable table) {
    Table copy = new Table(table.header());
    table.rows().forEach(copy::row);
    return copy;
  }

  public Table row(String... cells) {
    return row(List.of(cells));
  }

  /** A row; a line break within a cell becomes a space. */
  public Table row(List<String> cells) {
    Check.argument(
        cells.size() == rows.get(0).size(),
        "a row must have %d cells, got %d",
        rows.get(0).size(),
        cells.size());
    rows.add(cells.stream().map(cell -> cell.replaceAll("\\R", " ")).toList());
    return this;
  }

  @Override
  public String toString() {
    int columns = rows.get(0).size();
    int[] width = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        width[c] = Math.max(width[c], row.get(c).codePointCount(0, row.get(c).length()));
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String cell = row.get(c);
        String gap = " ".repeat(width[c] - cell.codePointCount(0, cell.length()));
        line.append(c == 0 ? cell + gap : "  " + gap + cell);
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }
}
