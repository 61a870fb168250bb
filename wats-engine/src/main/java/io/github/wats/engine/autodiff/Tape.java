package io.github.wats.engine.autodiff;

import io.github.wats.engine.kernel.Kernels;
import io.github.wats.engine.kernel.Products;
import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A computation written down once and run many times. Variables are kept in the order they were
 * made, which is an order in which they can be computed:
 *
 * <pre>{@code
 * Tape tape = new Tape(epochs);
 * Variable hidden = tape.constant(x).matmul(tape.use(weight)).addBias(tape.use(bias)).elu();
 * Variable loss = hidden.indexSelect(trainingNodes).crossEntropy(labels);
 * for (…) {
 *   tape.forward(Mode.TRAINING);
 *   tape.backward(loss);
 *   adam.step();
 * }
 * }</pre>
 *
 * Not safe for use by several threads at once; each operation is parallel inside.
 */
public final class Tape {
  private final boolean hasGradients;
  private final int runs;
  private @Nullable Products products; // chosen before the first run
  private final List<Variable> variables = new ArrayList<>();
  private final Map<Parameter, Leaf> leaves = new LinkedHashMap<>();
  private Mode mode = Mode.EVALUATION;
  private long step;

  /** A tape with gradients that is run about so many times, which decides between the kernels. */
  public Tape(int runs) {
    this(true, runs, null);
  }

  /** A tape with gradients and these kernels. */
  public Tape(Kernels kernels) {
    this(true, 1, new Products(kernels));
  }

  private Tape(boolean hasGradients, int runs, @Nullable Products products) {
    this.hasGradients = hasGradients;
    this.runs = runs;
    this.products = products;
  }

  /**
   * A tape that only runs forward, about so many times: parameters are constants on it and nothing
   * has a gradient.
   */
  public static Tape forwardOnly(int runs) {
    return new Tape(false, runs, null);
  }

  /** A tape that runs forward once. */
  public static Tape forwardOnly() {
    return forwardOnly(1);
  }

  /** Whether nothing on this tape has a gradient. */
  public boolean isForwardOnly() {
    return !hasGradients;
  }

  /** A matrix without a gradient; not copied, so its entries may be changed between runs. */
  public Variable constant(DenseMatrix value) {
    return new Leaf(this, value, null);
  }

  /** The parameter as a variable of this tape; the same one each time. */
  public Variable use(Parameter parameter) {
    return leaves.computeIfAbsent(
        parameter, p -> new Leaf(this, p.value(), hasGradients ? p.gradient() : null));
  }

  /** The parameters used so far, in the order of their first use. */
  public List<Parameter> parameters() {
    return List.copyOf(leaves.keySet());
  }

  /** Computes every variable. Each run in training mode draws new dropout masks and noise. */
  public void forward(Mode newMode) {
    Check.argument(
        hasGradients || newMode == Mode.EVALUATION, "a tape that only runs forward cannot train");
    mode = newMode;
    if (mode == Mode.TRAINING) {
      step++;
    }
    forwardAgain();
  }

  /** Computes every variable again, with the masks and the noise of the last run. */
  public void forwardAgain() {
    for (int k = 0; k < variables.size(); k++) {
      variables.get(k).forward();
    }
  }

  /** Computes the gradient of {@code loss}, a 1 × 1 variable, for every parameter. */
  public void backward(Variable loss) {
    Check.argument(hasGradients, "a tape that only runs forward has no gradients");
    Check.argument(
        loss.rows() == 1 && loss.columns() == 1, "a loss is 1 × 1, got %s", loss.value());
    for (int k = 0; k < variables.size(); k++) {
      variables.get(k).forgetGradient();
    }
    loss.gradientToAdd()[0] = 1;
    for (int k = variables.size() - 1; k >= 0; k--) {
      Variable variable = variables.get(k);
      if (variable.hasGradient()) {
        variable.backward();
      }
    }
    for (Leaf leaf : leaves.values()) {
      leaf.gradientToAdd(); // zero where the loss does not depend on it
    }
  }

  /** Whether the current run is a training run. */
  boolean isTraining() {
    return mode == Mode.TRAINING;
  }

  /** The number of training runs so far: with a seed, it names the randomness of a run. */
  long step() {
    return step;
  }

  Products products() {
    if (products == null) {
      long passes = hasGradients ? 3L * runs : runs; // forward, and two products backward
      products = Products.forWork(passes * multiplications());
    }
    return products;
  }

  /** Multiplications of all operations in a forward pass. */
  private long multiplications() {
    return variables.stream().mapToLong(Variable::multiplications).sum();
  }

  void add(Variable variable) {
    variables.add(variable);
  }

  /** A parameter or a constant: nothing to compute. */
  private static final class Leaf extends Variable {
    Leaf(Tape tape, DenseMatrix value, @Nullable DenseMatrix gradient) {
      super(tape, value, gradient);
    }

    @Override
    protected void forward() {}

    @Override
    protected void backward() {}
  }
}
