package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Origin;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalInt;

/**
 * An open file with data about the nodes of a graph. A method for a part that the file lacks throws
 * what {@link #missing} returns, so a format implements only the methods for parts it can hold.
 */
public interface NodeParts extends Closeable {
  /** The file, for messages. */
  Origin origin();

  /** Whether the file has this part. */
  boolean has(Part part);

  /** The nodes of this file; called for the file that determines them for all files. */
  Nodes nodes() throws IOException;

  /** The error that the file lacks a part. */
  default InvalidDataException missing(Part part) {
    return origin().invalid("must hold %s, got another kind of file", part);
  }

  /** The graph on these nodes; an edge to any other is an error. */
  default Graph graph(Nodes nodes) throws IOException {
    throw missing(Part.GRAPH);
  }

  default Logits logits() throws IOException {
    throw missing(Part.LOGITS);
  }

  /**
   * The labels of these nodes.
   *
   * @param classes the number of classes; where unknown, one more than the largest label
   */
  default Labels labels(Nodes nodes, OptionalInt classes) throws IOException {
    throw missing(Part.LABELS);
  }

  default Split split(Nodes nodes) throws IOException {
    throw missing(Part.SPLIT);
  }

  /** The same file, of whose splits number {@code index}, from 0, is read. */
  default NodeParts withSplit(OptionalInt index) {
    origin().check(index.orElse(0) == 0, "must have several splits for --split-index");
    return this;
  }

  default FeatureMatrix features(Nodes nodes) throws IOException {
    throw missing(Part.FEATURES);
  }

  default Probabilities probabilities(Nodes nodes) throws IOException {
    throw missing(Part.PROBABILITIES);
  }

  @Override
  default void close() throws IOException {}
}
