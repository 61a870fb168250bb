package io.github.wats.parquet;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.format.ColumnTable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/** Columns of files, read by DuckDB in the order of the rows. */
final class DuckTable implements ColumnTable {
  private static final int MOST_NUMBERS = Integer.MAX_VALUE - 16;

  private final Location location;
  private final DuckDBConnection connection;
  private final String source; // what follows FROM
  private final List<Column> columns = new ArrayList<>();
  private final Set<String> vectors = new HashSet<>(); // columns of Spark ML
  private final Map<String, Integer> lengths = new HashMap<>(); // of lists, each read once

  private DuckTable(Location location, DuckDBConnection connection, String source)
      throws SQLException {
    this.location = location;
    this.connection = connection;
    this.source = source;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("DESCRIBE SELECT * FROM " + source)) {
      while (rows.next()) {
        columns.add(new Column(rows.getString(1), kind(rows.getString(2))));
        if (isVector(rows.getString(2))) {
          vectors.add(rows.getString(1));
        }
      }
    }
  }

  static DuckTable open(List<Path> files) throws IOException {
    Location location =
        new Location(files.stream().map(Path::toString).collect(Collectors.joining(", ")));
    String names =
        files.stream()
            .map(DuckTable::literal)
            .collect(Collectors.joining(", ", "([", "], hive_partitioning = false)"));
    String name = files.get(0).toString().toLowerCase(Locale.ROOT);
    boolean parquet = name.endsWith(".parquet") || name.endsWith(".pq") || name.endsWith(".gzip");
    String reader = parquet ? "read_parquet" : name.endsWith(".csv.gz") ? "read_csv" : "read_json";
    DuckDBConnection connection = connect();
    try {
      return new DuckTable(location, connection, reader + names);
    } catch (SQLException e) {
      close(connection);
      throw invalid(location, e);
    }
  }

  /** A database in memory, which loads nothing from elsewhere. */
  static DuckDBConnection connect() throws IOException {
    Properties settings = new Properties();
    settings.setProperty("jdbc_stream_results", "true");
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    try {
      return DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
    } catch (SQLException e) {
      throw new IOException("DuckDB cannot be started: " + e.getMessage(), e);
    }
  }

  static void execute(DuckDBConnection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String quoted(String text, char quote) {
    String mark = String.valueOf(quote);
    return mark + text.replace(mark, mark + mark) + mark;
  }

  /** The name of a file, which is no pattern. */
  private static String literal(Path file) {
    return quoted(file.toString().replaceAll("[\\[*?]", "[$0]"), '\'');
  }

  /** Vectors of Spark ML are structs; those that are not sparse have all their values. */
  private static boolean isVector(String type) {
    return type.startsWith("STRUCT(") && type.endsWith("\"values\" DOUBLE[])");
  }

  private static Kind kind(String type) {
    if (isVector(type)
        || type.matches("(FLOAT|DOUBLE|DECIMAL.*|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?)\\[\\d*\\]")) {
      return Kind.LIST;
    }
    if (type.matches("U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?")) {
      return Kind.WHOLE;
    }
    return switch (type) {
      case "FLOAT", "DOUBLE" -> Kind.FRACTION;
      case "BOOLEAN" -> Kind.BOOLEAN;
      case "VARCHAR" -> Kind.TEXT;
      default ->
          type.startsWith("DECIMAL(") && !type.endsWith("]")
              ? Kind.FRACTION
              : type.startsWith("ENUM") ? Kind.TEXT : Kind.OTHER;
    };
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public List<Column> columns() {
    return List.copyOf(columns);
  }

  /** Reads one row. */
  private interface Row {
    void accept(int row, ResultSet values) throws SQLException;
  }

  private void read(String expressions, Row reader) {
    try (Statement statement = connection.createStatement();
        ResultSet values = statement.executeQuery("SELECT " + expressions + " FROM " + source)) {
      for (int row = 0; values.next(); row++) {
        reader.accept(row, values);
      }
    } catch (SQLException e) {
      throw invalid(location, e);
    }
  }

  /** Reads some rows, the first of which has this number in the table. */
  private interface Rows {
    void accept(int first, DuckDBDataChunkReader values);
  }

  /**
   * The same for many numbers, column by column, without the cost that a ResultSet has per cell.
   */
  private void readChunks(String expressions, int rows, Rows reader) {
    int row = 0;
    try (DuckDBPreparedStatement statement =
            connection
                .prepareStatement("SELECT " + expressions + " FROM " + source)
                .unwrap(DuckDBPreparedStatement.class);
        DuckDBChunkedResult result = statement.query()) {
      while (result.nextChunk()) {
        reader.accept(row, result.chunk());
        row += (int) result.chunk().rowCount();
      }
    } catch (SQLException e) {
      throw invalid(location, e);
    }
    location.check(row == rows, "must have %d rows that can be read, got %d", rows, row);
  }

  /** The whole numbers of a table with one row. */
  private long[] numbers(String... expressions) {
    long[] numbers = new long[expressions.length];
    read(
        String.join(", ", expressions),
        (row, values) -> {
          for (int k = 0; k < numbers.length; k++) {
            numbers[k] = values.getLong(k + 1);
          }
        });
    return numbers;
  }

  @Override
  public int rowCount() {
    long rows = numbers("count(*)")[0];
    location.check(rows <= MOST_NUMBERS, "must have at most %d rows, got %d", MOST_NUMBERS, rows);
    return (int) rows;
  }

  /** The list in a column; a vector that is sparse lacks it. */
  private String list(String column) {
    String name = quoted(column, '"');
    return vectors.contains(column)
        ? "(CASE WHEN " + name + ".type = 1 THEN " + name + ".\"values\" END)"
        : name;
  }

  @Override
  public int listLength(String column) {
    return lengths.computeIfAbsent(column, this::commonLength);
  }

  private int commonLength(String column) {
    String length = "coalesce(len(" + list(column) + "), 0)";
    long[] range = numbers("min(" + length + ")", "max(" + length + ")");
    String rule = "column '%s' must have lists of one length, got %d to %d numbers";
    location.check(range[0] == range[1] && range[1] < 1 << 16, rule, column, range[0], range[1]);
    return (int) range[1];
  }

  @Override
  public double[] numbers(List<String> names) {
    boolean list = names.size() == 1 && columns.contains(new Column(names.get(0), Kind.LIST));
    int width = list ? listLength(names.get(0)) : names.size();
    long count = (long) rowCount() * width;
    location.check(
        count <= MOST_NUMBERS, "must have at most %d numbers, got %d", MOST_NUMBERS, count);
    double[] all = new double[(int) count];
    if (count > 0) {
      String expressions =
          list
              ? "unnest(" + list(names.get(0)) + "::DOUBLE[])"
              : names.stream()
                  .map(name -> quoted(name, '"') + "::DOUBLE")
                  .collect(Collectors.joining(", "));
      int columnCount = list ? 1 : width;
      readChunks(
          expressions,
          all.length / columnCount,
          (first, values) -> {
            for (int c = 0; c < columnCount; c++) {
              DuckDBReadableVector column = values.vector(c);
              for (int k = 0; k < values.rowCount(); k++) {
                all[(first + k) * columnCount + c] = column.getDouble(k, Double.NaN);
              }
            }
          });
    }
    return all;
  }

  @Override
  public String[] texts(String column) {
    String[] texts = new String[rowCount()];
    String text = "coalesce(" + quoted(column, '"') + "::VARCHAR, '')";
    read(text, (row, values) -> texts[row] = values.getString(1));
    return texts;
  }

  @Override
  public int[][] wholes(String first, String second) {
    int[][] ends = new int[2][rowCount()];
    String expressions = quoted(first, '"') + "::INTEGER, " + quoted(second, '"') + "::INTEGER";
    readChunks(
        expressions,
        ends[0].length,
        (row, values) -> {
          for (int side = 0; side < 2; side++) {
            DuckDBReadableVector column = values.vector(side);
            for (int k = 0; k < values.rowCount(); k++) {
              ends[side][row + k] = column.getInt(k, -1);
            }
          }
        });
    return ends;
  }

  /** What DuckDB says about a file, on one line. */
  private static InvalidDataException invalid(Location location, SQLException e) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return location.invalid(e, "cannot be read: %s", message);
  }

  private static void close(DuckDBConnection connection) throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    close(connection);
  }
}
