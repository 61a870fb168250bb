/**
 * What to do with calibrated probabilities: accept predictions above a threshold with a bound on
 * their error ({@link io.github.wats.decision.Acceptance}), give sets of classes that cover the
 * true one ({@link io.github.wats.decision.PredictionSets}), and notice when new data differ from
 * those of the fit ({@link io.github.wats.decision.DriftMonitor}). All of it needs nodes whose
 * labels were not used to fit the calibrator.
 */
@NullMarked
package io.github.wats.decision;

import org.jspecify.annotations.NullMarked;
