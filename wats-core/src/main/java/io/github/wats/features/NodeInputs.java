package io.github.wats.features;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A recipe for what a calibrator reads of each node besides its logits. Nodes are given structural
 * features; in each round every node writes numbers, which are averaged over its neighbors; at the
 * end every node writes its columns. A recipe holds nothing of a particular graph: the same one
 * runs on a graph in memory and on the blocks of a graph that is spread over machines. Immutable;
 * equal recipes give equal columns.
 */
public interface NodeInputs extends Serializable {
  /** Of a calibrator that reads logits alone. */
  static NodeInputs none() {
    return new NoInputs();
  }

  /** The structural features that nodes are given; empty if none are read. */
  default Optional<Structure> structure() {
    return Optional.empty();
  }

  /** Whether {@link NodeView#degree} is read. */
  default boolean readsDegree() {
    return false;
  }

  /** Whether the known labels of neighbors are read. */
  default boolean readsLabels() {
    return false;
  }

  /** How many numbers a node writes in each round. */
  default List<Integer> rounds() {
    return List.of();
  }

  /** Writes what is averaged over neighbors in a round; earlier rounds are complete. */
  default void writeRound(int round, NodeView node, double[] target, int start) {
    throw new IllegalArgumentException("there is no round " + round);
  }

  /** The number of columns. */
  int width();

  /** Writes the columns of a node. */
  void write(NodeView node, double[] target, int start);

  /** The names of the columns. */
  default List<String> names() {
    return IntStream.range(0, width()).mapToObj(k -> "input" + k).toList();
  }

  /**
   * Structural features as they are: wavelets, or others.
   *
   * @param wavelets their settings, without effect on others
   */
  record Structure(NodeFeatures features, WaveletSettings wavelets) implements NodeInputs {
    @Override
    public Optional<Structure> structure() {
      return Optional.of(this);
    }

    @Override
    public int width() {
      return (int) features.columnCount(wavelets);
    }

    @Override
    public List<String> names() {
      return features.isWavelet() ? WaveletFeatures.names(wavelets) : features.names();
    }

    @Override
    public void write(NodeView node, double[] target, int start) {
      for (int k = 0; k < width(); k++) {
        target[start + k] = node.structural(k);
      }
    }
  }
}

/** No columns. */
record NoInputs() implements NodeInputs {
  @Override
  public int width() {
    return 0;
  }

  @Override
  public void write(NodeView node, double[] target, int start) {
    // there are none
  }
}
