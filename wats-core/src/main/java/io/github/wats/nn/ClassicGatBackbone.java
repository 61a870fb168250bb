package io.github.wats.nn;

import io.github.wats.internal.Check;
import java.io.Serializable;

/**
 * Graph attention as in its paper (Veličković et al., ICLR 2018): attention layers of several heads
 * with ELU, then one of a single head straight to the classes.
 *
 * @param layers 2 or more, the last one included
 * @param heads of each attention layer but the last
 * @param hidden units in each of these heads
 * @param dropout share of inputs and of attention entries dropped in training
 * @param optimization how it is trained
 */
public record ClassicGatBackbone(
    int layers, int heads, int hidden, double dropout, Optimization optimization)
    implements Backbone, Serializable {
  public static final ClassicGatBackbone DEFAULT =
      new ClassicGatBackbone(2, 8, 8, 0.6, Optimization.DEFAULT.withLearningRate(0.005));

  public ClassicGatBackbone {
    Check.argument(layers >= 2, "layers must be at least 2, got %d", layers);
    Check.argument(hidden >= 1, "hidden must be at least 1, got %d", hidden);
    Check.argument(dropout >= 0 && dropout < 1, "dropout must be in [0, 1), got %s", dropout);
    Check.argument(heads >= 1, "heads must be at least 1, got %d", heads);
  }

  @Override
  public String name() {
    return "gat-classic";
  }

  @Override
  public ClassicGatBackbone withOptimization(Optimization newOptimization) {
    return new ClassicGatBackbone(layers, heads, hidden, dropout, newOptimization);
  }

  @Override
  public ClassicGatBackbone withHidden(int newHidden) {
    return new ClassicGatBackbone(layers, heads, newHidden, dropout, optimization);
  }

  @Override
  public ClassicGatBackbone withDropout(double newDropout) {
    return new ClassicGatBackbone(layers, heads, hidden, newDropout, optimization);
  }

  @Override
  public ClassicGatBackbone withLayers(int newLayers) {
    return new ClassicGatBackbone(newLayers, heads, hidden, dropout, optimization);
  }
}
