/**
 * Classic calibrators that do not need a graph, and {@link
 * io.github.wats.calibration.classic.SimiMailbox}, which groups nodes by their neighbors. Begin
 * with {@link io.github.wats.calibration.classic.DirichletCalibration}.
 */
@NullMarked
package io.github.wats.calibration.classic;

import org.jspecify.annotations.NullMarked;
