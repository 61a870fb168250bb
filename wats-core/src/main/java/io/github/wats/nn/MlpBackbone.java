package io.github.wats.nn;

import io.github.wats.engine.layer.MlpNetwork;
import io.github.wats.engine.layer.Network;
import io.github.wats.graph.Graph;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;

/** Linear layers with ReLU and dropout between them: a baseline that ignores the graph. */
public record MlpBackbone(
    @Setting(help = "number of layers, including the output layer", min = 2, max = 100) int layers,
    @Setting(help = "units per hidden layer", min = 1, max = 10_000) int hidden,
    @Setting(help = "dropout rate of hidden layers", min = 0, below = 1) double dropout,
    Optimization optimization)
    implements Backbone, Serializable {
  public static final MlpBackbone DEFAULT = new MlpBackbone(2, 16, 0.5, Optimization.DEFAULT);

  public MlpBackbone {
    SettingsSchema.check(MlpBackbone.class, layers, hidden, dropout, optimization);
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
}
