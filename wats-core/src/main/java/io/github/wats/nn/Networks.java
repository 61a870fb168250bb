package io.github.wats.nn;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.layer.ClassicGatNetwork;
import io.github.wats.engine.layer.GatNetwork;
import io.github.wats.engine.layer.GcnNetwork;
import io.github.wats.engine.layer.KHopBlocks;
import io.github.wats.engine.layer.Mlp;
import io.github.wats.engine.layer.Neighborhoods;
import io.github.wats.engine.layer.Network;
import io.github.wats.engine.layer.PropagatedFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Makes the network a backbone's settings describe. */
final class Networks {
  private Networks() {}

  /** A fresh network on {@code graph}. */
  static Network create(Backbone backbone, Graph graph, int inputs, int classes, long seed) {
    if (backbone instanceof GcnBackbone gcn) {
      int[] widths = widths(inputs, gcn.hidden(), classes, gcn.layers());
      SparseOperator operator = GraphOperators.gcn(graph, gcn.selfLoops());
      return new Gcn(new GcnNetwork("gcn", widths, gcn.dropout(), seed), operator);
    }
    if (backbone instanceof MlpBackbone mlp) {
      int[] widths = widths(inputs, mlp.hidden(), classes, mlp.layers());
      return new Perceptron(new Mlp("mlp", widths, mlp.dropout(), seed));
    }
    SparsePattern neighbors = GraphOperators.withSelfLoops(graph);
    if (backbone instanceof GatBackbone gat) {
      int attentionLayers = gat.layers() - 1;
      GatNetwork network =
          new GatNetwork(
              inputs, attentionLayers, gat.heads(), gat.hidden(), classes, gat.dropout(), seed);
      return new Attention(network::apply, network.parameters(), neighbors, attentionLayers);
    }
    ClassicGatBackbone gat = (ClassicGatBackbone) backbone;
    ClassicGatNetwork network =
        new ClassicGatNetwork(
            inputs, gat.layers(), gat.heads(), gat.hidden(), classes, gat.dropout(), seed);
    return new Attention(network::apply, network.parameters(), neighbors, gat.layers());
  }

  private static int[] widths(int inputs, int hidden, int classes, int layers) {
    int[] widths = new int[layers + 1];
    Arrays.fill(widths, hidden);
    widths[0] = inputs;
    widths[layers] = classes;
    return widths;
  }

  private record Gcn(GcnNetwork network, SparseOperator operator) implements Network {
    @Override
    public List<Parameter> parameters() {
      return network.parameters();
    }

    @Override
    public Variable logits(Tape tape, FeatureInput x, long seed) {
      return network.apply(tape, x, operator, seed);
    }

    @Override
    public Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed) {
      SparsePattern pattern = operator.matrix().pattern();
      KHopBlocks field = KHopBlocks.of(pattern, nodes, network.layerCount());
      List<SparseOperator> operators = field.operators(operator);
      if (tape.isForwardOnly() || network.layerCount() == 1 || !pays(x)) {
        return network.apply(tape, field.input(x), operators, seed);
      }
      FeatureMatrix sums = PropagatedFeatures.of(operator, x.features(), field.firstRows());
      return network.applyTo(tape, FeatureInput.of(sums), operators, seed);
    }

    private boolean pays(FeatureInput x) {
      return PropagatedFeatures.pay(operator.matrix().pattern().entryCount(), x.features());
    }
  }

  private record Perceptron(Mlp network) implements Network {
    @Override
    public List<Parameter> parameters() {
      return network.parameters();
    }

    @Override
    public Variable logits(Tape tape, FeatureInput x, long seed) {
      return network.apply(tape, x, seed);
    }

    /** Rows do not touch each other, so nothing but the rows asked for is multiplied. */
    @Override
    public Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed) {
      return network.apply(tape, x.selectRows(nodes), seed);
    }
  }

  /** Either GAT. */
  private record Attention(
      AttentionNetwork network,
      List<Parameter> parameters,
      SparsePattern neighbors,
      int attentionLayers)
      implements Network {
    @Override
    public Variable logits(Tape tape, FeatureInput x, long seed) {
      Neighborhoods all = Neighborhoods.of(neighbors);
      return network.apply(tape, x, Collections.nCopies(attentionLayers, all), seed);
    }

    @Override
    public Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed) {
      KHopBlocks field = KHopBlocks.of(neighbors, nodes, attentionLayers);
      return network.apply(tape, field.input(x), field.neighborhoods(), seed);
    }
  }

  @FunctionalInterface
  private interface AttentionNetwork {
    Variable apply(Tape tape, Multipliable x, List<Neighborhoods> neighborhoods, long seed);
  }
}
