package io.github.wats.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * The column of wavelet features, and the columns that calibration adds.
 *
 * @param <S> the stage itself, which setters return
 */
public interface CalibratedColumns<S> extends NodeColumns<S> {
  /** The parameters of a stage with these columns. */
  static ColumnParams params(Params stage) {
    return new ColumnParams(
        stage, TableColumn.FEATURES, TableColumn.PROBABILITIES, TableColumn.TEMPERATURE);
  }

  default Param<String> featuresCol() {
    return columns().of(TableColumn.FEATURES);
  }

  default Param<String> probabilitiesCol() {
    return columns().of(TableColumn.PROBABILITIES);
  }

  default Param<String> temperatureCol() {
    return columns().of(TableColumn.TEMPERATURE);
  }

  default String getFeaturesCol() {
    return text(featuresCol());
  }

  default String getProbabilitiesCol() {
    return text(probabilitiesCol());
  }

  default String getTemperatureCol() {
    return text(temperatureCol());
  }

  default S setFeaturesCol(String name) {
    return with(featuresCol(), name);
  }

  default S setProbabilitiesCol(String name) {
    return with(probabilitiesCol(), name);
  }

  default S setTemperatureCol(String name) {
    return with(temperatureCol(), name);
  }
}
