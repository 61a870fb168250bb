/**
 * Files of fitted calibrators and trained networks: versioned JSON, large arrays in an {@code .npz}
 * beside it, and a checksum over everything. Begin with {@link
 * io.github.wats.io.model.CalibratorFile}. A file of an unknown version, a truncated or an edited
 * one is refused with the reason.
 */
@NullMarked
package io.github.wats.io.model;

import org.jspecify.annotations.NullMarked;
