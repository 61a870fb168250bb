/**
 * Graph neural networks and their layers over sparse patterns. Begin with {@link
 * io.github.wats.engine.layer.GcnNetwork}. {@link io.github.wats.engine.layer.KHopBlocks} restricts
 * a network to the nodes that the requested outputs depend on.
 */
@NullMarked
package io.github.wats.engine.layer;

import org.jspecify.annotations.NullMarked;
