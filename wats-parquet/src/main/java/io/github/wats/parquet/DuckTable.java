package io.github.wats.parquet;

import static java.util.stream.Collectors.joining;

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
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBConnection;
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
  private final Map<String, Integer> lengths = new HashMap<>(); // of lists
  private final int rowCount;

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
    long[] rows = new long[1];
    read(1, List.of("count(*)"), source, (values, count, row, c) -> rows[0] = values.getLong(0));
    String rule = "must have at most %d rows, got %d";
    location.check(rows[0] <= MOST_NUMBERS, rule, MOST_NUMBERS, rows[0]);
    rowCount = (int) rows[0];
  }

  static DuckTable open(List<Path> files) throws IOException {
    Location location = new Location(files.stream().map(Path::toString).collect(joining(", ")));
    String names = files.stream().map(DuckTable::literal).collect(joining(", "));
    String arguments = "([" + names + "], union_by_name = true, hive_partitioning = false)";
    String name = files.get(0).toString().toLowerCase(Locale.ROOT);
    boolean parquet = name.endsWith(".parquet") || name.endsWith(".pq") || name.endsWith(".gzip");
    String reader = parquet ? "read_parquet" : name.endsWith(".csv.gz") ? "read_csv" : "read_json";
    DuckDBConnection connection = connect();
    try {
      return new DuckTable(location, connection, reader + arguments);
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
    settings.setProperty("threads", "1"); // two wait for each other longer than they read
    settings.setProperty("enable_external_file_cache", "false"); // nothing is read twice
    try {
      DuckDBConnection connection =
          DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
      execute(connection, "SET streaming_buffer_size = '64KB'"); // what the processor's cache holds
      return connection;
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

  /** Takes the first {@code count} values of a column, which are those of {@code row} and so on. */
  private interface Block {
    void accept(DuckDBReadableVector values, int count, int row, int column);
  }

  /**
   * Reads rows column by column, without the cost that a ResultSet has per cell.
   *
   * @return whether there were as many as expected
   */
  private boolean read(long expected, List<String> expressions, String rows, Block block) {
    int row = 0;
    String query = "SELECT " + String.join(", ", expressions) + " FROM " + rows;
    try {
      try (DuckDBPreparedStatement statement =
              connection.prepareStatement(query).unwrap(DuckDBPreparedStatement.class);
          DuckDBChunkedResult result = statement.query()) {
        while (result.nextChunk()) {
          int count = (int) result.chunk().rowCount();
          for (int c = 0; c < expressions.size(); c++) {
            block.accept(result.chunk().vector(c), count, row, c);
          }
          row += count;
        }
      }
      if (row < expected) { // an error in a later row ends them without a word
        execute(connection, "CREATE TEMP TABLE again AS " + query);
      }
      return row == expected;
    } catch (SQLException e) {
      throw invalid(location, e);
    }
  }

  private void readAll(List<String> expressions, Block block) {
    boolean whole = read(rowCount, expressions, source, block);
    location.check(whole, "must have %d rows as at first, which changed", rowCount);
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  /** The list in a column; a vector that is sparse lacks it. */
  private String list(String column) {
    String name = quoted(column, '"');
    return vectors.contains(column)
        ? "(CASE WHEN " + name + ".type = 1 THEN " + name + ".\"values\" END)"
        : name;
  }

  private String length(String column) {
    return "coalesce(len(" + list(column) + "), 0)";
  }

  /** That of the first list; reading them checks the others. */
  @Override
  public int listLength(String column) {
    return rowCount == 0 ? 0 : lengths.computeIfAbsent(column, c -> checkedLength(c, " LIMIT 1"));
  }

  private int checkedLength(String column, String rows) {
    int[] range = {Integer.MAX_VALUE, 0};
    Block widen =
        (values, count, row, c) -> {
          for (int k = 0; k < count; k++) {
            range[0] = Math.min(range[0], values.getInt(k));
            range[1] = Math.max(range[1], values.getInt(k));
          }
        };
    read(1, List.of(length(column) + "::INTEGER"), source + rows, widen);
    String rule = "column '%s' must have lists of one length, got %d to %d numbers";
    location.check(range[0] == range[1] && range[1] < 1 << 16, rule, column, range[0], range[1]);
    return range[1];
  }

  @Override
  public double[] numbers(List<String> names) {
    String name = names.get(0);
    boolean list = names.size() == 1 && columns.contains(new Column(name, Kind.LIST));
    int width = list ? listLength(name) : names.size();
    long count = (long) rowCount * width;
    String rule = "must have at most %d numbers, got %d";
    location.check(count <= MOST_NUMBERS, rule, MOST_NUMBERS, count);
    double[] all = new double[(int) count];
    if (list) {
      String alike = source + " WHERE " + length(name) + " = " + width;
      List<String> unnested = List.of("unnest(" + list(name) + "::DOUBLE[])");
      Block copy = (values, length, row, c) -> copy(values, length, all, row, 1);
      if (count > 0 && !read(count, unnested, alike, copy)) {
        checkedLength(name, ""); // refuses the lists of another length
      }
    } else {
      Block copy = (values, length, row, c) -> copy(values, length, all, row * width + c, width);
      readAll(cast(names, "DOUBLE"), copy);
    }
    return all;
  }

  /** A loop of its own, which the compiler makes fast: it runs once for each number. */
  private static void copy(
      DuckDBReadableVector values, int count, double[] target, int start, int step) {
    for (int k = 0; k < count; k++) {
      target[start + k * step] = values.getDouble(k, Double.NaN);
    }
  }

  private static List<String> cast(List<String> columns, String type) {
    return columns.stream().map(column -> quoted(column, '"') + "::" + type).toList();
  }

  @Override
  public String[] texts(String column) {
    String[] texts = new String[rowCount];
    String text = "coalesce(" + cast(List.of(column), "VARCHAR").get(0) + ", '')";
    Block copy =
        (values, count, row, c) -> {
          for (int k = 0; k < count; k++) {
            texts[row + k] = values.getString(k);
          }
        };
    readAll(List.of(text), copy);
    return texts;
  }

  @Override
  public int[][] wholes(String first, String second) {
    int[][] ends = new int[2][rowCount];
    Block copy =
        (values, count, row, c) -> {
          for (int k = 0; k < count; k++) {
            ends[c][row + k] = values.getInt(k, -1);
          }
        };
    readAll(cast(List.of(first, second), "INTEGER"), copy);
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
