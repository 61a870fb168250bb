package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A table of typed columns, which are read one by one, such as a Parquet file or text. */
public interface ColumnTable extends Closeable {
  /** What the entries of a column are; a list has numbers. */
  enum Kind {
    WHOLE,
    FRACTION,
    BOOLEAN,
    TEXT,
    LIST,
    OTHER
  }

  /** A column. */
  record Column(String name, Kind kind) {}

  /** The files, for messages. */
  Location location();

  List<Column> columns();

  /** The same table with columns of any other use. */
  default ColumnTable all() throws IOException {
    return this;
  }

  /** What a user should know about how the columns were found. */
  default List<String> notes() {
    return List.of();
  }

  /** Whether the file names its columns. */
  default boolean hasHeader() {
    return true;
  }

  /** A column as the file names it, or its number from 1. */
  default String shown(String column) {
    return column;
  }

  /** Where a row is, for messages. */
  default Location row(int row) {
    return new Location(location().name() + ": row " + row);
  }

  int rowCount() throws IOException;

  /** The entries of a column as text, empty where there is none. */
  String[] texts(String column) throws IOException;

  /** The length of the lists of a column, which must be the same in all rows. */
  default int listLength(String column) throws IOException {
    throw location().invalid("has no lists");
  }

  /** Row by row the entries of these columns, or of the lists of one; NaN where there is none. */
  default double[] numbers(List<String> columns) throws IOException {
    throw location().invalid("has no numbers");
  }

  /** The entries of two columns of whole numbers, −1 where there is none. */
  default int[][] wholes(String first, String second) throws IOException {
    throw location().invalid("has no numbers");
  }
}
