package io.github.wats.spark;

import static java.util.regex.Matcher.quoteReplacement;
import static scala.jdk.javaapi.CollectionConverters.asJava;
import static scala.jdk.javaapi.CollectionConverters.asScala;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;
import scala.collection.IterableOnce;
import scala.collection.Seq;

/**
 * Appends what a calibrator says to the rows of nodes, in batches. Spark sends it to the executors
 * with Java's serialization.
 *
 * @param id the position of the ids in a row
 * @param logits that of the logits
 * @param width the number of columns to keep; behind them are the inputs of the method
 * @param vectors whether probabilities are vectors, not arrays
 */
record CalibratedRows(FittedCalibrator calibrator, int id, int logits, int width, boolean vectors)
    implements MapPartitionsFunction<Row, Row> {
  /** Large enough for efficient loops, small enough for a few hundred kilobytes. */
  private static final int BATCH = 4096;

  private static final Pattern NODE = Pattern.compile("(?<=at )node (\\d+)");

  @Override
  public Iterator<Row> call(Iterator<Row> nodes) {
    return asJava(asScala(nodes).<Row>grouped(BATCH).flatMap(this::calibrated));
  }

  private IterableOnce<Row> calibrated(Seq<Row> rows) {
    List<Row> batch = asJava(rows);
    double[][] scores = new double[batch.size()][];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = checkedLogits(batch.get(i), scores[0]);
    }
    CalibrationData data =
        InputColumns.data(
            batch, scores, calibrator.inputs().orElseThrow(), width, new int[scores[0].length]);
    Calibration calibration = checked(batch, id, () -> calibrator.calibrate(data));
    double[] probabilities = calibration.probabilities().toArray();
    double @Nullable [] temperatures = calibration.temperatures().orElse(null);
    List<Row> calibrated = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      List<@Nullable Object> values =
          new ArrayList<>(asJava(batch.get(i).toSeq()).subList(0, width));
      int first = i * data.classCount();
      double[] own = Arrays.copyOfRange(probabilities, first, first + data.classCount());
      values.add(vectors ? Vectors.dense(own) : own);
      values.add((double) calibration.probabilities().predictedClass(i));
      values.add(temperatures == null ? null : temperatures[i]);
      int predicted = data.logits().predictedClass(i);
      values.add((double) predicted);
      values.add(probabilities[first + predicted]);
      calibrated.add(RowFactory.create(values.toArray()));
    }
    return asScala(calibrated);
  }

  private double[] checkedLogits(Row row, double @Nullable [] first) {
    double[] scores = row.isNullAt(logits) ? new double[0] : numbers(row, logits);
    int wanted = first == null ? Math.max(1, scores.length) : first.length;
    if (scores.length == wanted && Arrays.stream(scores).allMatch(Double::isFinite)) {
      return scores; // the text of the rule would cost more than the calibration
    }
    String rule = "row with id %s: logits must be finite and as many as in other rows, got %s";
    throw NodeTable.NODES.invalid(rule, row.get(id), Arrays.toString(scores));
  }

  /** What {@code make} returns; refused data is invalid data, and a node the id of its row. */
  static <T> T checked(List<Row> rows, int id, Supplier<T> make) {
    try {
      return make.get();
    } catch (IllegalArgumentException e) {
      Matcher node = NODE.matcher(String.valueOf(e.getMessage()));
      String reason =
          node.replaceAll(
              at -> quoteReplacement("id " + rows.get(Integer.parseInt(at.group(1))).get(id)));
      throw NodeTable.NODES.invalid(e, "%s", reason);
    }
  }

  /** The numbers in an array or vector column; NaN for null. */
  static double[] numbers(Row row, int place) {
    if (row.get(place) instanceof Vector vector) {
      return vector.toArray();
    }
    return row.getList(place).stream()
        .mapToDouble(value -> value instanceof Number number ? number.doubleValue() : Double.NaN)
        .toArray();
  }
}
