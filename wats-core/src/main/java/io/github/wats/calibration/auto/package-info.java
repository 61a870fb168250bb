/**
 * Lets the calibration nodes choose the method. Candidates are compared by cross-validated loss,
 * and of those that the data cannot tell from the best the simplest is taken. Begin with {@link
 * io.github.wats.calibration.auto.AutoCalibrator}.
 */
@NullMarked
package io.github.wats.calibration.auto;

import org.jspecify.annotations.NullMarked;
