/**
 * Metrics of predicted probabilities: accuracy, likelihood and calibration errors with their bins,
 * bootstrap intervals and noise floors. Begin with {@link io.github.wats.metrics.Outcomes} and
 * {@link io.github.wats.metrics.Evaluation}. Nothing here knows where the probabilities come from.
 */
@NullMarked
package io.github.wats.metrics;

import org.jspecify.annotations.NullMarked;
