package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.engine.autodiff.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The weights of fitted networks as arrays of their state, by name. */
final class StoredWeights {
  private StoredWeights() {}

  /**
   * Checks what a file holds of {@code W1 relu(W0 x + b0) + b1} with one output. Nothing is
   * allocated for settings that the arrays do not have.
   */
  static void check(CalibratorState state, String network, int inputs, int hidden) {
    state.array(network + ".0.weight", inputs, hidden);
    state.array(network + ".0.bias", 1, hidden);
    checkOutput(state, network + ".1", hidden);
  }

  /** Checks the weights of one output of a hidden layer. */
  static void checkOutput(CalibratorState state, String output, int hidden) {
    state.array(output + ".weight", hidden, 1);
    state.array(output + ".bias", 1, 1);
  }

  /** Copies the present values of parameters. */
  static Map<String, CalibratorState.Array> arrays(List<Parameter> parameters) {
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    parameters.forEach(p -> arrays.put(p.name(), CalibratorState.Array.of(p.value())));
    return arrays;
  }

  /** Sets every parameter to the fitted value of its name; shapes must agree. */
  static void copy(CalibratorState state, List<Parameter> parameters) {
    for (Parameter parameter : parameters) {
      int rows = parameter.value().rows();
      int columns = parameter.value().columns();
      float[] fitted = state.array(parameter.name(), rows, columns).floats();
      System.arraycopy(fitted, 0, parameter.value().array(), 0, fitted.length);
    }
  }
}
