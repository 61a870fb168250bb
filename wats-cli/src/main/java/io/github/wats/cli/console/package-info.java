/**
 * What all commands share: common options, notes and progress on standard error, tables, JSON, exit
 * codes and error messages. Begin with {@link io.github.wats.cli.console.Subcommand}.
 */
@NullMarked
package io.github.wats.cli.console;

import org.jspecify.annotations.NullMarked;
