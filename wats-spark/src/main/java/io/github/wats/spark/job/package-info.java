/**
 * The job for {@code spark-submit}: tables in, calibrated probabilities out. Begin with {@link
 * io.github.wats.spark.job.CalibrateJob}. Only this package reads arguments, prints and exits.
 */
@NullMarked
package io.github.wats.spark.job;

import org.jspecify.annotations.NullMarked;
