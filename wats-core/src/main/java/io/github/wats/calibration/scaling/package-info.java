/**
 * Calibrators that use the logits alone: none at all, one temperature, one scale and bias per
 * class, an ensemble. Their problems are convex and are solved exactly, without a learning rate.
 * Begin with {@link io.github.wats.calibration.scaling.TemperatureScaling}.
 */
@NullMarked
package io.github.wats.calibration.scaling;

import org.jspecify.annotations.NullMarked;
