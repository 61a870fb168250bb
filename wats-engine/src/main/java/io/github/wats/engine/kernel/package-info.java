/**
 * The inner loops and the parallel products made of them. Begin with {@link
 * io.github.wats.engine.kernel.Kernels}, which lists the loops, and {@link
 * io.github.wats.engine.kernel.Products}, which runs them on several threads. Every entry of a
 * result has one writer and sums are added in a fixed order, so results are the same bits for any
 * number of threads.
 */
@NullMarked
package io.github.wats.engine.kernel;

import org.jspecify.annotations.NullMarked;
