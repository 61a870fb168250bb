package io.github.wats.calibration.auto;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodProvider;
import java.util.List;

/** Registers the automatic choice. */
public final class AutoProvider implements MethodProvider {
  @Override
  public List<Method> methods() {
    return List.of(
        new Method(
            AutoCalibrator.NAME,
            "our own: ts, ets, wats or ridge, as cross-validation says",
            false,
            AutoSettings.DEFAULT.toSettings(),
            settings -> new AutoCalibrator(AutoSettings.from(settings)),
            FittedChoice::restore));
  }
}
