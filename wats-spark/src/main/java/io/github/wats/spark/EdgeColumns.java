package io.github.wats.spark;

import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;

/**
 * The table of edges, and the columns that {@link GraphWavelets} adds to the nodes.
 *
 * @param <S> the stage itself, which setters return
 */
public interface EdgeColumns<S> extends NodeColumns<S> {
  default Param<String> edges() {
    return columns().edges;
  }

  default IntParam blocks() {
    return columns().blocks;
  }

  default Param<String> srcCol() {
    return columns().of(TableColumn.SOURCE);
  }

  default Param<String> dstCol() {
    return columns().of(TableColumn.TARGET);
  }

  default Param<String> degreeCol() {
    return columns().of(TableColumn.DEGREE);
  }

  default Param<String> featuresCol() {
    return columns().of(TableColumn.FEATURES);
  }

  default String getDegreeCol() {
    return text(degreeCol());
  }

  default String getFeaturesCol() {
    return text(featuresCol());
  }

  /** The table, view or {@code format.`path`} of the edges. */
  default S setEdges(String name) {
    return with(edges(), name);
  }

  /** The number of blocks, 0 to choose one. Results do not depend on it. */
  default S setBlocks(int count) {
    return with(blocks(), count);
  }

  default S setSrcCol(String name) {
    return with(srcCol(), name);
  }

  default S setDstCol(String name) {
    return with(dstCol(), name);
  }

  default S setDegreeCol(String name) {
    return with(degreeCol(), name);
  }

  default S setFeaturesCol(String name) {
    return with(featuresCol(), name);
  }
}
