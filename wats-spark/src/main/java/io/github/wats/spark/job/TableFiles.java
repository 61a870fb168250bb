package io.github.wats.spark.job;

import static org.apache.spark.sql.functions.*;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Origin;
import io.github.wats.spark.NodeColumns;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StringType;

/**
 * Tables as files, Parquet or CSV. CSV has a header; ids are strings, labels integers, and logits
 * numbers in one field, separated by spaces, semicolons or vertical bars.
 */
final class TableFiles {
  private static final String SEPARATORS = "[\\s;|]+";

  private final SparkSession session;

  TableFiles(SparkSession session) {
    this.session = session;
  }

  /** {@code csv} if the path ends so, else {@code parquet}. */
  static String format(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return lower.endsWith(".csv") || lower.endsWith(".csv.gz") ? "csv" : "parquet";
  }

  Dataset<Row> read(String path) throws IOException {
    if (!exists(path)) {
      throw new InvalidDataException(path + ": no such file or folder");
    }
    return session.read().option("header", true).format(format(path)).load(path);
  }

  /** A table of nodes, with the same types from CSV as from Parquet. */
  Dataset<Row> readNodes(String path, NodeColumns<?> columns) throws IOException {
    Dataset<Row> nodes = read(path);
    String logits = columns.text("logitsCol");
    if (isText(nodes, logits)) {
      Column texts = split(trim(quoted(logits)), SEPARATORS);
      nodes = nodes.withColumn(logits, transform(texts, text -> text.try_cast("double")));
    }
    String label = columns.text("labelCol");
    if (isText(nodes, label)) {
      checkLabels(nodes, path, columns);
      nodes = nodes.withColumn(label, quoted(label).try_cast("long"));
    }
    return nodes;
  }

  private static boolean isText(Dataset<Row> table, String column) {
    return Arrays.asList(table.columns()).contains(column)
        && table.schema().apply(column).dataType() instanceof StringType;
  }

  private static void checkLabels(Dataset<Row> nodes, String path, NodeColumns<?> columns) {
    Column text = quoted(columns.text("labelCol"));
    List<Row> broken =
        nodes
            .filter(trim(text).notEqual("").and(text.try_cast("long").isNull()))
            .select(quoted(columns.text("idCol")), text)
            .takeAsList(1);
    if (!broken.isEmpty()) {
      throw new Origin(path)
          .invalid(
              "row with %s %s: '%s' must be an integer, got %s",
              columns.text("idCol"),
              broken.get(0).get(0),
              columns.text("labelCol"),
              broken.get(0).get(1));
    }
  }

  private static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  boolean exists(String path) throws IOException {
    Path place = new Path(path);
    return files(place).exists(place);
  }

  /** Writes to a temporary path, then renames: an old table stays until the new one is complete. */
  void write(Dataset<Row> table, String path, String probabilities) throws IOException {
    Path target = new Path(path);
    Path beside = new Path(path + ".part-" + session.sparkContext().applicationId());
    String format = format(path);
    Dataset<Row> flat =
        format.equals("csv")
            ? table.withColumn(probabilities, array_join(quoted(probabilities), " "))
            : table;
    flat.write()
        .mode(SaveMode.Overwrite)
        .option("header", true)
        .format(format)
        .save(beside.toString());
    FileSystem files = files(target);
    files.delete(target, true);
    if (!files.rename(beside, target)) {
      throw new IOException(beside + " could not be renamed to " + target);
    }
  }

  private FileSystem files(Path path) throws IOException {
    return path.getFileSystem(session.sparkContext().hadoopConfiguration());
  }
}
