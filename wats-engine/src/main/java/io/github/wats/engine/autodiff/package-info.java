/**
 * Automatic differentiation by a tape: matrices with gradients, one small class per operation with
 * its backward rule beside its forward one, and Adam. Begin with {@link
 * io.github.wats.engine.autodiff.Tape}; a network is written once with the methods of {@link
 * io.github.wats.engine.autodiff.Variable} and then run forward and backward as often as wanted.
 * All buffers are made when the network is written, so training allocates almost nothing.
 */
@NullMarked
package io.github.wats.engine.autodiff;

import org.jspecify.annotations.NullMarked;
