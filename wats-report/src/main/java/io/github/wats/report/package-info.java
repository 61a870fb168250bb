/**
 * Reports: self-contained HTML pages, made from numbers that were computed elsewhere. Begin with
 * {@link io.github.wats.report.CalibrationReport} for a single calibration; figures live in {@code
 * figure}, how they are drawn in {@code scene}. User input (names, labels, commands) is escaped in
 * one place, {@link io.github.wats.report.scene.Escape}.
 */
@NullMarked
package io.github.wats.report;

import org.jspecify.annotations.NullMarked;
