package io.github.wats.spark;

import org.apache.spark.ml.param.Param;

/**
 * The columns of nodes between {@link GraphWavelets} and calibrated probabilities.
 *
 * @param <S> the stage itself, which setters return
 */
public interface CalibratedColumns<S> extends NodeColumns<S> {
  /** The parameters; every stage makes its own. */
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
