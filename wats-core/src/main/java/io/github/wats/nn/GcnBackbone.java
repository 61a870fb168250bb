package io.github.wats.nn;

import io.github.wats.engine.layer.GcnNetwork;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.Network;
import io.github.wats.engine.layer.PropagatedFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.io.Serializable;

/**
 * A graph convolutional network (Kipf, Welling, ICLR 2017): {@code Â relu(Â X W0 + b0) W1 + b1} for
 * two layers, with dropout on hidden layers. The authors' protocol runs some graphs without
 * self-loops.
 */
public record GcnBackbone(
    @Setting(help = "number of layers, including the output layer", min = 2, max = 100) int layers,
    @Setting(help = "units per hidden layer", min = 1, max = 10_000) int hidden,
    @Setting(help = "dropout rate of hidden layers", min = 0, below = 1) double dropout,
    @Setting(help = "whether self-loops are added to the graph") boolean selfLoops,
    Optimization optimization)
    implements Backbone, Serializable {
  public static final GcnBackbone DEFAULT = new GcnBackbone(2, 16, 0.5, true, Optimization.DEFAULT);

  public GcnBackbone {
    SettingsSchema.check(GcnBackbone.class, layers, hidden, dropout, selfLoops, optimization);
  }

  @Override
  public String name() {
    return "gcn";
  }

  @Override
  public Network network(Graph graph, int inputs, int classes, long seed) {
    int[] widths = Network.widths(inputs, hidden, classes, layers);
    return new GcnNetwork(GraphOperators.gcn(graph.adjacency(), selfLoops), widths, dropout, seed);
  }

  @Override
  public long trainingBytes(TrainingSize size) {
    long rows = size.nodesRead();
    // the operator; its rows of training and validation nodes with their transposes
    long operators = 2 * size.entries() + 4 * (size.trainEntries() + size.validationEntries());
    long features =
        PropagatedFeatures.pay(size.entries(), size.features())
            ? Float.BYTES * rows * size.features().columns()
            : size.featureBytes();
    return size.layerBytes(rows, hidden) + Float.BYTES * operators + features;
  }
}
