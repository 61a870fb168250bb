/**
 * Calibration on Apache Spark: the wavelet features of a graph that does not fit one machine, and
 * calibrators of {@code wats-core} fitted on a sample of it and applied to all of it. Begin with
 * {@link io.github.wats.spark.GraphWavelets}, {@link io.github.wats.spark.GraphCalibrator} and
 * {@link io.github.wats.spark.CalibrationEvaluator}. Tables of nodes and edges stay where they are;
 * only the calibration nodes, up to a limit, go to the driver.
 */
@NullMarked
package io.github.wats.spark;

import org.jspecify.annotations.NullMarked;
