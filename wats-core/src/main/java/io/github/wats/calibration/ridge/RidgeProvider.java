package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodProvider;
import io.github.wats.calibration.Settings;
import java.util.List;

/** Registers the methods of this package. */
public final class RidgeProvider implements MethodProvider {
  @Override
  public List<Method> methods() {
    return List.of(
        new Method(
            WaveletRidge.NAME,
            "our own: a convex logit model of structure, confidence, classes and neighbors",
            false,
            RidgeSettings.DEFAULT.toSettings(),
            settings -> new WaveletRidge(RidgeSettings.from(settings)),
            FittedRidge::restore),
        new Method(
            RidgeTemperature.NAME,
            "our own: a temperature per node, solved and not trained",
            true,
            Settings.NONE,
            settings -> new RidgeTemperature(),
            RidgeTemperature.Fitted::restore));
  }
}
