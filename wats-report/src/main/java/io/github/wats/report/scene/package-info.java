/**
 * Drawings as data: a {@link io.github.wats.report.scene.Scene} of boxes, lines, dots and labels
 * whose colors are roles. {@link io.github.wats.report.scene.Svg} and {@link
 * io.github.wats.report.scene.Png} draw the same scene, byte for byte the same on every machine;
 * the letters of the latter come with the program, so no font need be installed. Begin with {@link
 * io.github.wats.report.scene.Canvas}.
 */
@NullMarked
package io.github.wats.report.scene;

import org.jspecify.annotations.NullMarked;
