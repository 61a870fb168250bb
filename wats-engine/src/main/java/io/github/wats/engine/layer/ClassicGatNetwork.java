package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * The GAT of its paper (Veličković et al., ICLR 2018): attention layers of several heads with ELU,
 * then one of a single head straight to the classes.
 */
public final class ClassicGatNetwork {
  private final List<GatLayer> layers;
  private final double dropout;

  /** A fresh network of {@code layerCount} layers, the last one included. */
  public ClassicGatNetwork(
      int inputs, int layerCount, int heads, int units, int outputs, double dropout, long seed) {
    this.layers = new ArrayList<>();
    this.dropout = dropout;
    int width = inputs;
    for (int k = 0; k + 1 < layerCount; k++) {
      layers.add(new GatLayer("gat." + k, width, heads, units, seed));
      width = heads * units;
    }
    layers.add(new GatLayer("gat." + (layerCount - 1), width, 1, outputs, seed));
  }

  /** The output for the targets of the last neighborhoods, one for each layer. */
  public Variable apply(Tape tape, Multipliable x, List<Neighborhoods> neighborhoods, long seed) {
    int last = layers.size() - 1;
    Multipliable hidden = x;
    for (int k = 0; k < last; k++) {
      hidden = layers.get(k).apply(tape, hidden, neighborhoods.get(k), dropout, seed).elu();
    }
    return layers.get(last).apply(tape, hidden, neighborhoods.get(last), dropout, seed);
  }

  public List<Parameter> parameters() {
    return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
  }
}
