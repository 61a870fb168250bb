package io.github.wats.nn;

import io.github.wats.engine.layer.GatNetwork;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.Network;
import io.github.wats.graph.Graph;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;

/**
 * A graph attention network: attention layers of several heads with ELU between them, then an
 * output layer; an attention output layer has one head.
 */
public record GatBackbone(
    @Setting(help = "number of layers, including the output layer", min = 2, max = 100) int layers,
    @Setting(help = "number of attention heads", min = 1, max = 1_000) int heads,
    @Setting(help = "units per attention head", min = 1, max = 10_000) int hidden,
    @Setting(help = "dropout rate of layer inputs and attention coefficients", min = 0, below = 1)
        double dropout,
    @Setting(help = "output layer: linear (WATS authors) or attention (Veličković et al.)")
        Output outputLayer,
    Optimization optimization)
    implements Backbone, Serializable {
  /** The last layer of a graph attention network. */
  public enum Output {
    /** A linear layer without activation before it, as in the WATS authors' code. */
    LINEAR,
    /** An attention layer with one head (Veličković et al., ICLR 2018). */
    ATTENTION
  }

  /** As in the WATS authors' code. */
  public static final GatBackbone DEFAULT =
      new GatBackbone(2, 2, 16, 0.5, Output.LINEAR, Optimization.DEFAULT);

  /** As in the paper of Veličković et al. (ICLR 2018). */
  public static final GatBackbone CLASSIC =
      new GatBackbone(2, 8, 8, 0.6, Output.ATTENTION, Optimization.DEFAULT.withLearningRate(0.005));

  public GatBackbone {
    SettingsSchema.check(
        GatBackbone.class, layers, heads, hidden, dropout, outputLayer, optimization);
  }

  @Override
  public String name() {
    return outputLayer == Output.LINEAR ? "gat" : "gat-classic";
  }

  @Override
  public Network network(Graph graph, int inputs, int classes, long seed) {
    boolean linear = outputLayer == Output.LINEAR;
    return new GatNetwork(
        new GatNetwork.Shape(inputs, layers, heads, hidden, classes, linear),
        GraphOperators.withSelfLoops(graph.adjacency()),
        dropout,
        seed);
  }

  @Override
  public int width() {
    return heads * hidden;
  }

  @Override
  public long trainingBytes(TrainingSize size) {
    // rows and their transpose; per head and entry three numbers with gradients, two without
    long fit = (3 + 3L * heads) * size.trainEntries() + (3 + 2L * heads) * size.validationEntries();
    long evaluation = (2 + 2L * heads) * size.entries();
    return size.layerBytes(size.nodesRead(), width())
        + Float.BYTES * (size.entries() + Math.max(fit, evaluation))
        + size.featureBytes();
  }
}
