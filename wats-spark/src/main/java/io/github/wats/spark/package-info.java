/**
 * Calibration on Apache Spark: the wavelet features of a graph that one machine cannot hold, and
 * calibrators of {@code wats-core} fitted on its validation nodes and applied to all. Begin with
 * {@link io.github.wats.spark.GraphWavelets}, {@link io.github.wats.spark.GraphCalibrator} and
 * {@link io.github.wats.spark.CalibrationEvaluator}; {@link io.github.wats.spark.GraphPropagation}
 * multiplies any column with the adjacency matrix. Tables of nodes and edges stay distributed; only
 * the validation nodes, up to a limit, are collected on the driver.
 */
@NullMarked
package io.github.wats.spark;

import org.jspecify.annotations.NullMarked;
