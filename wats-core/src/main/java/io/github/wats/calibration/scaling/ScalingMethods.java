package io.github.wats.calibration.scaling;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodFamily;
import io.github.wats.calibration.Settings;
import java.util.List;

/** Registers the methods of this package. */
public final class ScalingMethods implements MethodFamily {
  @Override
  public List<Method> methods() {
    return List.of(
        new Method(
            "uncalibrated",
            "the network as it is",
            true,
            Settings.NONE,
            settings -> new Uncalibrated(),
            Uncalibrated.Fitted::restore));
  }
}
