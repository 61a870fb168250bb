package io.github.wats.spark;

import static scala.jdk.javaapi.CollectionConverters.asJava;
import static scala.jdk.javaapi.CollectionConverters.asScala;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.features.GraphFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;
import scala.collection.IterableOnce;
import scala.collection.Seq;

/**
 * Appends probabilities and temperature to the rows of nodes, in batches. Spark sends it to the
 * executors with Java's serialization.
 *
 * @param id the position of the ids in a row
 * @param logits that of the logits
 * @param features that of the wavelet features; −1 if the method does not use them
 */
record CalibratedRows(FittedCalibrator calibrator, int id, int logits, int features)
    implements MapPartitionsFunction<Row, Row> {
  /** Large enough for efficient loops, small enough for a few hundred kilobytes. */
  private static final int BATCH = 4096;

  @Override
  public Iterator<Row> call(Iterator<Row> nodes) {
    return asJava(asScala(nodes).<Row>grouped(BATCH).flatMap(this::calibrated));
  }

  private IterableOnce<Row> calibrated(Seq<Row> rows) {
    List<Row> batch = asJava(rows);
    double[][] given = new double[batch.size()][];
    for (int i = 0; i < given.length; i++) {
      given[i] = checkedLogits(batch.get(i), given[0]);
    }
    CalibrationData data =
        data(batch, given, SparkMethods.wavelets(calibrator.report().calibrator()), features);
    Calibration calibration = calibrator.calibrate(data);
    double[] probabilities = calibration.probabilities().toArray();
    double @Nullable [] temperatures = calibration.temperatures().orElse(null);
    List<Row> calibrated = new ArrayList<>();
    for (int i = 0; i < given.length; i++) {
      List<@Nullable Object> values = new ArrayList<>(asJava(batch.get(i).toSeq()));
      int first = i * data.classCount();
      values.add(Arrays.copyOfRange(probabilities, first, first + data.classCount()));
      values.add(temperatures == null ? null : temperatures[i]);
      calibrated.add(RowFactory.create(values.toArray()));
    }
    return asScala(calibrated);
  }

  private double[] checkedLogits(Row row, double @Nullable [] first) {
    Object node = row.get(id);
    Check.argument(!row.isNullAt(logits), "nodes: row with id %s: logits must not be null", node);
    double[] given = numbers(row, logits);
    Check.argument(
        first == null || first.length == given.length,
        "nodes: row with id %s: there must be as many logits as in other rows, got %d",
        node,
        given.length);
    for (double logit : given) {
      Check.argument(
          Double.isFinite(logit),
          "nodes: row with id %s: logits must be finite, got %s",
          node,
          logit);
    }
    return given;
  }

  /**
   * Rows as data without edges, since these methods use the logits and features of a node alone.
   *
   * @param wavelets the settings of the features, empty if there are none
   * @param place the position of the features in a row
   */
  static CalibrationData data(
      List<Row> rows, double[][] logits, Optional<WaveletSettings> wavelets, int place) {
    CalibrationData data =
        CalibrationData.of(Graph.fromEdges(rows.size(), new int[0], new int[0]), Logits.of(logits));
    return wavelets
        .map(
            settings ->
                data.withStructure(
                    GraphFeatures.given(settings, rows.size(), features(rows, place))))
        .orElse(data);
  }

  private static double[] features(List<Row> rows, int place) {
    int width = numbers(rows.get(0), place).length;
    double[] values = new double[rows.size() * width];
    for (int i = 0; i < rows.size(); i++) {
      double[] row = numbers(rows.get(i), place);
      Check.argument(
          row.length == width, "rows must have %d features each, got %d", width, row.length);
      System.arraycopy(row, 0, values, i * width, width);
    }
    return values;
  }

  /** The numbers in an array or vector column. */
  static double[] numbers(Row row, int place) {
    if (row.get(place) instanceof Vector vector) {
      return vector.toArray();
    }
    return numbers(row.getSeq(place));
  }

  /** A number per element; NaN for null. */
  static double[] numbers(Seq<?> values) {
    double[] numbers = new double[values.length()];
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = values.apply(k) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
    return numbers;
  }
}
