package io.github.wats.graph;

/** The first {@code count} edges of two arrays, which are read and not copied. */
final class ArrayEdges implements EdgeSource {
  private final int[] sources;
  private final int[] targets;
  private final int count;

  ArrayEdges(int[] sources, int[] targets, int count) {
    this.sources = sources;
    this.targets = targets;
    this.count = count;
  }

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
