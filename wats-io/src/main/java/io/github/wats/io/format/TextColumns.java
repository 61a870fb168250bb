package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.util.List;
import java.util.Optional;

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
  public void close() {}
}
