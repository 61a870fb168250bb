package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.engine.autodiff.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the fitted networks of this package share: hyperparameters, weights and report. */
abstract class FittedNetwork<C extends Calibrator<?>> implements FittedCalibrator {
  private static final long serialVersionUID = 1L;

  final C calibrator;
  final CalibratorState state; // its arrays are the weights by name
  private final FitReport report;

  /** {@code report} is that of the state with the time of the fit, if there was one here. */
  FittedNetwork(C calibrator, CalibratorState state, FitReport report) {
    this.calibrator = calibrator;
    this.state = state;
    this.report = report;
  }

  /**
   * Checks what a file holds of {@code W1 relu(W0 x + b0) + b1} with one output. Nothing is
   * allocated for settings that the arrays do not have.
   */
  static void check(CalibratorState state, String network, int inputs, int hidden) {
    state.array(network + ".0.weight", inputs, hidden);
    state.array(network + ".0.bias", 1, hidden);
    state.array(network + ".1.weight", hidden, 1);
    state.array(network + ".1.bias", 1, 1);
  }

  /** Copies the present values of parameters. */
  static Map<String, CalibratorState.Array> arrays(List<Parameter> parameters) {
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    parameters.forEach(p -> arrays.put(p.name(), CalibratorState.Array.of(p.value())));
    return arrays;
  }

  /** Sets every parameter to the fitted value of its name; shapes must agree. */
  final void copyTo(List<Parameter> parameters) {
    for (Parameter parameter : parameters) {
      int rows = parameter.value().rows();
      int columns = parameter.value().columns();
      float[] fitted = state.array(parameter.name(), rows, columns).floats();
      System.arraycopy(fitted, 0, parameter.value().array(), 0, fitted.length);
    }
  }

  @Override
  public FitReport report() {
    return report;
  }

  @Override
  public CalibratorState state() {
    return state;
  }

  @Override
  public String toString() {
    return report.toString();
  }
}
