/**
 * The commands that run and report experiments: {@code benchmark}, its presets {@code sweep} and
 * {@code ablate}, and {@code report}. Begin with {@code ExperimentCommand}, which the first three
 * extend.
 */
@NullMarked
package io.github.wats.cli.experiment;

import org.jspecify.annotations.NullMarked;
