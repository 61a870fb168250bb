/**
 * Measurements: programs that run once at full size beside a Python program that does the same, and
 * report seconds and memory. Nothing here is published or runs in the tests. Begin with {@link
 * io.github.wats.benchmarks.PeerComparison}, which runs all of them; {@code docs/performance.md}
 * holds the results and the commands that gave them.
 */
@NullMarked
package io.github.wats.benchmarks;

import org.jspecify.annotations.NullMarked;
