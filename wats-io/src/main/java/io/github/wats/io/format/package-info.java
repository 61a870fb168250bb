/**
 * File formats: {@link io.github.wats.io.format.NodeReader} reads what is known about the nodes of
 * a graph through any {@link io.github.wats.io.format.NodeFormat}, be it one node file for all
 * parts or a file for each. Begin with {@link io.github.wats.io.format.NodeReader}.
 */
@NullMarked
package io.github.wats.io.format;

import org.jspecify.annotations.NullMarked;
