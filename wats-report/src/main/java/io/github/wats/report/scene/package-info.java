/**
 * Drawings as data: a {@link io.github.wats.report.scene.Scene} of boxes, lines, dots and labels
 * whose colors are roles, and {@link io.github.wats.report.scene.Svg}, which writes them byte for
 * byte the same on every machine. Begin with {@link io.github.wats.report.scene.Canvas}.
 */
@NullMarked
package io.github.wats.report.scene;

import org.jspecify.annotations.NullMarked;
