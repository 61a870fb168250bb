/**
 * The job for {@code spark-submit}: tables in, calibrated probabilities out. Begin with {@link
 * io.github.wats.spark.job.CalibrateJob}. As in the command line module, this is the place that
 * reads arguments, prints and exits; the package above does neither.
 */
@NullMarked
package io.github.wats.spark.job;

import org.jspecify.annotations.NullMarked;
