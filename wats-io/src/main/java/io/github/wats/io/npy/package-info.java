/**
 * NumPy's files: single arrays ({@code .npy}) and archives of them ({@code .npz}), read lazily and
 * written deterministically. Begin with {@link io.github.wats.io.npy.NpzFile} and {@link
 * io.github.wats.io.npy.NpyArray} to read, {@link io.github.wats.io.npy.NpyData} and {@link
 * io.github.wats.io.npy.NpzWriter} to write. A header is validated: the bytes it declares must be
 * there before memory for them is allocated.
 */
@NullMarked
package io.github.wats.io.npy;

import org.jspecify.annotations.NullMarked;
