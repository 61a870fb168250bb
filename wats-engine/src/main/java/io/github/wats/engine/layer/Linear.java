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

/**
 * {@code Y = X W + 1 b}, or {@code Y = Â X W + 1 b} in a GCN (Kipf, Welling, ICLR 2017): first the
 * product, then {@link #output} or {@link #hidden}. Its parameters are called {@code name.weight}
 * and {@code name.bias}.
 */
final class Linear {
  private final Parameter weight; // (inputs × outputs)
  private final Parameter bias; // (1 × outputs)

  private Linear(String name, DenseMatrix weight, DenseMatrix bias) {
    this.weight = Parameter.of(name + ".weight", weight);
    this.bias = Parameter.of(name + ".bias", bias);
  }

  /** Weight and bias start uniform in ±1/√inputs. */
  static Linear uniform(String name, int inputs, int outputs, long seed) {
    double bound = 1 / Math.sqrt(inputs);
    long weightSeed = Seeds.derive(seed, name + ".weight");
    long biasSeed = Seeds.derive(seed, name + ".bias");
    return new Linear(
        name,
        Initializers.uniform(inputs, outputs, bound, weightSeed),
        Initializers.uniform(1, outputs, bound, biasSeed));
  }

  /** The weight starts Glorot uniform, the bias at 0. */
  static Linear glorot(String name, int inputs, int outputs, long seed) {
    long weightSeed = Seeds.derive(seed, name + ".weight");
    return new Linear(
        name,
        Initializers.glorotUniform(inputs, outputs, weightSeed),
        DenseMatrix.zeros(1, outputs));
  }

  /** {@code X W}. */
  Variable product(Tape tape, Multipliable x) {
    return x.matmul(tape.use(weight));
  }

  /** {@code Â (X W)}, or {@code (Â X) W} where the output is much the wider. */
  Variable product(Tape tape, Multipliable x, SparseOperator operator) {
    if (x instanceof Variable hidden && weight.value().columns() >= 2 * weight.value().rows()) {
      return product(tape, hidden.spmm(operator));
    }
    return product(tape, x).spmm(operator);
  }

  /** {@code Y} from the product. */
  Variable output(Tape tape, Variable product) {
    return product.addBias(tape.use(bias));
  }

  /** {@code dropout(relu(Y))} from the product; {@code seed} names the stream of masks. */
  Variable hidden(Tape tape, Variable product, double dropout, long seed) {
    return product.reluDropout(tape.use(bias), dropout, seed);
  }

  List<Parameter> parameters() {
    return List.of(weight, bias);
  }
}
