package io.github.wats.calibration.builtin;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodProvider;
import io.github.wats.calibration.classic.BetaCalibration;
import io.github.wats.calibration.classic.DirichletCalibration;
import io.github.wats.calibration.classic.HistogramBinning;
import io.github.wats.calibration.classic.IsotonicRegression;
import io.github.wats.calibration.classic.PlattScaling;
import io.github.wats.calibration.classic.QuadraticScaling;
import io.github.wats.calibration.classic.SimiMailbox;
import io.github.wats.calibration.classic.StructuredMatrixScaling;
import io.github.wats.calibration.classic.StructuredVectorScaling;
import io.github.wats.calibration.nodewise.CaGcn;
import io.github.wats.calibration.nodewise.Gats;
import io.github.wats.calibration.nodewise.Gets;
import io.github.wats.calibration.nodewise.Hots;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.calibration.nodewise.WatsPair;
import io.github.wats.calibration.ridge.AutoCalibrator;
import io.github.wats.calibration.ridge.RidgePair;
import io.github.wats.calibration.ridge.RidgeTemperature;
import io.github.wats.calibration.ridge.WaveletRidge;
import io.github.wats.calibration.scaling.EnsembleTemperatureScaling;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.calibration.scaling.Uncalibrated;
import io.github.wats.calibration.scaling.VectorScaling;
import java.util.List;

/** The methods of this library. */
public final class BuiltInMethods implements MethodProvider {
  @Override
  public List<Method> methods() {
    return List.of(
        Uncalibrated.METHOD,
        TemperatureScaling.METHOD,
        VectorScaling.METHOD,
        EnsembleTemperatureScaling.METHOD,
        HistogramBinning.METHOD,
        IsotonicRegression.METHOD,
        PlattScaling.METHOD,
        QuadraticScaling.METHOD,
        BetaCalibration.METHOD,
        DirichletCalibration.METHOD,
        StructuredVectorScaling.METHOD,
        StructuredMatrixScaling.METHOD,
        SimiMailbox.METHOD,
        CaGcn.METHOD,
        Gats.METHOD,
        Gets.METHOD,
        Hots.METHOD,
        Wats.METHOD,
        WaveletRidge.METHOD,
        RidgeTemperature.METHOD,
        AutoCalibrator.METHOD,
        WatsPair.METHOD,
        RidgePair.METHOD);
  }
}
