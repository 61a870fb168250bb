package io.github.wats.spark;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.features.GraphFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;
import scala.collection.Seq;

/** Appends probabilities and temperature to the rows of nodes, in batches. */
final class CalibratedRows implements Iterator<Row> {
  /** Large enough for efficient loops, small enough for a few hundred kilobytes. */
  private static final int BATCH = 4096;

  private final Iterator<Row> nodes;
  private final FittedCalibrator calibrator;
  private final Places places;
  private final Deque<Row> ready = new ArrayDeque<>();

  CalibratedRows(Iterator<Row> nodes, FittedCalibrator calibrator, Places places) {
    this.nodes = nodes;
    this.calibrator = calibrator;
    this.places = places;
  }

  /**
   * The positions of columns in a row.
   *
   * @param features −1 if the method does not use them
   */
  record Places(int id, int logits, int features) implements Serializable {}

  @Override
  public boolean hasNext() {
    return !ready.isEmpty() || nodes.hasNext();
  }

  @Override
  public Row next() {
    if (ready.isEmpty()) {
      if (!nodes.hasNext()) {
        throw new NoSuchElementException();
      }
      calibrateBatch();
    }
    return ready.remove();
  }

  private void calibrateBatch() {
    List<Row> batch = new ArrayList<>();
    while (nodes.hasNext() && batch.size() < BATCH) {
      batch.add(nodes.next());
    }
    double[][] logits = new double[batch.size()][];
    for (int i = 0; i < logits.length; i++) {
      logits[i] = checkedLogits(batch.get(i), logits[0]);
    }
    CalibrationData data =
        data(
            batch,
            logits,
            SparkMethods.wavelets(calibrator.report().calibrator()),
            places.features());
    Calibration calibration = calibrator.calibrate(data);
    Probabilities calibrated = calibration.probabilities();
    double @Nullable [] temperatures = calibration.temperatures().orElse(null);
    for (int i = 0; i < logits.length; i++) {
      ready.add(extended(batch.get(i), calibrated, i, temperatures));
    }
  }

  private double[] checkedLogits(Row row, double @Nullable [] first) {
    Object id = row.get(places.id());
    Check.argument(
        !row.isNullAt(places.logits()), "nodes: row with id %s: logits must not be null", id);
    double[] logits = numbers(row, places.logits());
    Check.argument(
        first == null || first.length == logits.length,
        "nodes: row with id %s: there must be as many logits as in other rows, got %d",
        id,
        logits.length);
    for (double logit : logits) {
      Check.argument(
          Double.isFinite(logit),
          "nodes: row with id %s: logits must be finite, got %s",
          id,
          logit);
    }
    return logits;
  }

  private static Row extended(
      Row row, Probabilities calibrated, int index, double @Nullable [] temperatures) {
    @Nullable Object[] values = new Object[row.size() + 2];
    for (int j = 0; j < row.size(); j++) {
      values[j] = row.get(j);
    }
    double[] probabilities = new double[calibrated.classCount()];
    for (int c = 0; c < probabilities.length; c++) {
      probabilities[c] = calibrated.get(index, c);
    }
    values[row.size()] = probabilities;
    values[row.size() + 1] = temperatures == null ? null : temperatures[index];
    return RowFactory.create(values);
  }

  /**
   * Rows as data without edges: these methods look at logits and features of a node alone.
   *
   * @param wavelets of the features, empty where there are none
   * @param place the column of the features
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
    int width = rows.get(0).getSeq(place).length();
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
    Seq<?> values = row.getSeq(place);
    double[] numbers = new double[values.length()];
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = values.apply(k) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
    return numbers;
  }
}
