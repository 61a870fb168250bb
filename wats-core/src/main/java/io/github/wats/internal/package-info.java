/**
 * Helpers that are nobody's business outside this library: argument checks and named random
 * streams. Nothing here is part of the public contract.
 */
@NullMarked
package io.github.wats.internal;

import org.jspecify.annotations.NullMarked;
