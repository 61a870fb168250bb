/**
 * The common side of all calibrators: recipes ({@link io.github.wats.calibration.Calibrator}), what
 * they learn ({@link io.github.wats.calibration.FittedCalibrator}), and what a fit has to say about
 * itself. Begin with {@link io.github.wats.calibration.Methods}, which knows every method by name;
 * the methods live in the packages below, one family each.
 */
@NullMarked
package io.github.wats.calibration;

import org.jspecify.annotations.NullMarked;
