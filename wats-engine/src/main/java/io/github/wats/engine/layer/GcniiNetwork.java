package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.internal.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * GCNII (Chen, Wei, Huang, Ding, Li, ICML 2020): {@code H_0 = relu(X W_in + b_in)}, {@code H_l =
 * relu(((1 − α) Â H_(l−1) + α H_0)((1 − β_l) I + β_l W_l))} with {@code β_l = ln(λ/l + 1)}, then a
 * linear layer; dropout on the input of every layer.
 */
public final class GcniiNetwork implements Network {
  private final SparseOperator operator; // Â
  private final Linear input; // (inputs × hidden)
  private final List<Parameter> weights = new ArrayList<>(); // (hidden × hidden), one per layer
  private final Linear output; // (hidden × classes)
  private final double alpha;
  private final double lambda;
  private final double dropout;

  /**
   * Widths of a network.
   *
   * @param layers the convolutions between the first and the last layer
   */
  public record Shape(int inputs, int layers, int hidden, int classes) {}

  /** A fresh network with parameters {@code input.weight}, …, {@code gcnii.1.weight}, … */
  public GcniiNetwork(
      SparseOperator operator,
      Shape shape,
      double alpha,
      double lambda,
      double dropout,
      long seed) {
    this.operator = operator;
    this.alpha = alpha;
    this.lambda = lambda;
    this.dropout = dropout;
    input = Linear.glorot("input", shape.inputs, shape.hidden, seed);
    output = Linear.glorot("output", shape.hidden, shape.classes, seed);
    for (int l = 1; l <= shape.layers; l++) {
      String name = "gcnii." + l + ".weight";
      long stream = Seeds.derive(seed, name);
      weights.add(
          Parameter.of(name, Initializers.glorotUniform(shape.hidden, shape.hidden, stream)));
    }
  }

  @Override
  public List<Parameter> parameters() {
    return Stream.of(input.parameters(), weights, output.parameters())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public Variable logits(Tape tape, FeatureInput x, long seed) {
    FeatureInput dropped = x.dropout(dropout, Seeds.derive(seed, "input.dropout"));
    Variable first = input.hidden(tape, input.product(tape, dropped), 0, 0);
    Variable initial = first.scaleShift(alpha, 0);
    Variable hidden = first;
    for (int l = 1; l <= weights.size(); l++) {
      double beta = Math.log(lambda / l + 1);
      Variable sum =
          hidden
              .dropout(dropout, Seeds.derive(seed, "gcnii." + l + ".dropout"))
              .spmm(operator)
              .scaleShift(1 - alpha, 0)
              .add(initial);
      Variable mapped = sum.matmul(tape.use(weights.get(l - 1))).scaleShift(beta, 0);
      hidden = sum.scaleShift(1 - beta, 0).add(mapped).atLeast(0);
    }
    Variable last = hidden.dropout(dropout, Seeds.derive(seed, "output.dropout"));
    return output.output(tape, output.product(tape, last));
  }

  /** So many layers see nearly all nodes of a graph, so all are computed. */
  @Override
  public Variable logits(Tape tape, FeatureInput x, int[] nodes, long seed) {
    return logits(tape, x, seed).indexSelect(nodes);
  }
}
