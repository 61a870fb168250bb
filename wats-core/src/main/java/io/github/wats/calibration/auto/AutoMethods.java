package io.github.wats.calibration.auto;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodFamily;
import java.util.List;

/** Registers the automatic choice. */
public final class AutoMethods implements MethodFamily {
  @Override
  public List<Method> methods() {
    return List.of(
        new Method(
            AutomaticChoice.NAME,
            "our own: ts, ets, wats or ridge, as cross-validation says",
            false,
            AutoSettings.DEFAULT.toSettings(),
            settings -> new AutomaticChoice(AutoSettings.from(settings)),
            FittedChoice::restore));
  }
}
