/** Registers the methods of this library; not exported. */
@NullMarked
package io.github.wats.calibration.builtin;

import org.jspecify.annotations.NullMarked;
