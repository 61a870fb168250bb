package io.github.wats.io;

import io.github.wats.graph.EdgeSource;
import io.github.wats.io.npy.ElementReader;
import io.github.wats.io.npy.NpyArray;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Edges streamed from arrays of a file at each reading, so that a graph is built without holding
 * them. A failure to read is an {@link UncheckedIOException}.
 */
final class ArrayEdges {
  static final int BLOCK = 1 << 13;

  private ArrayEdges() {}

  /** The columns of a 2 × E array: sources in the first row, targets in the second. */
  static EdgeSource ofIndex(NpyArray array, NodeCount nodes) {
    Origin origin = array.origin();
    origin.check(
        array.dimensions() == 2 && array.length(0) == 2,
        "must be 2 × E, sources above targets, got shape %s%s",
        array.shapeText(),
        array.dimensions() == 2 && array.length(1) == 2 ? ": transpose it" : "");
    int count = array.length(1);
    EdgeSource edges =
        array.isFortranOrder() ? ofPairs(array, count, nodes) : ofRows(array, count, nodes);
    return SharedEdges.of(edges, count);
  }

  /** Sources and targets take turns in the file. */
  private static EdgeSource ofPairs(NpyArray array, int count, NodeCount nodes) {
    return consumer -> {
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
  }

  /** All sources come before all targets in the file: two readers, one ahead of the other. */
  private static EdgeSource ofRows(NpyArray array, int count, NodeCount nodes) {
    return consumer -> {
      try (ElementReader sources = array.open();
          ElementReader targets = array.open(count)) {
        forEach(sources, targets, count, nodes, array.origin(), consumer);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /** The edges {@code sources[k]}–{@code targets[k]}. */
  static EdgeSource ofCoordinates(NpyArray sources, NpyArray targets, NodeCount nodes) {
    long count = sources.withDimensions(1).elementCount();
    targets
        .origin()
        .check(
            targets.withDimensions(1).elementCount() == count,
            "must be as long as the sources: %d, got %d",
            count,
            targets.elementCount());
    EdgeSource edges =
        consumer -> {
          try (ElementReader from = sources.open();
              ElementReader to = targets.open()) {
            forEach(from, to, count, nodes, sources.origin(), consumer);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    return SharedEdges.of(edges, count);
  }

  private static void forEach(
      ElementReader sources,
      ElementReader targets,
      long count,
      NodeCount nodes,
      Origin origin,
      EdgeSource.EdgeConsumer consumer)
      throws IOException {
    int[] from = new int[BLOCK];
    int[] to = new int[BLOCK];
    for (long done = 0; done < count; done += BLOCK) {
      int step = (int) Math.min(BLOCK, count - done);
      sources.read(from, 0, step);
      targets.read(to, 0, step);
      for (int k = 0; k < step; k++) {
        check(from[k], to[k], nodes, origin, done + k);
        consumer.accept(from[k], to[k]);
      }
    }
  }

  private static void check(int source, int target, NodeCount nodes, Origin origin, long edge) {
    if (Math.min(source, target) < 0 || Math.max(source, target) >= nodes.count()) {
      throw origin.invalid(
          "nodes must be in 0 … %d (%s), got edge %d: %d-%d",
          nodes.count() - 1, nodes.reason(), edge, source, target);
    }
  }
}
