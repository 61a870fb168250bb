/**
 * What to do with calibrated probabilities: choose a method ({@link
 * io.github.wats.decision.Comparison}), accept predictions with a bound on their error ({@link
 * io.github.wats.decision.Acceptance}), give sets that cover the true class ({@link
 * io.github.wats.decision.PredictionSets}), notice when data change ({@link
 * io.github.wats.decision.DriftMonitor}). All need labels that the calibrator has not seen.
 */
@NullMarked
package io.github.wats.decision;

import org.jspecify.annotations.NullMarked;
