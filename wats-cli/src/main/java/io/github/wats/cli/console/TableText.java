package io.github.wats.cli.console;

import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table in a terminal of few columns: names in the first column are cut, and what still has no
 * room goes below, beside the same names.
 */
final class TableText {
  /** A name is not cut to fewer letters. */
  private static final int SHORTEST = 16;

  private TableText() {}

  /** The table as text whose lines have at most {@code columns} letters, where cells allow that. */
  static String of(DataTable table, int columns) {
    int excess = width(table) - columns;
    if (excess <= 0 || table.header().size() == 1) {
      return table.text();
    }
    int names = length(table, 0);
    DataTable cut = cut(table, Math.max(names - excess, Math.min(names, SHORTEST)));
    List<String> parts = new ArrayList<>();
    List<Integer> shown = new ArrayList<>(List.of(0));
    for (int column = 1; column < cut.header().size(); column++) {
      shown.add(column);
      if (shown.size() > 2 && width(cut.select(shown)) > columns) {
        shown.remove(shown.size() - 1);
        parts.add(cut.select(shown).text());
        shown = new ArrayList<>(List.of(0, column));
      }
    }
    parts.add(cut.select(shown).text());
    return String.join(System.lineSeparator(), parts);
  }

  private static int width(DataTable table) {
    int gaps = 2 * (table.header().size() - 1);
    return gaps + IntStream.range(0, table.header().size()).map(c -> length(table, c)).sum();
  }

  /** The longest cell of a column. */
  private static int length(DataTable table, int column) {
    int header = table.header().get(column).length();
    return table.rows().stream().mapToInt(r -> r.get(column).length()).reduce(header, Math::max);
  }

  private static DataTable cut(DataTable table, int letters) {
    return table.named(
        name -> name.length() <= letters ? name : name.substring(0, letters - 1) + "…");
  }
}
