package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Heap;
import io.github.wats.io.npy.ElementReader;
import io.github.wats.io.npy.NpyArray;
import java.io.IOException;

/**
 * Builds a graph row by row from edges in an array file. All sources are read before all targets,
 * each once and in the order of the file, so that a compressed file is inflated once. Sorted
 * sources are only counted, and the targets are read straight into the graph; others are held until
 * then.
 */
final class EdgeRows {
  private static final int BLOCK = 1 << 13;

  private final NpyArray sources;
  private final NpyArray targets;
  private final int stride; // 2 where sources and targets alternate, else 1
  private final long firstTarget;
  private final int count;
  private final Nodes nodes;
  private final int[] offsets; // (n + 1) at i + 1 the edges of node i, then where its row ends
  private int[] held = new int[0]; // (count) the sources, if they are not sorted

  private EdgeRows(
      NpyArray sources, NpyArray targets, int stride, long firstTarget, int count, Nodes nodes) {
    this.sources = sources;
    this.targets = targets;
    this.stride = stride;
    this.firstTarget = firstTarget;
    this.count = count;
    this.nodes = nodes;
    this.offsets = new int[nodes.count() + 1];
  }

  /** The columns of a 2 × E array, sources above targets, or the rows of an E × 2 array. */
  static Graph ofList(NpyArray array, boolean inRows, Nodes nodes) throws IOException {
    int count = array.length(inRows ? 0 : 1);
    return array.isFortranOrder() != inRows // sources and targets alternate
        ? new EdgeRows(array, array, 2, 1, count, nodes).graph()
        : new EdgeRows(array, array, 1, count, count, nodes).graph();
  }

  /** The edges {@code sources[k]}–{@code targets[k]}. */
  static Graph ofCoordinates(NpyArray sources, NpyArray targets, Nodes nodes) throws IOException {
    int count = sources.withDimensions(1).length(0);
    targets.check(
        targets.withDimensions(1).elementCount() == count,
        "must be as long as the sources: %d, got %d",
        count,
        targets.elementCount());
    return new EdgeRows(sources, targets, 1, 0, count, nodes).graph();
  }

  private Graph graph() throws IOException {
    sources.checkPresent();
    targets.checkPresent();
    try (ElementReader reader = sources.open()) {
      readSources(reader);
      if (reader.remaining() > 0) { // the targets follow in the same array
        return graph(readTargets(reader));
      }
    }
    try (ElementReader reader = targets.open()) {
      return graph(readTargets(reader));
    }
  }

  /** Reads the next sources, {@code which} = 0, or targets, 1. */
  private void read(ElementReader reader, int which, int[] target, int start, int length)
      throws IOException {
    if (stride == 1) {
      reader.read(target, start, length);
      return;
    }
    int[] pairs = new int[2 * length];
    reader.read(pairs, 0, pairs.length);
    for (int k = 0; k < length; k++) {
      target[start + k] = pairs[2 * k + which];
    }
  }

  private Graph graph(int[] entries) {
    held = new int[0]; // freed before the rows are sorted
    return sources.location().checked(() -> Graph.adoptRows(offsets, entries));
  }

  /** Refuses edges for which the heap is too small, with {@code arrays} numbers for each. */
  private void checkMemory(int arrays) {
    Heap.require(
        (long) Integer.BYTES * arrays * count,
        "%s of %,d directed edges",
        targets.location().name(),
        count);
  }

  private void readSources(ElementReader reader) throws IOException {
    checkMemory(1);
    int[] block = new int[BLOCK];
    int previous = 0;
    for (int done = 0; done < count; ) {
      int step = Math.min(BLOCK, count - done);
      read(reader, 0, block, 0, step);
      check(block, step, done);
      if (held.length == 0 && !isSorted(previous, block, step)) {
        holdSorted(done);
      }
      if (held.length > 0) {
        System.arraycopy(block, 0, held, done, step);
      }
      for (int k = 0; k < step; k++) {
        offsets[block[k] + 1]++;
      }
      previous = block[step - 1];
      done += step;
    }
    for (int i = 0; i < nodes.count(); i++) {
      offsets[i + 1] += offsets[i];
    }
  }

  private static boolean isSorted(int previous, int[] block, int length) {
    int last = previous;
    for (int k = 0; k < length; k++) {
      if (block[k] < last) {
        return false;
      }
      last = block[k];
    }
    return true;
  }

  /** Allocates all sources and restores those so far, which were sorted and only counted. */
  private void holdSorted(int done) {
    checkMemory(2);
    held = new int[count];
    int next = 0;
    for (int i = 0; next < done; i++) {
      for (int k = 0; k < offsets[i + 1]; k++) {
        held[next++] = i;
      }
    }
  }

  private int[] readTargets(ElementReader reader) throws IOException {
    int[] entries = new int[count];
    int[] next = held.length == 0 ? offsets : offsets.clone(); // where the next of a row goes
    int[] block = new int[BLOCK];
    for (int done = 0; done < count; ) {
      int step = Math.min(BLOCK, count - done);
      read(reader, 1, block, 0, step);
      check(block, step, done);
      if (held.length == 0) {
        System.arraycopy(block, 0, entries, done, step);
      }
      for (int k = 0; k < step && held.length > 0; k++) {
        entries[next[held[done + k]]++] = block[k];
      }
      done += step;
    }
    return entries;
  }

  private void check(int[] block, int length, int first) throws IOException {
    for (int k = 0; k < length; k++) {
      if (block[k] < 0 || block[k] >= nodes.count()) {
        int edge = first + k;
        throw sources
            .location()
            .invalid(
                "nodes must be in 0 … %d (%s), got edge %d: %d-%d",
                nodes.count() - 1,
                nodes.reason(),
                edge,
                element(sources, (long) stride * edge),
                element(targets, firstTarget + (long) stride * edge));
      }
    }
  }

  private static int element(NpyArray array, long position) throws IOException {
    int[] one = new int[1];
    try (ElementReader reader = array.open(position)) {
      reader.read(one, 0, 1);
    }
    return one[0];
  }
}
