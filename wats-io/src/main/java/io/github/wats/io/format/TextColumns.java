package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * Columns of a text table; all their entries are texts.
 *
 * @param names of the columns
 * @param places where they are in a row
 * @param id the column of ids, whose entries keep the outer spaces that they have in quotes
 * @param header the names as they stand in the file; empty without a header
 */
record TextColumns(
    Location location,
    List<String> names,
    List<Integer> places,
    Optional<String> id,
    List<String> header,
    List<TextTable.Row> rows)
    implements ColumnTable {
  /**
   * All rows of a table below its header, which names every column.
   *
   * @param id finds the column of ids in the header, −1 if there is none
   */
  static TextColumns of(TextTable table, ToIntFunction<List<String>> id) throws IOException {
    Location location = table.location();
    List<TextTable.Row> rows = table.first(Integer.MAX_VALUE);
    List<String> header = rows.isEmpty() ? List.of() : rows.get(0).names();
    for (TextTable.Row row : rows) {
      String rule = "must have %d fields like the header, got %d";
      boolean whole = row.size() == header.size();
      location.line(row.line()).check(whole, rule, header.size(), row.size());
    }
    int column = id.applyAsInt(header);
    return new TextColumns(
        location,
        header,
        IntStream.range(0, header.size()).boxed().toList(),
        column < 0 ? Optional.empty() : Optional.of(header.get(column)),
        header,
        rows.isEmpty() ? rows : rows.subList(1, rows.size()));
  }

  @Override
  public Location row(int row) {
    return location.line(rows.get(row).line());
  }

  @Override
  public List<Column> columns() {
    return names.stream().map(name -> new Column(name, Kind.TEXT)).toList();
  }

  @Override
  public String shown(String column) {
    int place = places.get(names.indexOf(column));
    return header.isEmpty() ? Integer.toString(place + 1) : header.get(place);
  }

  @Override
  public int rowCount() {
    return rows.size();
  }

  @Override
  public String[] texts(String column) {
    int place = places.get(names.indexOf(column));
    boolean raw = id.equals(Optional.of(column));
    return rows.stream()
        .map(row -> raw ? row.fields().get(place) : row.get(place))
        .toArray(String[]::new);
  }

  @Override
  public double[] numbers(List<String> columns) {
    int[] taken = columns.stream().mapToInt(name -> places.get(names.indexOf(name))).toArray();
    double[] values = new double[rows.size() * taken.length];
    for (int k = 0; k < values.length; k++) {
      String field = rows.get(k / taken.length).get(taken[k % taken.length]);
      boolean known = field.isEmpty() || NumberTable.isNumber(field);
      row(k / taken.length).check(known, "must be a number, got '%s'", field);
      values[k] = NumberTable.number(field).orElse(Double.NaN);
    }
    return values;
  }

  @Override
  public void close() {}
}
