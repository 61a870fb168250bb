/**
 * The wavelet ridge, a calibrator of our own: a convex logit model centered on temperature scaling,
 * solved by Newton's method, with the penalty of each group of columns set by evidence. It needs no
 * epochs, learning rate, folds or seed. {@link io.github.wats.calibration.ridge.AutoCalibrator}
 * pools it with simpler methods. Begin with {@link io.github.wats.calibration.ridge.WaveletRidge}.
 */
@NullMarked
package io.github.wats.calibration.ridge;

import org.jspecify.annotations.NullMarked;
