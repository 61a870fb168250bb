package io.github.wats.calibration.auto;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Method.Scope;
import io.github.wats.calibration.MethodProvider;
import java.util.List;

/** Registers the automatic choice. */
public final class AutoProvider implements MethodProvider {
  @Override
  public List<Method> methods() {
    return List.of(
        Method.of(
            AutoCalibrator.DEFAULT,
            "auto",
            "auto",
            "our own: ts, ets, wats or ridge, as cross-validation says",
            Scope.GRAPH,
            false,
            AutoCalibrator.Fitted::restore));
  }
}
