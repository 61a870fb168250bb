package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.internal.Seeds;
import java.util.List;

/** {@code Y = X W + 1 b}; weight (inputs × outputs) and bias start uniform in ±1/√inputs. */
public final class Linear {
  private final Parameter weight; // (inputs × outputs)
  private final Parameter bias; // (1 × outputs)

  /** A fresh layer whose parameters are called {@code name.weight} and {@code name.bias}. */
  public Linear(String name, int inputs, int outputs, long seed) {
    double bound = 1 / Math.sqrt(inputs);
    long weightSeed = Seeds.derive(seed, name + ".weight");
    long biasSeed = Seeds.derive(seed, name + ".bias");
    this.weight =
        Parameter.of(name + ".weight", Initializers.uniform(inputs, outputs, bound, weightSeed));
    this.bias = Parameter.of(name + ".bias", Initializers.uniform(1, outputs, bound, biasSeed));
  }

  public Variable apply(Tape tape, Multipliable x) {
    return x.matmul(tape.use(weight)).addBias(tape.use(bias));
  }

  /** {@code dropout(relu(Y))}, as a hidden layer; {@code seed} names the stream of masks. */
  Variable applyHidden(Tape tape, Multipliable x, double dropout, long seed) {
    return x.matmul(tape.use(weight)).reluDropout(tape.use(bias), dropout, seed);
  }

  public List<Parameter> parameters() {
    return List.of(weight, bias);
  }
}
