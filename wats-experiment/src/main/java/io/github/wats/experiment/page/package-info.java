/**
 * What is shown of experiments: tables with paired tests as page, text, Markdown, LaTeX, CSV and
 * JSON, and figures for each data set and backbone. Begin with {@link
 * io.github.wats.experiment.page.ExperimentReport}; the figures themselves are those of {@code
 * io.github.wats.report}.
 */
@NullMarked
package io.github.wats.experiment.page;

import org.jspecify.annotations.NullMarked;
