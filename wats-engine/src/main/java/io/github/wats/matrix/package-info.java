/**
 * Dense and sparse matrices of floats. Begin with {@link io.github.wats.matrix.DenseMatrix}; {@link
 * io.github.wats.matrix.FeatureMatrix} holds node features in either form. These are the only types
 * of the engine that users of WATS hand in.
 */
@NullMarked
package io.github.wats.matrix;

import org.jspecify.annotations.NullMarked;
