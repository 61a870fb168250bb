/**
 * Helpers for the modules of this library: argument checks, the check that work fits into memory,
 * named random streams, and exponentials and normal numbers over arrays. Nothing here is part of
 * the public contract.
 */
@NullMarked
package io.github.wats.internal;

import org.jspecify.annotations.NullMarked;
