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

/**
 * What was learnt: settings and weights, enough to be stored and made again. Immutable.
 *
 * @param backbone the settings it was trained with
 * @param inputs the number of features it takes
 * @param classes the number of classes it tells apart
 * @param weights the values of its parameters
 */
public record TrainedBackbone(Backbone backbone, int inputs, int classes, Weights weights) {
  public TrainedBackbone {
    Check.argument(inputs >= 1, "inputs must be at least 1, got %d", inputs);
    Check.argument(classes >= 1, "classes must be at least 1, got %d", classes);
    Graph empty = Graph.fromEdges(0, new int[0], new int[0]);
    weights.copyTo(Networks.create(backbone, empty, inputs, classes, 0).parameters());
  }

  /** The logits of every node of {@code graph}, which may be another graph than trained on. */
  public Logits logits(Graph graph, FeatureMatrix features) {
    TrainingData.checkFeatures(graph, features);
    Check.argument(
        features.columns() == inputs,
        "the network takes %d features, got %d",
        inputs,
        features.columns());
    Network network = Networks.create(backbone, graph, inputs, classes, 0);
    weights.copyTo(network.parameters());
    Tape tape = Tape.forwardOnly();
    Variable logits = network.logits(tape, FeatureInput.of(features), 0);
    tape.forward(Mode.EVALUATION);
    return Logits.of(graph.nodeCount(), classes, logits.value().array());
  }
}
