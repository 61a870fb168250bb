package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Method.Scope;
import io.github.wats.calibration.MethodProvider;
import java.util.List;

/** Registers the methods of this package. */
public final class RidgeProvider implements MethodProvider {
  @Override
  public List<Method> methods() {
    return List.of(
        Method.of(
            WaveletRidge.DEFAULT,
            "ridge",
            "ridge",
            "our own: a convex logit model of structure, confidence, classes and neighbors",
            Scope.GRAPH,
            false,
            WaveletRidge.Fitted::restore),
        Method.of(
            new RidgeTemperature(),
            "ridge-temperature",
            "ridge-temperature",
            "our own: a temperature per node, solved and not trained",
            Scope.GRAPH,
            true,
            RidgeTemperature.Fitted::restore));
  }
}
