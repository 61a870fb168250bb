/**
 * Dense and sparse matrices of floats and the parallel row loop they are computed with. Begin with
 * {@link io.github.wats.linalg.DenseMatrix} and {@link io.github.wats.linalg.Rows}; {@link
 * io.github.wats.linalg.Kernels} lists the loops. Every entry of a result has one writer, and sums
 * are added in an order in which threads have no say, so results are the same bits for any number
 * of them.
 */
@NullMarked
package io.github.wats.linalg;

import org.jspecify.annotations.NullMarked;
