/**
 * Layers, networks and the training of backbones. Begin with {@link io.github.wats.nn.Backbone}:
 * its settings are a recipe, {@code train} gives a {@link io.github.wats.nn.TrainedBackbone}.
 * Calibrators build their own networks from {@link io.github.wats.nn.GcnNetwork} and {@link
 * io.github.wats.nn.Mlp}.
 */
@NullMarked
package io.github.wats.nn;

import org.jspecify.annotations.NullMarked;
