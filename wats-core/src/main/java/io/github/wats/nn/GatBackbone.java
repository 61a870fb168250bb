package io.github.wats.nn;

import io.github.wats.internal.Check;
import java.io.Serializable;

/**
 * Graph attention as in the WATS authors' code: attention layers of a few heads side by side, ELU
 * between them but not after the last, then a linear layer to the classes.
 *
 * @param layers 2 or more, the linear one included
 * @param heads of each attention layer
 * @param hidden units in each head
 * @param dropout share of inputs and of attention entries dropped in training
 * @param optimization how it is trained
 */
public record GatBackbone(
    int layers, int heads, int hidden, double dropout, Optimization optimization)
    implements Backbone, Serializable {
  public static final GatBackbone DEFAULT = new GatBackbone(2, 2, 16, 0.5, Optimization.DEFAULT);

  public GatBackbone {
    Check.argument(layers >= 2, "layers must be at least 2, got %d", layers);
    Check.argument(hidden >= 1, "hidden must be at least 1, got %d", hidden);
    Check.argument(dropout >= 0 && dropout < 1, "dropout must be in [0, 1), got %s", dropout);
    Check.argument(heads >= 1, "heads must be at least 1, got %d", heads);
  }

  @Override
  public String name() {
    return "gat";
  }

  @Override
  public GatBackbone withOptimization(Optimization newOptimization) {
    return new GatBackbone(layers, heads, hidden, dropout, newOptimization);
  }

  @Override
  public GatBackbone withHidden(int newHidden) {
    return new GatBackbone(layers, heads, newHidden, dropout, optimization);
  }

  @Override
  public GatBackbone withDropout(double newDropout) {
    return new GatBackbone(layers, heads, hidden, newDropout, optimization);
  }

  @Override
  public GatBackbone withLayers(int newLayers) {
    return new GatBackbone(newLayers, heads, hidden, dropout, optimization);
  }
}
