/**
 * The commands that make node files: {@code wats dataset} and its subcommands for the catalogue and
 * generated graphs, and {@code wats train}, which adds the logits of a network. Begin with {@link
 * io.github.wats.cli.dataset.DatasetCommand}.
 */
@NullMarked
package io.github.wats.cli.dataset;

import org.jspecify.annotations.NullMarked;
