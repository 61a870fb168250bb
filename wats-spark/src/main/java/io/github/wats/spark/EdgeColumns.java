package io.github.wats.spark;

/**
 * The table of edges, and the features that {@link GraphWavelets} adds to the nodes.
 *
 * @param <S> the stage itself, which setters return
 */
public interface EdgeColumns<S> extends NodeColumns<S> {
  /** The table, view or {@code format.`path`} of the edges. */
  default S setEdges(String name) {
    return with("edges", name);
  }

  /** The number of blocks, 0 to choose one. Results do not depend on it. */
  default S setBlocks(int count) {
    return with("blocks", count);
  }

  default S setSrcCol(String name) {
    return with("srcCol", name);
  }

  default S setDstCol(String name) {
    return with("dstCol", name);
  }

  default S setFeaturesCol(String name) {
    return with("featuresCol", name);
  }
}
