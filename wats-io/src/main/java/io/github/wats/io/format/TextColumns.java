package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A text table with a header, in memory, to be read by columns. */
record TextColumns(TextTable table, List<String> names, List<TextTable.Row> rows)
    implements ColumnTable {
  static TextColumns read(TextTable table) throws IOException {
    List<TextTable.Row> rows = table.first(Integer.MAX_VALUE);
    List<String> names = rows.isEmpty() ? List.of() : rows.get(0).names();
    for (TextTable.Row row : rows) {
      String rule = "must have %d fields like the header, got %d";
      table
          .location()
          .line(row.line())
          .check(row.size() == names.size(), rule, names.size(), row.size());
    }
    return new TextColumns(table, names, rows.subList(Math.min(1, rows.size()), rows.size()));
  }

  @Override
  public Location location() {
    return table.location();
  }

  @Override
  public List<Column> columns() {
    return names.stream().map(name -> new Column(name, Kind.TEXT)).toList();
  }

  @Override
  public int rowCount() {
    return rows.size();
  }

  @Override
  public int listLength(String column) {
    return 0;
  }

  @Override
  public double[] numbers(List<String> columns) {
    int[] places = columns.stream().mapToInt(names::indexOf).toArray();
    double[] values = new double[rows.size() * places.length];
    Arrays.setAll(
        values,
        k -> {
          TextTable.Row row = rows.get(k / places.length);
          String field = row.get(places[k % places.length]);
          boolean known = field.isEmpty() || NumberTable.isNumber(field);
          location().line(row.line()).check(known, "must be a number, got '%s'", field);
          return NumberTable.number(field).orElse(Double.NaN);
        });
    return values;
  }

  @Override
  public String[] texts(String column) {
    int place = names.indexOf(column);
    return rows.stream().map(row -> row.get(place)).toArray(String[]::new);
  }

  @Override
  public int[][] wholes(String first, String second) {
    throw new UnsupportedOperationException("fields of text are read as text");
  }

  @Override
  public void close() {
    // all of it was read
  }
}
