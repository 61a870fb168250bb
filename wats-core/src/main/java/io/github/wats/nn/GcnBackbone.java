package io.github.wats.nn;

import io.github.wats.engine.layer.GcnNetwork;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.Network;
import io.github.wats.engine.layer.PropagatedFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import java.io.Serializable;

/**
 * A graph convolutional network (Kipf, Welling, ICLR 2017): {@code Â relu(Â X W0 + b0) W1 + b1} for
 * two layers, with dropout on hidden layers.
 *
 * @param layers 2 or more
 * @param hidden units in a hidden layer
 * @param dropout share of hidden entries dropped in training
 * @param selfLoops whether each node is a neighbor of itself; the authors' protocol runs some
 *     graphs without
 * @param optimization how it is trained
 */
public record GcnBackbone(
    int layers, int hidden, double dropout, boolean selfLoops, Optimization optimization)
    implements Backbone, Serializable {
  public static final GcnBackbone DEFAULT = new GcnBackbone(2, 16, 0.5, true, Optimization.DEFAULT);

  public GcnBackbone {
    Check.argument(layers >= 2, "layers must be at least 2, got %d", layers);
    Check.argument(hidden >= 1, "hidden must be at least 1, got %d", hidden);
    Check.argument(dropout >= 0 && dropout < 1, "dropout must be in [0, 1), got %s", dropout);
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

  @Override
  public GcnBackbone withOptimization(Optimization newOptimization) {
    return new GcnBackbone(layers, hidden, dropout, selfLoops, newOptimization);
  }

  @Override
  public GcnBackbone withHidden(int newHidden) {
    return new GcnBackbone(layers, newHidden, dropout, selfLoops, optimization);
  }

  @Override
  public GcnBackbone withDropout(double newDropout) {
    return new GcnBackbone(layers, hidden, newDropout, selfLoops, optimization);
  }

  @Override
  public GcnBackbone withLayers(int newLayers) {
    return new GcnBackbone(newLayers, hidden, dropout, selfLoops, optimization);
  }

  public GcnBackbone withSelfLoops(boolean newSelfLoops) {
    return new GcnBackbone(layers, hidden, dropout, newSelfLoops, optimization);
  }
}
