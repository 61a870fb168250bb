package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.FeatureMatrix;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** GCN layers with ReLU and dropout between them: {@code Â relu(Â X W0 + b0) W1 + b1} for two. */
public final class GcnNetwork implements Network {
  private final SparseOperator operator; // Â
  private final List<Linear> layers = new ArrayList<>();
  private final double dropout;

  /** A fresh network with parameters {@code gcn.0.weight}, {@code gcn.0.bias}, … */
  public GcnNetwork(SparseOperator operator, int[] widths, double dropout, long seed) {
    this.operator = operator;
    this.dropout = dropout;
    for (int k = 0; k + 1 < widths.length; k++) {
      layers.add(Linear.glorot("gcn." + k, widths[k], widths[k + 1], seed));
    }
  }

  @Override
  public List<Parameter> parameters() {
    return layers.stream().flatMap(layer -> layer.parameters().stream()).toList();
  }

  @Override
  public Variable logits(Tape tape, FeatureInput x, long seed) {
    return apply(tape, 0, x, Collections.nCopies(layers.size(), operator), seed);
  }

  @Override
  public Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed) {
    KHopBlocks blocks = KHopBlocks.of(operator.matrix().pattern(), nodes, layers.size());
    List<SparseOperator> operators = blocks.operators(operator);
    int entries = operator.matrix().pattern().entryCount();
    if (tape.isForwardOnly() || !PropagatedFeatures.pay(entries, x.features())) {
      return apply(tape, 0, blocks.input(x), operators, seed);
    }
    FeatureMatrix sums =
        PropagatedFeatures.of(operator, x.features(), blocks.blocks().get(0).targets());
    Variable product = layers.get(0).product(tape, FeatureInput.of(sums));
    return apply(tape, 1, hidden(tape, 0, product, seed), operators, seed);
  }

  /** The layers from {@code first} on. */
  private Variable apply(
      Tape tape, int first, Multipliable x, List<SparseOperator> operators, long seed) {
    int last = layers.size() - 1;
    Multipliable hidden = x;
    for (int k = first; k < last; k++) {
      hidden = hidden(tape, k, layers.get(k).product(tape, hidden, operators.get(k)), seed);
    }
    Linear output = layers.get(last);
    return output.output(tape, output.product(tape, hidden, operators.get(last)));
  }

  private Variable hidden(Tape tape, int layer, Variable product, long seed) {
    long maskSeed = Seeds.derive(seed, "gcn." + layer + ".dropout");
    return layers.get(layer).hidden(tape, product, dropout, maskSeed);
  }
}
