/**
 * The files users have: NumPy archives, node files, edge lists and tables as text, and sparse
 * matrices as SciPy stores them. Readers trust no file: whatever is wrong with one is reported as
 * an {@link io.github.wats.io.InvalidDataException} that names file, place, rule and value. Writers
 * write beside the target and rename, so an existing file survives any failure.
 */
@NullMarked
package io.github.wats.io;

import org.jspecify.annotations.NullMarked;
