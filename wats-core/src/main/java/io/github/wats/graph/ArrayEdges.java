package io.github.wats.graph;

/** The first {@code count} edges of two arrays, which are read and not copied. */
record ArrayEdges(int[] sources, int[] targets, int count) implements EdgeSource {
  @Override
  public void forEach(EdgeConsumer consumer) {
    for (int k = 0; k < count; k++) {
      consumer.accept(sources[k], targets[k]);
    }
  }

  @Override
  public int readers() {
    return NodeRanges.countFor(count);
  }
}
