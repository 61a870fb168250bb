package io.github.wats.spark;

import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.Identifiable;

/** The parameters of {@link CalibratedColumns}. */
public record CalibratedParams(
    Param<String> features, Param<String> probabilities, Param<String> temperature) {
  static final String PROBABILITIES = "probabilities";
  static final String TEMPERATURE = "temperature";

  static CalibratedParams of(Identifiable owner) {
    return new CalibratedParams(
        new Param<>(owner, "featuresCol", "column that GraphWavelets added; for wats alone"),
        new Param<>(owner, "probabilitiesCol", "column to add: calibrated probabilities"),
        new Param<>(owner, "temperatureCol", "column to add: temperature, null if none"));
  }
}
