/**
 * Backbones, the networks whose predictions are calibrated, and their training. Begin with {@link
 * io.github.wats.nn.Backbone}, the hyperparameters; {@code train} returns a {@link
 * io.github.wats.nn.TrainedBackbone}.
 */
@NullMarked
package io.github.wats.nn;

import org.jspecify.annotations.NullMarked;
