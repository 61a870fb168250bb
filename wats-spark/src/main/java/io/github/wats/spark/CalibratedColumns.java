package io.github.wats.spark;

import org.apache.spark.ml.param.Param;

/**
 * The columns that {@link GraphWavelets} adds and those with calibrated probabilities.
 *
 * @param <S> the stage itself, which setters return
 */
public interface CalibratedColumns<S> extends NodeColumns<S> {
  /** The parameters, which belong to this stage alone. */
  CalibratedParams calibratedParams();

  default Param<String> featuresCol() {
    return calibratedParams().features();
  }

  default Param<String> probabilitiesCol() {
    return calibratedParams().probabilities();
  }

  default Param<String> temperatureCol() {
    return calibratedParams().temperature();
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

  @Override
  default void setDefaultColumns() {
    NodeColumns.super.setDefaultColumns();
    setDefault(featuresCol(), GraphWavelets.FEATURES);
    setDefault(probabilitiesCol(), CalibratedParams.PROBABILITIES);
    setDefault(temperatureCol(), CalibratedParams.TEMPERATURE);
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
