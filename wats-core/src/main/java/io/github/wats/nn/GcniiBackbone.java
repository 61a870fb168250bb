package io.github.wats.nn;

import io.github.wats.engine.layer.GcniiNetwork;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.Network;
import io.github.wats.graph.Graph;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;

/**
 * A deep graph convolutional network with initial residual and identity mapping (Chen et al., ICML
 * 2020): {@code H_l = relu(((1 − α) Â H_(l−1) + α H_0)((1 − β_l) I + β_l W_l))}, {@code β_l =
 * ln(λ/l + 1)}, between two linear layers.
 */
public record GcniiBackbone(
    @Setting(help = "number of convolutions", min = 1, max = 1_000) int layers,
    @Setting(help = "units per layer", min = 1, max = 10_000) int hidden,
    @Setting(help = "share of the first layer in every other", min = 0, max = 1) double alpha,
    @Setting(help = "strength of the weights beside the identity", min = 0, max = 100)
        double lambda,
    @Setting(help = "dropout rate of layer inputs", min = 0, below = 1) double dropout,
    Optimization optimization)
    implements Backbone, Serializable {
  /** As in the conference version of WATS. */
  public static final GcniiBackbone DEFAULT =
      new GcniiBackbone(16, 16, 0.1, 0.5, 0.5, Optimization.DEFAULT);

  public GcniiBackbone {
    SettingsSchema.check(GcniiBackbone.class, layers, hidden, alpha, lambda, dropout, optimization);
  }

  @Override
  public String name() {
    return "gcnii";
  }

  @Override
  public Network network(Graph graph, int inputs, int classes, long seed) {
    return new GcniiNetwork(
        GraphOperators.gcn(graph.adjacency(), true),
        new GcniiNetwork.Shape(inputs, layers, hidden, classes),
        alpha,
        lambda,
        dropout,
        seed);
  }

  /** Each layer holds seven matrices of all nodes with their gradients, twice: also to validate. */
  @Override
  public long trainingBytes(TrainingSize size) {
    long perLayer = 3L * 7 * hidden * size.nodes();
    return Float.BYTES * (layers * perLayer + 2 * size.entries())
        + size.layerBytes(size.nodes(), hidden)
        + size.featureBytes();
  }
}
