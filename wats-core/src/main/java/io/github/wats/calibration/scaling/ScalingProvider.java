package io.github.wats.calibration.scaling;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodProvider;
import java.util.List;

/** Registers the methods of this package. */
public final class ScalingProvider implements MethodProvider {
  @Override
  public List<Method> methods() {
    return List.of(
        new Method(
            "uncalibrated",
            "the network as it is",
            true,
            new Uncalibrated().settings(),
            settings -> new Uncalibrated(),
            Uncalibrated.Fitted::restore),
        new Method(
            "ts",
            "temperature scaling: one temperature for all nodes",
            true,
            TemperatureScaling.DEFAULT.settings(),
            TemperatureScaling::from,
            TemperatureScaling.Fitted::restore),
        new Method(
            "vs",
            "vector scaling: one scale and bias per class",
            false,
            VectorScaling.DEFAULT.settings(),
            VectorScaling::from,
            VectorScaling.Fitted::restore),
        new Method(
            "ets",
            "ensemble of temperature scaling, the network and the uniform distribution",
            true,
            EnsembleTemperatureScaling.DEFAULT.settings(),
            EnsembleTemperatureScaling::from,
            EnsembleTemperatureScaling.Fitted::restore));
  }
}
