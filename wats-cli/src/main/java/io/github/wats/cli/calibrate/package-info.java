/**
 * The commands that fit, apply, evaluate and explain calibrators on a node file, and the demo.
 * Begin with {@link io.github.wats.cli.calibrate.CalibrateCommand}; {@code InputOptions} reads the
 * node file and {@code MethodOptions} declares an option for each setting of a method.
 */
@NullMarked
package io.github.wats.cli.calibrate;

import org.jspecify.annotations.NullMarked;
