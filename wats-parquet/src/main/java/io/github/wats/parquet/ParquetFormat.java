package io.github.wats.parquet;

import io.github.wats.io.AtomicFile;
import io.github.wats.io.format.ColumnParts;
import io.github.wats.io.format.Columns;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeFormat;
import io.github.wats.io.format.NodeParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** Tables of nodes or edges in Parquet, JSON, or compressed CSV, in one file or in parts. */
public final class ParquetFormat implements NodeFormat {
  @Override
  public boolean matches(Path file, Set<NodeField> parts) {
    return NodeFormat.isParquet(file);
  }

  @Override
  public boolean hasColumns() {
    return true;
  }

  @Override
  public NodeParts open(List<Path> files, Set<NodeField> parts, Columns columns)
      throws IOException {
    DuckTable table = DuckTable.open(files);
    try {
      return new ColumnParts(table, parts, columns);
    } catch (Throwable e) {
      table.close();
      throw e;
    }
  }

  /** The rows are appended to a table in memory, which DuckDB then writes with one thread. */
  @Override
  public boolean write(Path file, int rows, List<ResultColumn> columns) throws IOException {
    if (!NodeFormat.isParquet(file)) {
      return false;
    }
    Path written = Files.createTempFile("wats", ".table");
    try (DuckDBConnection connection = DuckTable.connect()) {
      String types =
          columns.stream()
              .map(column -> DuckTable.quoted(column.name(), '"') + " " + type(column.type()))
              .collect(Collectors.joining(", "));
      DuckTable.execute(connection, "CREATE TABLE results (" + types + ")");
      try (DuckDBAppender appender = connection.createAppender("main", "results")) {
        for (int row = 0; row < rows; row++) {
          appender.beginRow();
          for (ResultColumn column : columns) {
            append(appender, column.values().apply(row));
          }
          appender.endRow();
        }
      }
      String target = DuckTable.quoted(written.toString(), '\'');
      DuckTable.execute(connection, "COPY results TO " + target + " (" + options(file) + ")");
      AtomicFile.write(file, out -> Files.copy(written, out));
      return true;
    } catch (SQLException e) {
      throw new IOException(file + ": cannot be written: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(written);
    }
  }

  private static void append(DuckDBAppender appender, Object value) throws SQLException {
    if (value instanceof Double number) {
      appender.append(number.doubleValue());
    } else if (value instanceof Boolean flag) {
      appender.append(flag.booleanValue());
    } else {
      appender.append(value.toString());
    }
  }

  private static String type(Class<?> type) {
    return type == Double.class ? "DOUBLE" : type == Boolean.class ? "BOOLEAN" : "VARCHAR";
  }

  private static String options(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv.gz")) {
      return "FORMAT csv, HEADER, COMPRESSION gzip";
    }
    return name.endsWith(".json")
        ? "FORMAT json, ARRAY true"
        : name.endsWith("json") || name.endsWith("jsonl") ? "FORMAT json" : "FORMAT parquet";
  }
}
