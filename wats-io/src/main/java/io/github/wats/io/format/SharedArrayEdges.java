package io.github.wats.io.format;

import io.github.wats.graph.EdgeSource;
import io.github.wats.io.Origin;
import io.github.wats.io.npy.ElementReader;
import io.github.wats.io.npy.NpyArray;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The columns of a 2 × E array in column-major order, in which sources and targets take turns:
 * streamed from the file at each reading, so that a graph is built without holding them. A failure
 * to read is an {@link UncheckedIOException}.
 */
final class SharedArrayEdges {
  private static final int BLOCK = 1 << 13;

  private SharedArrayEdges() {}

  static EdgeSource ofPairs(NpyArray array, NodeCount nodes) {
    int count = array.length(1);
    EdgeSource edges =
        consumer -> {
          try (ElementReader reader = array.open()) {
            int[] block = new int[2 * BLOCK];
            for (int done = 0; done < count; done += BLOCK) {
              int step = Math.min(BLOCK, count - done);
              reader.read(block, 0, 2 * step);
              for (int k = 0; k < step; k++) {
                check(block[2 * k], block[2 * k + 1], nodes, array.origin(), done + k);
                consumer.accept(block[2 * k], block[2 * k + 1]);
              }
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    return SharedEdges.of(edges, count);
  }

  private static void check(int source, int target, NodeCount nodes, Origin origin, long edge) {
    if (Math.min(source, target) < 0 || Math.max(source, target) >= nodes.count()) {
      throw origin.invalid(
          "nodes must be in 0 … %d (%s), got edge %d: %d-%d",
          nodes.count() - 1, nodes.reason(), edge, source, target);
    }
  }
}
