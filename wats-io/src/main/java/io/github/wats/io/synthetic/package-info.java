/**
 * Generated node classification tasks: a graph with communities, features that depend on the class,
 * and labels of which some are wrong. Begin with {@link
 * io.github.wats.io.synthetic.GraphGenerator}.
 */
@NullMarked
package io.github.wats.io.synthetic;

import org.jspecify.annotations.NullMarked;
