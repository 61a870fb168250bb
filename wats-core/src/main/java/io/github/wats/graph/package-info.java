/**
 * Simple undirected graphs in compressed sparse rows, their construction from edges in any form,
 * and their components, distances and statistics. Begin with {@link io.github.wats.graph.Graph};
 * build one with {@link io.github.wats.graph.GraphBuilder}.
 */
@NullMarked
package io.github.wats.graph;

import org.jspecify.annotations.NullMarked;
