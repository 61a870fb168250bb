/**
 * Reports: HTML pages that need nothing but themselves, made from numbers that were computed
 * elsewhere. Begin with {@link io.github.wats.report.CalibrationReport} for a single calibration;
 * figures live in {@code figure}, how they are drawn in {@code scene}. Whatever comes from outside
 * (names, labels, commands) is escaped in one place, {@link io.github.wats.report.scene.Escape}.
 */
@NullMarked
package io.github.wats.report;

import org.jspecify.annotations.NullMarked;
