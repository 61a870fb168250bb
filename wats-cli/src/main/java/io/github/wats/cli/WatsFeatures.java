package io.github.wats.cli;

import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.auto.FittedChoice;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.features.FeatureTable;
import io.github.wats.graph.Graph;
import java.util.Map;
import java.util.Optional;

/** What WATS sees of the nodes; other methods keep their inputs to themselves. */
final class WatsFeatures {
  private WatsFeatures() {}

  static Optional<FeatureTable> of(FittedCalibrator fitted, Graph graph) {
    return chosen(fitted) instanceof Wats.Fitted wats
        ? Optional.of(wats.featuresOf(graph))
        : Optional.empty();
  }

  /** Each column by its name. */
  static Map<String, double[]> columns(FittedCalibrator fitted, Graph graph) {
    return of(fitted, graph).map(FeatureTable::columns).orElse(Map.of());
  }

  /** What the automatic choice chose, or the calibrator itself. */
  static FittedCalibrator chosen(FittedCalibrator fitted) {
    return fitted instanceof FittedChoice choice ? choice.chosen() : fitted;
  }
}
