/**
 * Dense and sparse matrices of floats and the parallel row loop they are computed with. Begin with
 * {@link io.github.wats.linalg.DenseMatrix} and {@link io.github.wats.linalg.Rows}. Every loop here
 * has one writer per row and sums in index order, so results are the same bits for any number of
 * threads.
 */
@NullMarked
package io.github.wats.linalg;

import org.jspecify.annotations.NullMarked;
