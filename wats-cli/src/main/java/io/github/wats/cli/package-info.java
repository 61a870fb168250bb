/**
 * The {@code wats} program: {@link io.github.wats.cli.Main} starts it and {@link
 * io.github.wats.cli.WatsCommand} lists the subcommands. Each subcommand is one class in a package
 * below; apart from the Spark job, only this module prints, reads arguments or exits. To add a
 * command, extend {@link io.github.wats.cli.console.Subcommand} and list the class in {@code
 * WatsCommand}.
 */
@NullMarked
package io.github.wats.cli;

import org.jspecify.annotations.NullMarked;
