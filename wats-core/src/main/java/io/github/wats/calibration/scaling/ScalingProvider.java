package io.github.wats.calibration.scaling;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Method.Scope;
import io.github.wats.calibration.MethodProvider;
import java.util.List;

/** Registers the methods of this package. */
public final class ScalingProvider implements MethodProvider {
  @Override
  public List<Method> methods() {
    return List.of(
        Method.of(
            new Uncalibrated(),
            "uncalibrated",
            "uncalibrated",
            "the network as it is",
            Scope.LOGITS,
            true,
            Uncalibrated.Fitted::restore),
        Method.of(
            TemperatureScaling.DEFAULT,
            "ts",
            "TS",
            "temperature scaling: one temperature for all nodes",
            Scope.LOGITS,
            true,
            TemperatureScaling.Fitted::restore),
        Method.of(
            VectorScaling.DEFAULT,
            "vs",
            "VS",
            "vector scaling: one scale and bias per class",
            Scope.LOGITS,
            false,
            VectorScaling.Fitted::restore),
        Method.of(
            EnsembleTemperatureScaling.DEFAULT,
            "ets",
            "ETS",
            "ensemble of temperature scaling, the network and the uniform distribution",
            Scope.LOGITS,
            true,
            EnsembleTemperatureScaling.Fitted::restore));
  }
}
