/**
 * Selects the method on the validation nodes. Candidates are compared by cross-validated loss, and
 * the simplest of those within one standard error of the best is chosen. Begin with {@link
 * io.github.wats.calibration.auto.AutoCalibrator}.
 */
@NullMarked
package io.github.wats.calibration.auto;

import org.jspecify.annotations.NullMarked;
