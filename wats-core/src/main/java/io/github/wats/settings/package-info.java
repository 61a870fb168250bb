/**
 * Settings declared once: a record component with {@link io.github.wats.settings.Setting} is a
 * setting, and {@link io.github.wats.settings.SettingsSchema} reads, writes, lists and checks the
 * settings of such a record. Command-line options, JSON fields and plan files follow from it.
 */
@NullMarked
package io.github.wats.settings;

import org.jspecify.annotations.NullMarked;
