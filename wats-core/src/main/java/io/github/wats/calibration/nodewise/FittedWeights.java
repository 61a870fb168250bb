package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters of a fitted network by name, in order. Immutable. */
record FittedWeights(Map<String, CalibratorState.Array> byName) implements Serializable {
  FittedWeights {
    byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
  }

  /** Copies the present values. */
  static FittedWeights of(List<Parameter> parameters) {
    Map<String, CalibratorState.Array> values = new LinkedHashMap<>();
    for (Parameter parameter : parameters) {
      values.put(parameter.name(), CalibratorState.Array.of(parameter.value()));
    }
    return new FittedWeights(values);
  }

  static FittedWeights of(CalibratorState form) {
    return new FittedWeights(form.arrays());
  }

  CalibratorState.Array get(String name) {
    CalibratorState.Array value = byName.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "a fitted network must have a parameter " + name + ", got " + byName.keySet());
    }
    return value;
  }

  /** Sets every parameter to the value of its name; shapes must agree. */
  void copyTo(List<Parameter> parameters) {
    for (Parameter parameter : parameters) {
      CalibratorState.Array from = get(parameter.name());
      Check.argument(
          from.rows() == parameter.value().rows() && from.columns() == parameter.value().columns(),
          "parameter %s must be %d × %d, got %d × %d",
          parameter.name(),
          parameter.value().rows(),
          parameter.value().columns(),
          from.rows(),
          from.columns());
      System.arraycopy(
          from.floats(), 0, parameter.value().array(), 0, parameter.value().array().length);
    }
  }
}
