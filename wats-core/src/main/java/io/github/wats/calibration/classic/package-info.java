/**
 * The calibrators of the literature before graphs, and two that group or weigh nodes by their
 * neighbors: each is fitted exactly. Begin with {@link
 * io.github.wats.calibration.classic.DirichletCalibration}.
 */
@NullMarked
package io.github.wats.calibration.classic;

import org.jspecify.annotations.NullMarked;
