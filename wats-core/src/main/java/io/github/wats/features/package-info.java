/**
 * Numbers that describe where a node sits in its graph: wavelet features by a Chebyshev recurrence,
 * and degree, betweenness and clustering. Begin with {@link io.github.wats.features.GraphFeatures},
 * which computes each of them at most once per graph. {@link io.github.wats.features.NodeInputs} is
 * a recipe for the columns that a calibrator reads of each node. All are the same bits for any
 * number of threads.
 */
@NullMarked
package io.github.wats.features;

import org.jspecify.annotations.NullMarked;
