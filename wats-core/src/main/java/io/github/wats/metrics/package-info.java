/**
 * How good predicted probabilities are: accuracy, likelihood, and the family of calibration errors,
 * with the bins they sum, their bootstrap intervals and noise floors. Begin with {@link
 * io.github.wats.metrics.Outcomes} and {@link io.github.wats.metrics.Evaluation}. Nothing here
 * knows where the probabilities come from.
 */
@NullMarked
package io.github.wats.metrics;

import org.jspecify.annotations.NullMarked;
