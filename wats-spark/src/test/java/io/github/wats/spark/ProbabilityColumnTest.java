package io.github.wats.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.functions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(LocalSpark.class)
class ProbabilityColumnTest {
  private static final int CLASSES = 3;

  private final TestGraph data = TestGraph.generated(120, 300, CLASSES, 4);

  /** The network's probabilities; 0 where they are below 0.01. */
  private double[] probabilities() {
    double[] p = data.logits().softmax().toArray();
    for (int i = 0; i < data.nodeCount(); i++) {
      double sum = 0;
      for (int k = i * CLASSES; k < (i + 1) * CLASSES; k++) {
        p[k] = p[k] < 0.01 ? 0 : p[k];
        sum += p[k];
      }
      for (int k = i * CLASSES; k < (i + 1) * CLASSES; k++) {
        p[k] /= sum;
      }
    }
    return p;
  }

  private Dataset<Row> nodes(SparkSession session) {
    double[] p = probabilities();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < data.nodeCount(); i++) {
      double[] row = java.util.Arrays.copyOfRange(p, i * CLASSES, (i + 1) * CLASSES);
      rows.add(RowFactory.create((long) i, row));
    }
    StructType schema =
        new StructType()
            .add("id", DataTypes.LongType)
            .add("probability", DataTypes.createArrayType(DataTypes.DoubleType));
    return session.createDataFrame(rows, schema).join(data.nodeTable(session).drop("logits"), "id");
  }

  @Test
  void arraysAndVectorsGiveWhatTheCoreGives(SparkSession session, @TempDir Path folder)
      throws IOException {
    Logits z = Logits.ofProbabilities(data.nodeCount(), CLASSES, probabilities());
    CalibrationData input = CalibrationData.of(data.graph(), z);
    FittedCalibrator fitted =
        Methods.named("ts")
            .calibrator()
            .fit(input.withLabels(data.labels()).withSplit(data.split()), 0);
    Probabilities expected = fitted.calibrate(input).probabilities();
    Dataset<Row> arrays = nodes(session);
    Dataset<Row> vectors =
        arrays.withColumn("probability", functions.array_to_vector(col("probability")));
    for (Dataset<Row> nodes : List.of(arrays, vectors)) {
      GraphCalibratorModel model = new GraphCalibrator().setMethod("ts").fit(nodes);
      assertThat(model.calibrator().report().notes()).contains(z.note().orElseThrow());
      Dataset<Row> calibrated = model.transform(nodes);
      assertThat(calibrated.columns())
          .containsExactly(
              "id",
              "probability",
              "label",
              "split",
              "calibratedProbability",
              "prediction",
              "temperature",
              "networkPrediction",
              "networkConfidence");
      for (Row row : calibrated.collectAsList()) {
        double[] own = CalibratedRows.numbers(row, row.fieldIndex("calibratedProbability"));
        for (int c = 0; c < CLASSES; c++) {
          assertThat(own[c]).isCloseTo(expected.get((int) row.getLong(0), c), within(1e-9));
        }
      }
      Dataset<Row> logits = data.nodeTable(session);
      String message = "must have probabilities, which the calibrator was fitted on, got logits";
      assertThatThrownBy(() -> model.transform(logits)).hasMessageContaining(message);
      model.write().overwrite().save(folder.resolve("saved").toString());
      model.toFile(folder.resolve("model.json").toString());
      for (GraphCalibratorModel again :
          List.of(
              GraphCalibratorModel.read().load(folder.resolve("saved").toString()),
              GraphCalibratorModel.fromFile(folder.resolve("model.json").toString()))) {
        Dataset<Row> sure = nodes.withColumn("probability", array(lit(1.0), lit(0.0), lit(0.0)));
        Row row = again.transform(sure.limit(1)).first();
        double t = row.getDouble(row.fieldIndex("temperature"));
        double zero = Math.pow(z.zero().orElseThrow(), 1 / t); // that of the fit
        assertThat(CalibratedRows.numbers(row, row.fieldIndex("calibratedProbability"))[1])
            .isCloseTo(zero / (1 + 2 * zero), within(1e-9));
        assertThatThrownBy(() -> again.transform(logits)).hasMessageContaining(message);
      }
      assertThat(CalibratorFile.read(folder.resolve("model.json")).scores())
          .isEqualTo(Logits.Source.PROBABILITIES);
    }
  }

  @Test
  void refusesTheFirstRowThatIsNoDistribution(SparkSession session) {
    Dataset<Row> wrong =
        nodes(session)
            .withColumn(
                "probability",
                when(col("id").equalTo(7), array(lit(0.5), lit(0.25), lit(0.0)))
                    .otherwise(col("probability")));
    assertThatThrownBy(() -> new GraphCalibrator().setMethod("ts").fit(wrong))
        .hasMessageContaining("row with id 7: 'probability' must be in [0, 1] and sum to 1 within")
        .hasMessageContaining("with the sum 0.75");
    Dataset<Row> none = nodes(session).drop("probability");
    assertThatThrownBy(() -> new GraphCalibrator().setMethod("ts").fit(none))
        .hasMessageContaining("there must be a column 'logits'");
  }

  /** P(class 1) in one number. */
  @Test
  void oneNumberIsTheProbabilityOfClassOne(SparkSession session) {
    Dataset<Row> two =
        nodes(session)
            .withColumn("label", col("label").mod(2))
            .withColumn("probability", array(col("probability").getItem(1)));
    Row first =
        new GraphCalibrator()
            .setMethod("uncalibrated")
            .fit(two)
            .transform(two)
            .filter(col("id").equalTo(3))
            .first();
    double[] own = CalibratedRows.numbers(first, first.fieldIndex("calibratedProbability"));
    assertThat(own).hasSize(2);
    assertThat(own[1]).isCloseTo(probabilities()[3 * CLASSES + 1], within(1e-3));
  }
}
