package io.github.wats.spark.job;

import io.github.wats.io.Location;
import io.github.wats.spark.GraphStage;
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
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StringType;

/**
 * Tables as files, Parquet or CSV. CSV has a header; ids are strings, labels integers, and logits
 * numbers in one field, separated by spaces, semicolons or vertical bars.
 */
record TableFiles(SparkSession session) {
  private static final String SEPARATORS = "[\\s;|]+";

  /** {@code csv} if the path ends so, else {@code parquet}. */
  static String format(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return lower.endsWith(".csv") || lower.endsWith(".csv.gz") ? "csv" : "parquet";
  }

  Dataset<Row> read(String path) throws IOException {
    new Location(path).check(exists(path), "no such file or folder");
    return session.read().option("header", true).format(format(path)).load(path);
  }

  /** A table of nodes, with the same types from CSV as from Parquet. */
  Dataset<Row> readNodes(String path, GraphStage<?> stage, String probabilities)
      throws IOException {
    Dataset<Row> nodes = read(path);
    for (String scores : List.of(stage.text("logitsCol"), probabilities)) {
      nodes = withNumbers(nodes, scores);
    }
    if (isText(nodes, stage.text("labelCol"))) {
      checkLabels(nodes, path, stage);
      Column number = stage.column("labelCol").try_cast("long");
      nodes = nodes.withColumn(stage.text("labelCol"), number);
    }
    return nodes;
  }

  /** The nodes with the probabilities of another table in place of their scores. */
  Dataset<Row> withProbabilities(Dataset<?> nodes, String path, GraphStage<?> stage)
      throws IOException {
    String id = stage.text("idCol");
    String own = stage.text("probabilityCol");
    Dataset<Row> table = read(path);
    boolean ofJob = Arrays.asList(table.columns()).contains("probabilities");
    table =
        table.select(stage.column("idCol"), functions.col(ofJob ? "probabilities" : own).as(own));
    return nodes
        .drop(stage.text("logitsCol"), own)
        .join(withNumbers(table, own), new String[] {id}, "left");
  }

  private static Dataset<Row> withNumbers(Dataset<Row> table, String scores) {
    if (!isText(table, scores)) {
      return table;
    }
    Column texts = functions.split(functions.trim(functions.col(scores)), SEPARATORS);
    return table.withColumn(scores, functions.transform(texts, text -> text.try_cast("double")));
  }

  private static boolean isText(Dataset<Row> table, String column) {
    return Arrays.asList(table.columns()).contains(column)
        && table.schema().apply(column).dataType() instanceof StringType;
  }

  private static void checkLabels(Dataset<Row> nodes, String path, GraphStage<?> stage) {
    Column label = stage.column("labelCol");
    Column broken = functions.trim(label).notEqual("").and(label.try_cast("long").isNull());
    for (Row row : nodes.filter(broken).select(stage.column("idCol"), label).takeAsList(1)) {
      throw new Location(path)
          .invalid(
              "row with %s %s: '%s' must be an integer, got %s",
              stage.text("idCol"), row.get(0), stage.text("labelCol"), row.get(1));
    }
  }

  boolean exists(String path) throws IOException {
    Path place = new Path(path);
    return files(place).exists(place);
  }

  /** Writes to a temporary path, then renames: an old table stays until the new one is complete. */
  void write(Dataset<Row> calibrated, GraphStage<?> stage, String path) throws IOException {
    Path target = new Path(path);
    Path beside = new Path(path + ".part-" + session.sparkContext().applicationId());
    String format = format(path);
    boolean added = Arrays.asList(calibrated.columns()).contains("calibratedProbability");
    Column probabilities = functions.col(added ? "calibratedProbability" : "probability");
    Dataset<Row> flat =
        calibrated.select(
            stage.column("idCol"),
            (format.equals("csv") ? functions.array_join(probabilities, " ") : probabilities)
                .as("probabilities"),
            functions.col("temperature"),
            functions.col("networkPrediction").cast("int").as("network_prediction"),
            functions.col("networkConfidence").as("network_confidence"));
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
