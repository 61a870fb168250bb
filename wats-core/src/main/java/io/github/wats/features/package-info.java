/**
 * Numbers that describe where a node sits in its graph: wavelet features by a Chebyshev recurrence,
 * and degree, betweenness and clustering. Begin with {@link io.github.wats.features.GraphFeatures},
 * which computes each of them at most once per graph. All are the same bits for any number of
 * threads.
 */
@NullMarked
package io.github.wats.features;

import org.jspecify.annotations.NullMarked;
