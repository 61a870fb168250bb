package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import java.util.List;

/** {@code Y = Â X W + 1 b} (Kipf, Welling, ICLR 2017); the weight starts Glorot uniform, b at 0. */
public final class GcnLayer {
  private final Parameter weight; // (inputs × outputs)
  private final Parameter bias; // (1 × outputs)

  /** A fresh layer whose parameters are called {@code name.weight} and {@code name.bias}. */
  public GcnLayer(String name, int inputs, int outputs, long seed) {
    long weightSeed = Seeds.derive(seed, name + ".weight");
    this.weight =
        Parameter.of(name + ".weight", Initializers.glorotUniform(inputs, outputs, weightSeed));
    this.bias = Parameter.of(name + ".bias", DenseMatrix.zeros(1, outputs));
  }

  public Variable apply(Tape tape, Multipliable x, SparseOperator operator) {
    return propagated(tape, x, operator).addBias(tape.use(bias));
  }

  /** {@code dropout(relu(Y))}, as a hidden layer; {@code seed} names the stream of masks. */
  Variable applyHidden(
      Tape tape, Multipliable x, SparseOperator operator, double dropout, long seed) {
    return propagated(tape, x, operator).reluDropout(tape.use(bias), dropout, seed);
  }

  /** {@link #applyHidden} on {@code Â X} in place of X. */
  Variable applyHiddenTo(Tape tape, Multipliable propagated, double dropout, long seed) {
    return propagated.matmul(tape.use(weight)).reluDropout(tape.use(bias), dropout, seed);
  }

  /** {@code Â (X W)}, or {@code (Â X) W} where the output is much the wider. */
  private Variable propagated(Tape tape, Multipliable x, SparseOperator operator) {
    if (x instanceof Variable hidden && weight.value().columns() >= 2 * weight.value().rows()) {
      return hidden.spmm(operator).matmul(tape.use(weight));
    }
    return x.matmul(tape.use(weight)).spmm(operator);
  }

  public List<Parameter> parameters() {
    return List.of(weight, bias);
  }
}
