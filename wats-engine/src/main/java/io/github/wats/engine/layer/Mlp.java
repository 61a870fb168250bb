package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import java.util.ArrayList;
import java.util.List;

/** Linear layers with ReLU and dropout between them, row by row: it does not see the graph. */
public final class Mlp {
  private final String name;
  private final List<Linear> layers;
  private final double dropout;

  /**
   * A fresh network.
   *
   * @param name what its parameters' names begin with: {@code name.0.weight}, {@code name.0.bias},
   *     …
   * @param widths of the input, each hidden layer, and the output
   */
  public Mlp(String name, int[] widths, double dropout, long seed) {
    Check.argument(widths.length >= 2, "a network needs at least one layer, got none");
    this.name = name;
    this.dropout = dropout;
    this.layers = new ArrayList<>();
    for (int k = 0; k + 1 < widths.length; k++) {
      layers.add(new Linear(name + "." + k, widths[k], widths[k + 1], seed));
    }
  }

  public Variable apply(Tape tape, Multipliable x, long seed) {
    Multipliable hidden = x;
    for (int k = 0; k + 1 < layers.size(); k++) {
      long maskSeed = Seeds.derive(seed, name + "." + k + ".dropout");
      hidden = layers.get(k).applyHidden(tape, hidden, dropout, maskSeed);
    }
    return layers.get(layers.size() - 1).apply(tape, hidden);
  }

  public List<Parameter> parameters() {
    return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
  }
}
