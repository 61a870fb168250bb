/**
 * The {@code wats} command: one class per subcommand, and the only place that prints, reads
 * arguments or exits. Begin with {@link io.github.wats.cli.Main}; a new command extends {@link
 * io.github.wats.cli.Subcommand} and is listed in {@link io.github.wats.cli.WatsCommand}.
 */
@NullMarked
package io.github.wats.cli;

import org.jspecify.annotations.NullMarked;
