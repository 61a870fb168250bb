package io.github.wats.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The rows a fit needs, on the driver: the validation nodes with a known label and, if early
 * stopping uses them, the training nodes. Of each at most {@code limit}: those with the smallest
 * hash of seed and id, so that the sample does not depend on the partitions.
 *
 * @param rows (id, logits, label, part, inputs of the recipe), sorted by id
 * @param trainingCounts how many training nodes of known label each class has in the whole table
 * @param notes for the fit report
 */
record CalibrationSample(
    List<Row> rows, NodeInputs recipe, int[] trainingCounts, List<String> notes) {
  static final String LABEL = "label";
  static final String PART = "part";

  static CalibrationSample draw(
      Dataset<?> nodes,
      GraphCalibrator stage,
      NodeInputs recipe,
      int[] trainingCounts,
      boolean trainingNodes) {
    int limit = stage.value("maxRows", Integer.class);
    long seed = stage.value("seed", Long.class);
    NodeTable table = new NodeTable(nodes, stage);
    List<Column> inputs = InputColumns.of(nodes.schema(), stage, recipe);
    List<String> notes = new ArrayList<>();
    Dataset<Row> all = rows(table, table.logits(), inputs);
    Dataset<Row> some = labeled(all, NodeTable.VALIDATION, limit, seed, notes);
    if (trainingNodes) {
      some = some.union(labeled(all, NodeTable.TRAIN, limit, seed, notes));
    }
    List<Row> rows = some.orderBy(NodeTable.ID).collectAsList();
    return new CalibrationSample(rows, recipe, trainingCounts, notes);
  }

  /** (id, numbers, label, part) of all nodes, and more columns. */
  static Dataset<Row> rows(NodeTable table, Column numbers, List<Column> more) {
    Column label = table.label().cast("int").as(LABEL);
    List<Column> all = new ArrayList<>(List.of(table.id().as(NodeTable.ID), numbers, label));
    all.add(table.split().as(PART));
    all.addAll(more);
    return table.rows().select(all.toArray(Column[]::new));
  }

  /** At most {@code limit} rows of known label of one part, with notes on others. */
  static Dataset<Row> labeled(
      Dataset<Row> all, String part, int limit, long seed, List<String> notes) {
    Dataset<Row> chosen = all.filter(col(PART).equalTo(part));
    Dataset<Row> labeled = chosen.filter(col(LABEL).geq(0));
    long present = chosen.count();
    long labeledCount = labeled.count();
    NodeTable.NODES.check(
        labeledCount > 0,
        "there must be a row whose split is %s and whose label is known, got %d rows with that"
            + " split, none with a label",
        part,
        present);
    if (labeledCount < present) {
      String missing = (present - labeledCount) + " of " + present + " " + name(part);
      notes.add("the labels of " + missing + " nodes are unknown; they were left out");
    }
    return drawn(labeled, labeledCount, part, limit, seed, notes);
  }

  /** At most {@code limit} of so many rows, with a note if there are more. */
  static Dataset<Row> drawn(
      Dataset<Row> rows, long count, String part, int limit, long seed, List<String> notes) {
    if (count <= limit) {
      return rows;
    }
    String drawn = limit + " of " + count + " " + name(part);
    notes.add(drawn + " nodes were drawn (limit " + limit + ", seed " + seed + ")");
    Column draw = xxhash64(lit(Seeds.derive(seed, "sample of " + part)), col(NodeTable.ID));
    Dataset<Row> smallest = rows.filter(draw.leq(highestDraw(limit, count)));
    return smallest.orderBy(draw, col(NodeTable.ID)).limit(limit);
  }

  private static String name(String part) {
    return part.equals(NodeTable.VALIDATION) ? "validation" : part;
  }

  /**
   * An upper bound of the {@code limit} smallest hashes, to filter rows before they are sorted. It
   * is exceeded with probability 1e-9 (six standard deviations).
   */
  private static long highestDraw(int limit, long labeledCount) {
    double share = (limit + 6 * Math.sqrt(limit) + 1) / labeledCount;
    return share >= 1 ? Long.MAX_VALUE : (long) (share * 0x1.0p64 - 0x1.0p63);
  }

  /** Fits on these rows; the report has the notes about the sample too. */
  FittedCalibrator fit(Calibrator<?> calibrator, long seed) {
    CalibrationData data = data().withNotes(notes);
    return CalibratedRows.checked(rows, 0, () -> calibrator.fit(data, seed));
  }

  CalibrationData data() {
    int n = rows.size();
    double[][] logits = new double[n][];
    int[] labels = new int[n];
    boolean[][] parts = new boolean[2][n]; // training, validation
    for (int i = 0; i < n; i++) {
      Row row = rows.get(i);
      logits[i] = CalibratedRows.numbers(row, 1);
      labels[i] = row.getInt(2);
      parts[row.getString(3).equals(NodeTable.TRAIN) ? 0 : 1][i] = true;
    }
    CalibrationData data = InputColumns.data(rows, logits, recipe, 4, trainingCounts);
    Split split = new Split(NodeSet.ofMask(parts[0]), NodeSet.ofMask(parts[1]), NodeSet.of(n));
    return data.withLabels(Labels.of(data.classCount(), labels)).withSplit(split);
  }
}
