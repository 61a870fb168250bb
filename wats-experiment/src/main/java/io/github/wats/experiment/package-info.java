/**
 * Experiments on whole collections of data sets, backbones, methods and runs: what is planned, what
 * has been measured, and what the numbers support. A run writes one record per fit into a folder
 * and can be stopped at any moment and resumed. Begin with {@link io.github.wats.experiment.Plan},
 * {@link io.github.wats.experiment.Experiment} and {@link io.github.wats.experiment.ResultTable}.
 */
@NullMarked
package io.github.wats.experiment;

import org.jspecify.annotations.NullMarked;
