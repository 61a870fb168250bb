package io.github.wats.engine.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.matrix.DenseMatrix;
import io.github.wats.testing.GradientCheck;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

/** Operations that do the work of several: each gives what the several give. */
class FusedOperationsTest {
  /** More rows than a block has, and not a multiple. */
  private static final int ROWS = 1100;

  private static DenseMatrix random(int rows, int columns, long seed) {
    return Initializers.normal(rows, columns, seed);
  }

  private static List<Parameter> layer(int inputs, int units) {
    return List.of(
        Parameter.of("weight", random(inputs, units, 1)),
        Parameter.of("bias", random(1, units, 2)),
        Parameter.of("output", random(units, 1, 3)));
  }

  private static Variable fused(Tape tape, DenseMatrix x, List<Parameter> p, double rate) {
    return new HiddenLayer(x, tape.use(p.get(0)), tape.use(p.get(1)), tape.use(p.get(2)), rate, 17);
  }

  private static Variable writtenOut(Tape tape, DenseMatrix x, List<Parameter> p, double rate) {
    return tape.constant(x)
        .matmul(tape.use(p.get(0)))
        .reluDropout(tape.use(p.get(1)), rate, 17)
        .matmul(tape.use(p.get(2)));
  }

  /** The value, then the gradients of {@code parameters} of a mean of squares. */
  private static double[][] run(Tape tape, Variable y, List<Parameter> parameters, Mode mode) {
    Variable loss = y.mul(y).columnSums().rowMeans().scaleShift(1.0 / y.rows(), 0);
    tape.forward(mode);
    tape.backward(loss);
    double[][] result = new double[parameters.size() + 1][];
    result[0] = doubles(y.value());
    for (int k = 0; k < parameters.size(); k++) {
      result[k + 1] = doubles(parameters.get(k).gradient());
    }
    return result;
  }

  private static double[] doubles(DenseMatrix m) {
    double[] values = new double[m.array().length];
    for (int e = 0; e < values.length; e++) {
      values[e] = m.array()[e];
    }
    return values;
  }

  @Test
  void aHiddenLayerIsItsLayersInOne() {
    for (int units : new int[] {1, 6, 16}) {
      for (int inputs : new int[] {1, 5}) {
        for (double rate : new double[] {0, 0.4}) {
          for (Mode mode : Mode.values()) {
            DenseMatrix x = random(ROWS, inputs, 4);
            List<Parameter> p = layer(inputs, units);
            Tape one = new Tape(1);
            double[][] actual = run(one, fused(one, x, p, rate), p, mode);
            Tape other = new Tape(1);
            double[][] expected = run(other, writtenOut(other, x, p, rate), p, mode);
            for (int k = 0; k < expected.length; k++) {
              assertThat(actual[k])
                  .as("%d units, %d inputs, rate %s, %s: %d", units, inputs, rate, mode, k)
                  .containsExactly(expected[k], offset(2e-4));
            }
          }
        }
      }
    }
  }

  @Test
  void aHiddenLayerIsTheSameWithoutGradients() {
    DenseMatrix x = random(ROWS, 3, 4);
    List<Parameter> p = layer(3, 8);
    Tape learning = new Tape(1);
    Variable expected = fused(learning, x, p, 0.5);
    learning.forward(Mode.EVALUATION);
    Tape looking = Tape.forwardOnly();
    Variable actual = fused(looking, x, p, 0.5);
    looking.forward(Mode.EVALUATION);
    assertThat(actual.value().array()).isEqualTo(expected.value().array());
  }

  @Test
  void aHiddenLayerGivesTheSameBitsForAnyNumberOfThreads() throws Exception {
    double[][][] runs = new double[2][][];
    for (int k = 0; k < 2; k++) {
      ForkJoinPool pool = new ForkJoinPool(k == 0 ? 1 : 3);
      runs[k] =
          pool.submit(
                  () -> {
                    List<Parameter> p = layer(5, 16);
                    Tape tape = new Tape(1);
                    Variable y = fused(tape, random(ROWS, 5, 4), p, 0.5);
                    return run(tape, y, p, Mode.TRAINING);
                  })
              .get();
      pool.shutdown();
    }
    assertThat(runs[0]).isDeepEqualTo(runs[1]);
  }

  @Test
  void differentiatesHiddenLayers() {
    List<Parameter> p = layer(3, 4);
    p.get(1).value().array()[0] = 9; // far from the kink, as the others are by their seed
    GradientCheck.check(Mode.TRAINING, tape -> fused(tape, random(5, 3, 5), p, 0.3));
  }

  @Test
  void aHiddenLayerRefusesShapesThatDoNotFit() {
    List<Parameter> p = layer(3, 4);
    Tape tape = new Tape(1);
    assertThatThrownBy(() -> fused(tape, random(5, 2, 5), p, 0))
        .hasMessage(
            "the weights of a hidden layer need a row for each of 2 inputs, got DenseMatrix[3 ×"
                + " 4]");
  }

  /** Rows whose largest entry is 0. */
  private static DenseMatrix centered(int rows, int classes) {
    DenseMatrix z = random(rows, classes, 8);
    for (int i = 0; i < rows; i++) {
      float top = Float.NEGATIVE_INFINITY;
      for (int c = 0; c < classes; c++) {
        top = Math.max(top, z.get(i, c));
      }
      for (int c = 0; c < classes; c++) {
        z.set(i, c, 5 * (z.get(i, c) - top));
      }
    }
    return z;
  }

  private static int[] labels(int rows, int classes) {
    return new SplittableRandom(3).ints(rows, 0, classes).toArray();
  }

  private static Variable positive(Tape tape, int rows) {
    return tape.use(Parameter.of("t", random(rows, 1, 9))).softplus().scaleShift(1, 0.1);
  }

  @Test
  void aScaledLossIsTheLossOfScaledLogits() {
    int classes = 7;
    DenseMatrix z = centered(ROWS, classes);
    int[] labels = labels(ROWS, classes);
    for (boolean divides : new boolean[] {false, true}) {
      Tape one = new Tape(1);
      Variable s = positive(one, ROWS);
      Variable actual =
          divides
              ? ScaledCrossEntropy.dividedBy(z, s, labels)
              : ScaledCrossEntropy.times(z, s, labels);
      Tape other = new Tape(1);
      Variable t = positive(other, ROWS);
      Variable scaled = divides ? other.constant(z).divRows(t) : other.constant(z).mulRows(t);
      Variable expected = scaled.crossEntropy(labels);
      one.forward(Mode.TRAINING);
      other.forward(Mode.TRAINING);
      one.backward(actual);
      other.backward(expected);
      assertThat(actual.scalar()).isCloseTo(expected.scalar(), offset(1e-6));
      assertThat(doubles(s.gradient())).containsExactly(doubles(t.gradient()), offset(1e-7));
    }
  }

  @Test
  void aScaledLossSurvivesScalesOfAnySize() {
    DenseMatrix z = DenseMatrix.copyOf(new double[][] {{0, -3}, {-2, 0}});
    int[] labels = new int[] {0, 0};
    Tape tape = new Tape(1);
    Variable s = tape.constant(DenseMatrix.copyOf(new double[][] {{1e30}, {1e6}}));
    Variable loss = ScaledCrossEntropy.times(z, s, labels);
    tape.forward(Mode.EVALUATION);
    assertThat(loss.scalar()).isCloseTo(1e6, offset(1e-3)); // (0 + 2e6) / 2
  }

  @Test
  void aScaledLossRefusesRowsThatAreNotCentered() {
    DenseMatrix z = DenseMatrix.copyOf(new double[][] {{0, -3}, {-2, -1}});
    Tape tape = new Tape(1);
    Variable s = tape.constant(DenseMatrix.copyOf(new double[][] {{1}, {1}}));
    assertThatThrownBy(() -> ScaledCrossEntropy.times(z, s, new int[] {0, 0}))
        .hasMessage("the largest logit of a row must be 0, node 1 has -1.0");
    assertThatThrownBy(() -> ScaledCrossEntropy.times(z, s, new int[] {-1, 0}))
        .hasMessage("labels in a loss must be in 0 … 1, got -1 at node 0");
  }

  @Test
  void softplusAndItsDerivativeHoldFarOut() {
    float[] at = {-90, -40, -17, -3, -1e-30f, 0, 1e-30f, 0.5f, 3, 17, 40, 90};
    Tape tape = new Tape(1);
    Variable x = tape.use(Parameter.of("x", DenseMatrix.wrap(1, at.length, at.clone())));
    Variable y = x.softplus();
    Variable sum = y.rowMeans().scaleShift(at.length, 0);
    tape.forward(Mode.TRAINING);
    tape.backward(sum);
    for (int j = 0; j < at.length; j++) {
      double expected =
          at[j] > 0 ? at[j] + Math.log1p(Math.exp(-at[j])) : Math.log1p(Math.exp(at[j]));
      double derivative = 1 / (1 + Math.exp(-(double) at[j]));
      assertThat(y.value().get(0, j) / expected).as("at %s", at[j]).isCloseTo(1, offset(1e-4));
      assertThat(y.value().get(0, j) - expected).as("at %s", at[j]).isCloseTo(0, offset(1e-5));
      assertThat(x.gradient().get(0, j) / derivative).as("at %s", at[j]).isCloseTo(1, offset(1e-4));
    }
  }
}
