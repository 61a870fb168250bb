package io.github.wats.calibration;

import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.features.NodeInputs;
import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;

/**
 * An unfitted calibrator: hyperparameters only. Immutable; equal arguments give equal results,
 * whatever the number of threads. Registered ones are records whose components are settings.
 *
 * @param <F> what a fit returns
 */
public interface Calibrator<F extends FittedCalibrator> extends Serializable {
  /**
   * Fits on the validation nodes whose label is known. Labels of test nodes have no effect; those
   * of training nodes only with settings that use them.
   *
   * @param data with labels and a split
   */
  F fit(CalibrationData data, long seed);

  /**
   * Fits with seed 0. Most methods draw nothing and give the same result for every seed; those that
   * train a network or divide the validation nodes start from the numbers of this seed.
   */
  default F fit(CalibrationData data) {
    return fit(data, 0);
  }

  /** This calibrator with another value of one setting: {@code with("hidden", 8)}. */
  @SuppressWarnings("unchecked") // a record of the same class
  default Calibrator<F> with(String setting, Object value) {
    return (Calibrator<F>) SettingsSchema.of((Record) this).bind(Map.of(setting, value));
  }

  /**
   * What a fit and the fitted calibrator read of each node besides its logits; empty if they read
   * the whole graph. By default that follows from the scope of the method.
   *
   * @param temperature that of {@link #temperature}
   * @param trainingLabels whether the label of a training node is known
   */
  default Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return Methods.find(this)
        .filter(method -> method.scope() == Method.Scope.LOGITS)
        .map(method -> NodeInputs.none());
  }

  /** The temperature at which inputs are computed: by default the exact one. */
  default double temperature(CalibrationRows rows) {
    return TemperatureSolver.solve(rows).temperature();
  }

  /** Whether a fit uses the nodes the network was trained on. */
  default boolean usesTrainingNodes() {
    return false;
  }

  /** Whether a fit with these settings needs the node features of the network. */
  default boolean needsFeatures() {
    return Methods.find(this).map(Method::needsFeatures).orElse(false);
  }

  /** Whether a constant added to all logits of a node changes its probabilities. */
  default boolean readsRowConstants() {
    return false;
  }
}
