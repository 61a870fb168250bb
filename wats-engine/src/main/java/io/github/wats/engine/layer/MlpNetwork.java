package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.internal.Seeds;
import java.util.ArrayList;
import java.util.List;

/** Linear layers with ReLU and dropout between them, row by row: it does not see the graph. */
public final class MlpNetwork implements Network {
  private final List<Linear> layers = new ArrayList<>();
  private final double dropout;

  /** A fresh network with parameters {@code mlp.0.weight}, {@code mlp.0.bias}, … */
  public MlpNetwork(int[] widths, double dropout, long seed) {
    this.dropout = dropout;
    for (int k = 0; k + 1 < widths.length; k++) {
      layers.add(Linear.uniform("mlp." + k, widths[k], widths[k + 1], seed));
    }
  }

  @Override
  public List<Parameter> parameters() {
    return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
  }

  @Override
  public Variable logits(Tape tape, FeatureInput x, long seed) {
    Multipliable hidden = x;
    int last = layers.size() - 1;
    for (int k = 0; k < last; k++) {
      long maskSeed = Seeds.derive(seed, "mlp." + k + ".dropout");
      Variable product = layers.get(k).product(tape, hidden);
      hidden = layers.get(k).hidden(tape, product, dropout, maskSeed);
    }
    return layers.get(last).output(tape, layers.get(last).product(tape, hidden));
  }

  /** Rows do not depend on each other, so only these rows are multiplied. */
  @Override
  public Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed) {
    return logits(tape, x.selectRows(nodes), seed);
  }
}
