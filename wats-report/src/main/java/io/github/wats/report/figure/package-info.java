/**
 * The figures of a report, each made from plain numbers that were computed elsewhere: {@link
 * io.github.wats.report.figure.Figure} joins a drawing for wide and for narrow pages with a title
 * that states the finding, a line on how to read it, a description in words and the numbers behind
 * it. Titles state what the numbers show, also where calibration gained nothing. Begin with {@link
 * io.github.wats.report.figure.ReliabilityFigure}.
 */
@NullMarked
package io.github.wats.report.figure;

import org.jspecify.annotations.NullMarked;
