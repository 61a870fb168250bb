package io.github.wats.nn;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.autodiff.Weights;
import io.github.wats.engine.layer.Network;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Logits;
import java.util.Objects;

/** A trained network: its hyperparameters and weights. Immutable. */
public final class TrainedBackbone {
  /** A network of so many weights is made in any case: a message can then name the wrong one. */
  private static final int SMALL_NETWORK = 1 << 16;

  private final Backbone backbone;
  private final int inputs;
  private final int classes;
  private final Weights weights;
  private final Graph graph; // that of the network
  private final Network network;

  /** A network just trained on {@code graph}; it is used for that graph as it is. */
  TrainedBackbone(Backbone backbone, int inputs, int classes, Graph graph, Network network) {
    this.backbone = backbone;
    this.inputs = inputs;
    this.classes = classes;
    this.graph = graph;
    this.network = network;
    this.weights = Weights.from(network.parameters());
  }

  /**
   * A stored network.
   *
   * @param inputs the number of features it takes
   * @param classes the number of classes
   * @param weights the values of its parameters, with their names
   */
  public static TrainedBackbone of(Backbone backbone, int inputs, int classes, Weights weights) {
    Check.argument(inputs >= 1, "inputs must be at least 1, got %d", inputs);
    Check.argument(classes >= 1, "classes must be at least 1, got %d", classes);
    double width = backbone.width();
    double needed = (inputs + (backbone.layers() - 2) * width + classes) * width;
    Check.argument(
        needed <= Math.max(weights.count(), SMALL_NETWORK),
        "a %s with these settings has at least %.0f weights, got %d",
        backbone.name(),
        needed,
        weights.count());
    Graph empty = Graph.fromEdges(0, new int[0], new int[0]);
    Network network = backbone.network(empty, inputs, classes, 0);
    weights.copyTo(network.parameters());
    return new TrainedBackbone(backbone, inputs, classes, empty, network);
  }

  public Backbone backbone() {
    return backbone;
  }

  public int inputs() {
    return inputs;
  }

  public int classes() {
    return classes;
  }

  /** The values of the parameters. */
  public Weights weights() {
    return weights;
  }

  /** The logits of every node of {@code nodes}, which may be another graph than in training. */
  public Logits logits(Graph nodes, FeatureMatrix features) {
    TrainingData.checkFeatures(nodes, features);
    Check.argument(
        features.columns() == inputs,
        "the network takes %d features, got %d",
        inputs,
        features.columns());
    Tape tape = Tape.forwardOnly();
    Variable logits = networkOn(nodes).logits(tape, FeatureInput.of(features), 0);
    tape.forward(Mode.EVALUATION);
    return Logits.of(nodes.nodeCount(), classes, logits.value().array());
  }

  @SuppressWarnings("ReferenceEquality") // comparing all edges would take longer than building
  private Network networkOn(Graph nodes) {
    if (nodes == graph) {
      return network;
    }
    Network other = backbone.network(nodes, inputs, classes, 0);
    weights.copyTo(other.parameters());
    return other;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TrainedBackbone that
        && backbone.equals(that.backbone)
        && inputs == that.inputs
        && classes == that.classes
        && weights.equals(that.weights);
  }

  @Override
  public int hashCode() {
    return Objects.hash(backbone, inputs, classes, weights);
  }

  @Override
  public String toString() {
    return "TrainedBackbone[" + backbone + ", " + inputs + " inputs, " + classes + " classes]";
  }
}
