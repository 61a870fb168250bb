/**
 * Measurements: JMH benchmarks of kernels, and programs that run once at full size and report
 * seconds and memory. Nothing here is published or runs in the tests. Begin with {@link
 * io.github.wats.benchmarks.PeerComparison}, which runs most of them; {@code docs/performance.md}
 * holds the results and the commands that gave them.
 */
@NullMarked
package io.github.wats.benchmarks;

import org.jspecify.annotations.NullMarked;
