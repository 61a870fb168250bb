package io.github.wats.spark;

/**
 * The graph and its columns, which not all methods need, and the columns that calibration adds.
 *
 * @param <S> the stage itself, which setters return
 */
public interface CalibratedColumns<S> extends EdgeColumns<S> {
  /** The column of the network's probabilities, which is read where there are no logits. */
  default S setProbabilityCol(String name) {
    return with("probabilityCol", name);
  }

  default S setProbabilitiesCol(String name) {
    return with("probabilitiesCol", name);
  }

  default S setTemperatureCol(String name) {
    return with("temperatureCol", name);
  }

  default S setNetworkPredictionCol(String name) {
    return with("networkPredictionCol", name);
  }

  default S setNetworkConfidenceCol(String name) {
    return with("networkConfidenceCol", name);
  }
}
