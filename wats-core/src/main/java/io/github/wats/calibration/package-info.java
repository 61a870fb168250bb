/**
 * What all calibrators share. {@link io.github.wats.calibration.CalibrationData} goes in; a {@link
 * io.github.wats.calibration.Calibrator} holds hyperparameters and fits; the fitted calibrator
 * gives a {@link io.github.wats.calibration.Calibration}. Begin with {@link
 * io.github.wats.calibration.Methods}, which lists all methods; they live in the packages below.
 */
@NullMarked
package io.github.wats.calibration;

import org.jspecify.annotations.NullMarked;
