/**
 * The files users have: NumPy archives, node files, edge lists and tables as text, and sparse
 * matrices as SciPy stores them. Readers validate everything: an invalid file is reported as an
 * {@link io.github.wats.io.InvalidDataException} that names file, place, rule and value. Writers
 * write a temporary file and rename it, so an existing file survives any failure.
 */
@NullMarked
package io.github.wats.io;

import org.jspecify.annotations.NullMarked;
