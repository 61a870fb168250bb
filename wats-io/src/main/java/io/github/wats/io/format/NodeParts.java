package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * An open file with data about the nodes of a graph. A method for a part that the file lacks throws
 * what {@link #missing} returns, so a format implements only the methods for parts it can hold.
 */
public interface NodeParts extends Closeable {
  /** The file, for messages. */
  Location location();

  /** What a user should know about how the file was read. */
  default List<String> notes() {
    return List.of();
  }

  /** Whether the file has this part. */
  boolean has(NodeField part);

  /** The columns of this file, if it is a table that is read by columns. */
  default Optional<ColumnTable> columnTable() throws IOException {
    return Optional.empty();
  }

  /** The nodes of this file; called for the file that determines them for all files. */
  Nodes nodes() throws IOException;

  /**
   * The ids of this file's rows if they are names; if the file that determines the nodes has no
   * ids, these are used.
   */
  default Optional<NodeIds> ids() throws IOException {
    return Optional.empty();
  }

  /**
   * Whether the file names the nodes it describes, so that it is read in any order; else its rows
   * are put into the order of the nodes by {@link #ids}, or without them joined by position.
   */
  default boolean namesNodes() throws IOException {
    return false;
  }

  /** The classes of the logits or probabilities in this file. */
  default Classes classes() throws IOException {
    return Classes.UNKNOWN;
  }

  /** The error that the file lacks a part. */
  default InvalidDataException missing(NodeField part) {
    return location().lacks("have " + part.rule());
  }

  /** The graph on these nodes; an edge to any other is an error. */
  default Graph graph(Nodes nodes) throws IOException {
    throw missing(NodeField.GRAPH);
  }

  /** Where the values of a part are, for messages about them. */
  default Location location(NodeField part) throws IOException {
    return location();
  }

  /**
   * Logits or probabilities, or of several labels their outcomes, row by row in the order of these
   * nodes, as they stand in the file.
   */
  default double[] numbers(NodeField part, Nodes nodes) throws IOException {
    throw missing(part);
  }

  /** Where a part is in the file, for people: {@code run.npz, array 'y'}. */
  default String place(NodeField part) throws IOException {
    return location().name();
  }

  /** The labels of these nodes; without a number of classes it is one more than the largest. */
  default NamedLabels labels(Nodes nodes, Classes classes) throws IOException {
    throw missing(NodeField.LABELS);
  }

  /** The only split, or number {@code index}, from 0, of several. */
  default Split split(Nodes nodes, OptionalInt index) throws IOException {
    throw missing(NodeField.SPLIT);
  }

  default FeatureMatrix features(Nodes nodes) throws IOException {
    throw missing(NodeField.FEATURES);
  }

  /** Predictions and their confidences, if the probabilities in this file are these alone. */
  default Optional<Probabilities> topLabels(Nodes nodes) throws IOException {
    return Optional.empty();
  }

  @Override
  default void close() throws IOException {}
}
