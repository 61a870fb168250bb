/** Code that the methods share; not exported. */
@NullMarked
package io.github.wats.calibration.internal;

import org.jspecify.annotations.NullMarked;
