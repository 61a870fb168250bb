package io.github.wats.testing;

import io.github.wats.matrix.SparsePattern;
import java.util.stream.IntStream;

/** Graphs on a circle. */
public final class Circulant {
  private Circulant() {}

  /** The adjacency of n nodes, i beside i ± each of {@code steps}, which are below n / 2. */
  public static SparsePattern graph(int n, int... steps) {
    int degree = 2 * steps.length;
    int[] offsets = IntStream.rangeClosed(0, n).map(i -> i * degree).toArray();
    int[] columns =
        IntStream.range(0, n)
            .flatMap(
                i ->
                    IntStream.of(steps)
                        .flatMap(step -> IntStream.of((i + step) % n, (i + n - step) % n))
                        .sorted())
            .toArray();
    return SparsePattern.wrap(n, offsets, columns);
  }
}
