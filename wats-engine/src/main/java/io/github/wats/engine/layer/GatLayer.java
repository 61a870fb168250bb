package io.github.wats.engine.layer;

import io.github.wats.engine.autodiff.GraphAttention;
import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Multipliable;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import java.util.List;

/**
 * Graph attention (Veličković et al., ICLR 2018): {@code H = X W}, in each head {@code e_ij =
 * LeakyReLU_0.2(a_target · h_i + a_source · h_j)}, softmax over the neighbors j of i, dropout on
 * it, and the sum of the {@code h_j} so weighted; heads side by side, plus a bias. Weights and
 * attention vectors start normal with gain √2, the bias at 0.
 */
public final class GatLayer {
  private static final double GAIN = Math.sqrt(2);

  private final String name;
  private final Parameter weight; // (inputs × heads · units)
  private final Parameter source; // (heads × units)
  private final Parameter target; // (heads × units)
  private final Parameter bias; // (1 × heads · units)

  /** A fresh layer whose parameters are called {@code name.weight}, {@code name.source}, … */
  public GatLayer(String name, int inputs, int heads, int units, long seed) {
    int width = heads * units;
    this.name = name;
    this.weight = normal(name + ".weight", inputs, width, inputs, seed);
    this.source = normal(name + ".source", heads, units, width, seed);
    this.target = normal(name + ".target", heads, units, width, seed);
    this.bias = Parameter.of(name + ".bias", DenseMatrix.zeros(1, width));
  }

  /** The fans of a vector are those of a tensor 1 × heads × units, as in the published code. */
  private static Parameter normal(String name, int rows, int columns, int fanIn, long seed) {
    long own = Seeds.derive(seed, name);
    return Parameter.of(name, Initializers.glorotNormal(rows, columns, fanIn, GAIN, own));
  }

  /** {@code dropout} acts on the input and on the attention; targets must read themselves. */
  public Variable apply(Tape tape, Multipliable x, NeighborBlock block, double dropout, long seed) {
    long inputSeed = Seeds.derive(seed, name + ".input");
    long attentionSeed = Seeds.derive(seed, name + ".attention");
    Variable h = x.dropout(dropout, inputSeed).matmul(tape.use(weight));
    return new GraphAttention(
            block.patternWithTranspose(),
            block.targetsAmongRead(),
            h,
            tape.use(source),
            tape.use(target),
            dropout,
            attentionSeed)
        .addBias(tape.use(bias));
  }

  public List<Parameter> parameters() {
    return List.of(weight, source, target, bias);
  }
}
