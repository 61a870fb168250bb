package io.github.wats.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.engine.autodiff.Initializers;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.matrix.DenseMatrix;
import java.util.function.Function;

/**
 * Compares the gradients of a tape with central differences. The output is turned into a number by
 * fixed random weights; that number is summed in double, so that only the float forward pass limits
 * what can be seen.
 */
public final class GradientCheck {
  private static final float STEP = 1f / 128;
  private static final double TOLERANCE = 2e-3;

  private GradientCheck() {}

  /** Checks the gradients of all parameters that {@code network} uses, in training mode. */
  public static void check(Function<Tape, Variable> network) {
    check(Mode.TRAINING, network);
  }

  public static void check(Mode mode, Function<Tape, Variable> network) {
    Tape tape = new Tape(1);
    Variable output = network.apply(tape);
    DenseMatrix weights = Initializers.uniform(output.rows(), output.columns(), 1, 99);
    Variable loss = output.mul(tape.constant(weights)).columnSums().rowMeans(); // (1 × 1)
    tape.forward(mode);
    tape.backward(loss);
    assertThat(tape.parameters()).isNotEmpty();
    for (Parameter parameter : tape.parameters()) {
      float[] gradient = parameter.gradient().array().clone();
      double largest = 0;
      for (float entry : gradient) {
        largest = Math.max(largest, Math.abs(entry));
      }
      for (int e = 0; e < gradient.length; e++) {
        double expected = centralDifference(tape, parameter.value().array(), e, output, weights);
        assertThat((double) gradient[e])
            .as("%s, entry %d, central difference %s", parameter.name(), e, expected)
            .isCloseTo(expected, offset(TOLERANCE * Math.max(1, largest)));
      }
    }
  }

  private static double centralDifference(
      Tape tape, float[] values, int e, Variable output, DenseMatrix weights) {
    float value = values[e];
    values[e] = value + STEP;
    tape.forwardAgain();
    double above = weighted(output, weights);
    values[e] = value - STEP;
    tape.forwardAgain();
    double below = weighted(output, weights);
    values[e] = value;
    return (above - below) / (2 * STEP);
  }

  private static double weighted(Variable output, DenseMatrix weights) {
    double sum = 0;
    for (int e = 0; e < weights.array().length; e++) {
      sum += (double) weights.array()[e] * output.value().array()[e];
    }
    return sum / output.columns();
  }
}
