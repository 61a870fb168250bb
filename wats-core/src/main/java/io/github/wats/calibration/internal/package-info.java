/** What the methods share and users do not need; not exported. */
@NullMarked
package io.github.wats.calibration.internal;

import org.jspecify.annotations.NullMarked;
