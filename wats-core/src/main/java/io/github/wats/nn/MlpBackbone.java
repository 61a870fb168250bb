package io.github.wats.nn;

import io.github.wats.engine.layer.MlpNetwork;
import io.github.wats.engine.layer.Network;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import java.io.Serializable;

/**
 * Linear layers with ReLU and dropout between them: a baseline that ignores the graph.
 *
 * @param layers 2 or more
 * @param hidden units in a hidden layer
 * @param dropout share of hidden entries dropped in training
 * @param optimization how it is trained
 */
public record MlpBackbone(int layers, int hidden, double dropout, Optimization optimization)
    implements Backbone, Serializable {
  public static final MlpBackbone DEFAULT = new MlpBackbone(2, 16, 0.5, Optimization.DEFAULT);

  public MlpBackbone {
    Check.argument(layers >= 2, "layers must be at least 2, got %d", layers);
    Check.argument(hidden >= 1, "hidden must be at least 1, got %d", hidden);
    Check.argument(dropout >= 0 && dropout < 1, "dropout must be in [0, 1), got %s", dropout);
  }

  @Override
  public String name() {
    return "mlp";
  }

  @Override
  public Network network(Graph graph, int inputs, int classes, long seed) {
    return new MlpNetwork(Network.widths(inputs, hidden, classes, layers), dropout, seed);
  }

  @Override
  public long trainingBytes(TrainingSize size) {
    long rows = size.trainNodes() + (long) size.validationNodes();
    return size.layerBytes(rows, hidden) + size.featureBytes();
  }

  @Override
  public MlpBackbone withOptimization(Optimization newOptimization) {
    return new MlpBackbone(layers, hidden, dropout, newOptimization);
  }

  @Override
  public MlpBackbone withHidden(int newHidden) {
    return new MlpBackbone(layers, newHidden, dropout, optimization);
  }

  @Override
  public MlpBackbone withDropout(double newDropout) {
    return new MlpBackbone(layers, hidden, newDropout, optimization);
  }

  @Override
  public MlpBackbone withLayers(int newLayers) {
    return new MlpBackbone(newLayers, hidden, dropout, optimization);
  }
}
