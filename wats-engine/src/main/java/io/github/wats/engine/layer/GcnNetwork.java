package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** GCN layers with ReLU and dropout between them: {@code Â relu(Â X W0 + b0) W1 + b1} for two. */
public final class GcnNetwork {
  private final String name;
  private final List<GcnLayer> layers;
  private final double dropout;

  /**
   * A fresh network.
   *
   * @param name what its parameters' names begin with: {@code name.0.weight}, {@code name.0.bias},
   *     …
   * @param widths of the input, each hidden layer, and the output
   */
  public GcnNetwork(String name, int[] widths, double dropout, long seed) {
    Check.argument(widths.length >= 2, "a network needs at least one layer, got none");
    this.name = name;
    this.dropout = dropout;
    this.layers = new ArrayList<>();
    for (int k = 0; k + 1 < widths.length; k++) {
      layers.add(new GcnLayer(name + "." + k, widths[k], widths[k + 1], seed));
    }
  }

  /** The output for every row of the operator. */
  public Variable apply(Tape tape, Multipliable x, SparseOperator operator, long seed) {
    return apply(tape, x, Collections.nCopies(layers.size(), operator), seed);
  }

  /** The output for the rows of the last of {@code operators}, one for each layer. */
  public Variable apply(Tape tape, Multipliable x, List<SparseOperator> operators, long seed) {
    return after(tape, 0, x, operators, seed);
  }

  /** The same with {@code Â X} given for the rows the second of {@code operators} reads. */
  public Variable applyTo(
      Tape tape, Multipliable propagated, List<SparseOperator> operators, long seed) {
    Variable hidden = layers.get(0).applyHiddenTo(tape, propagated, dropout, maskSeed(seed, 0));
    return after(tape, 1, hidden, operators, seed);
  }

  private Variable after(
      Tape tape, int first, Multipliable x, List<SparseOperator> operators, long seed) {
    int last = layers.size() - 1;
    Multipliable hidden = x;
    for (int k = first; k < last; k++) {
      hidden =
          layers.get(k).applyHidden(tape, hidden, operators.get(k), dropout, maskSeed(seed, k));
    }
    return layers.get(last).apply(tape, hidden, operators.get(last));
  }

  private long maskSeed(long seed, int layer) {
    return Seeds.derive(seed, name + "." + layer + ".dropout");
  }

  public int layerCount() {
    return layers.size();
  }

  public List<Parameter> parameters() {
    return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
  }
}
