package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The GAT of the WATS authors' code: attention layers with heads side by side and ELU between them
 * (one layer in their experiments, so no activation at all), then a linear layer to the classes.
 */
public final class GatNetwork {
  private final List<GatLayer> layers;
  private final Linear project;
  private final double dropout;

  /** A fresh network of {@code attentionLayers} layers, each {@code heads × hidden} wide. */
  public GatNetwork(
      int inputs,
      int attentionLayers,
      int heads,
      int hidden,
      int outputs,
      double dropout,
      long seed) {
    this.layers = new ArrayList<>();
    this.dropout = dropout;
    for (int k = 0; k < attentionLayers; k++) {
      int width = k == 0 ? inputs : heads * hidden;
      layers.add(new GatLayer("gat." + k, width, heads, hidden, seed));
    }
    this.project = new Linear("gat.project", heads * hidden, outputs, seed);
  }

  /** The output for the targets of the last neighborhoods, one for each attention layer. */
  public Variable apply(Tape tape, Multipliable x, List<Neighborhoods> neighborhoods, long seed) {
    int last = layers.size() - 1;
    Multipliable hidden = x;
    for (int k = 0; k < last; k++) {
      hidden = layers.get(k).apply(tape, hidden, neighborhoods.get(k), dropout, seed).elu();
    }
    GatLayer top = layers.get(last);
    return project.apply(tape, top.apply(tape, hidden, neighborhoods.get(last), dropout, seed));
  }

  public List<Parameter> parameters() {
    return Stream.concat(
            layers.stream().flatMap(layer -> layer.parameters().stream()),
            project.parameters().stream())
        .toList();
  }
}
