/**
 * Calibrators that give each node its own scale from what surrounds it: WATS from wavelets, CaGCN
 * and GETS by graph convolution, GATS by attention. Each is a small network fitted by the loop in
 * {@link io.github.wats.calibration.nodewise.GradientFit}, on the rows it needs. Begin with {@link
 * io.github.wats.calibration.nodewise.Wats}.
 */
@NullMarked
package io.github.wats.calibration.nodewise;

import org.jspecify.annotations.NullMarked;
