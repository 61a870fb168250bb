package io.github.wats.engine.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.engine.kernel.Kernels;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.GradientCheck;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
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
        .times(tape.use(p.get(0)))
        .reluDropout(tape.use(p.get(1)), rate, 17)
        .times(tape.use(p.get(2)));
  }

  /** The value, then the gradients of {@code parameters} of a mean of squares. */
  private static double[][] run(Tape tape, Variable y, List<Parameter> parameters, Mode mode) {
    Variable loss = y.timesEntries(y).columnSums().rowMeans().affine(1.0 / y.rows(), 0);
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
  void aPerceptronIsItsLayersInOne() {
    for (int units : new int[] {1, 6, 16}) {
      for (int inputs : new int[] {1, 5}) {
        for (double rate : new double[] {0, 0.4}) {
          for (Mode mode : Mode.values()) {
            DenseMatrix x = random(ROWS, inputs, 4);
            List<Parameter> p = layer(inputs, units);
            Tape one = new Tape();
            double[][] actual = run(one, fused(one, x, p, rate), p, mode);
            Tape other = new Tape();
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
  void aPerceptronIsTheSameWhereNothingIsLearnt() {
    DenseMatrix x = random(ROWS, 3, 4);
    List<Parameter> p = layer(3, 8);
    Tape learning = new Tape();
    Variable expected = fused(learning, x, p, 0.5);
    learning.forward(Mode.EVALUATION);
    Tape looking = Tape.forwardOnly();
    Variable actual = fused(looking, x, p, 0.5);
    looking.forward(Mode.EVALUATION);
    assertThat(actual.value().array()).isEqualTo(expected.value().array());
  }

  @Test
  void aPerceptronGivesTheSameBitsForAnyNumberOfThreads() throws Exception {
    double[][][] runs = new double[2][][];
    for (int k = 0; k < 2; k++) {
      ForkJoinPool pool = new ForkJoinPool(k == 0 ? 1 : 3);
      runs[k] =
          pool.submit(
                  () -> {
                    List<Parameter> p = layer(5, 16);
                    Tape tape = new Tape();
                    Variable y = fused(tape, random(ROWS, 5, 4), p, 0.5);
                    return run(tape, y, p, Mode.TRAINING);
                  })
              .get();
      pool.shutdown();
    }
    assertThat(runs[0]).isDeepEqualTo(runs[1]);
  }

  @Test
  void differentiatesPerceptrons() {
    List<Parameter> p = layer(3, 4);
    p.get(1).value().array()[0] = 9; // far from the kink, as the others are by their seed
    GradientCheck.check(Mode.TRAINING, tape -> fused(tape, random(5, 3, 5), p, 0.3));
  }

  @Test
  void aPerceptronRefusesShapesThatDoNotFit() {
    List<Parameter> p = layer(3, 4);
    Tape tape = new Tape();
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
    return tape.use(Parameter.of("t", random(rows, 1, 9))).softplus().affine(1, 0.1);
  }

  @Test
  void aScaledLossIsTheLossOfScaledLogits() {
    int classes = 7;
    DenseMatrix z = centered(ROWS, classes);
    int[] labels = labels(ROWS, classes);
    for (boolean divides : new boolean[] {false, true}) {
      Tape one = new Tape();
      Variable s = positive(one, ROWS);
      Variable actual =
          divides
              ? ScaledCrossEntropy.dividedBy(z, s, labels)
              : ScaledCrossEntropy.times(z, s, labels);
      Tape other = new Tape();
      Variable t = positive(other, ROWS);
      Variable scaled =
          divides ? other.constant(z).dividedByRows(t) : other.constant(z).timesRows(t);
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
    Tape tape = new Tape();
    Variable s = tape.constant(DenseMatrix.copyOf(new double[][] {{1e30}, {1e6}}));
    Variable loss = ScaledCrossEntropy.times(z, s, labels);
    tape.forward(Mode.EVALUATION);
    assertThat(loss.scalar()).isCloseTo(1e6, offset(1e-3)); // (0 + 2e6) / 2
  }

  @Test
  void aScaledLossRefusesRowsThatAreNotCentered() {
    DenseMatrix z = DenseMatrix.copyOf(new double[][] {{0, -3}, {-2, -1}});
    Tape tape = new Tape();
    Variable s = tape.constant(DenseMatrix.copyOf(new double[][] {{1}, {1}}));
    assertThatThrownBy(() -> ScaledCrossEntropy.times(z, s, new int[] {0, 0}))
        .hasMessage("the largest logit of a row must be 0, node 1 has -1.0");
    assertThatThrownBy(() -> ScaledCrossEntropy.times(z, s, new int[] {-1, 0}))
        .hasMessage("labels in a loss must be in 0 … 1, got -1 at node 0");
  }

  @Test
  void softplusAndItsSlopeHoldFarOut() {
    float[] at = {-90, -40, -17, -3, -1e-30f, 0, 1e-30f, 0.5f, 3, 17, 40, 90};
    Tape tape = new Tape();
    Variable x = tape.use(Parameter.of("x", DenseMatrix.wrap(1, at.length, at.clone())));
    Variable y = x.softplus();
    Variable sum = y.rowMeans().affine(at.length, 0);
    tape.forward(Mode.TRAINING);
    tape.backward(sum);
    for (int j = 0; j < at.length; j++) {
      double expected =
          at[j] > 0 ? at[j] + Math.log1p(Math.exp(-at[j])) : Math.log1p(Math.exp(at[j]));
      double slope = 1 / (1 + Math.exp(-(double) at[j]));
      assertThat(y.value().get(0, j) / expected).as("at %s", at[j]).isCloseTo(1, offset(1e-4));
      assertThat(y.value().get(0, j) - expected).as("at %s", at[j]).isCloseTo(0, offset(1e-5));
      assertThat(x.gradient().get(0, j) / slope).as("at %s", at[j]).isCloseTo(1, offset(1e-4));
    }
  }

  @Test
  void drawsOfNoiseAreNormalDraws() {
    float[] draws = new float[20_000];
    NormalNoise.draw(5, draws, 101, 19_999); // in the middle of a pair each
    double sum = 0;
    double squares = 0;
    double products = 0;
    for (int e = 101; e < 19_999; e++) {
      int even = e & ~1;
      double radius = Math.sqrt(-2 * Math.log(1 - Seeds.unit(Seeds.bits(5, even))));
      double angle = 2 * Math.PI * Seeds.unit(Seeds.bits(5, even + 1));
      double expected = radius * (e == even ? Math.cos(angle) : Math.sin(angle));
      assertThat((double) draws[e]).isCloseTo(expected, offset(1e-6));
      sum += draws[e];
      squares += draws[e] * draws[e];
      products += draws[e] * draws[e - 1];
    }
    int count = 19_999 - 101;
    assertThat(sum / count).isCloseTo(0, offset(0.03)); // four standard deviations
    assertThat(squares / count).isCloseTo(1, offset(0.04));
    assertThat(products / count).isCloseTo(0, offset(0.03));
    assertThat(draws[100]).isEqualTo(0);
    assertThat(draws[19_999]).isEqualTo(0);
  }

  private static final int READ = 6;
  private static final int EXPERTS = 3;

  /** Two of three gates are open in every row, one in the last. */
  private static Variable gates(Tape tape) {
    DenseMatrix open =
        DenseMatrix.copyOf(new double[][] {{1, 0.5, 0}, {0, 0.3, 0.9}, {0.2, 0, 0.7}, {0, 0, 0.4}});
    return tape.use(Parameter.of("g", random(4, EXPERTS, 31))).timesEntries(tape.constant(open));
  }

  private static SparseOperator reads() {
    SparsePattern pattern =
        SparsePattern.wrap(
            READ, new int[] {0, 3, 5, 9, 11}, new int[] {0, 2, 5, 1, 2, 0, 1, 3, 4, 3, 5});
    float[] values = new float[pattern.entryCount()];
    for (int k = 0; k < values.length; k++) {
      values[k] = 0.1f + 0.07f * k;
    }
    return SparseOperator.of(SparseMatrix.wrap(pattern, values));
  }

  private static Variable learnt(Tape tape, int size) {
    return tape.use(Parameter.of("x", random(8, 2 * size, 32)));
  }

  private static Variable weight(Tape tape, String name, int inputs, int size) {
    return tape.use(Parameter.of(name, random(inputs, size, inputs)));
  }

  private static DenseMatrix fixed(int inputs) {
    return random(8, inputs, 33);
  }

  /** Columns alone, a product alone, and both. */
  private static List<HiddenGroup> groups(Tape tape, int size) {
    Variable x = learnt(tape, size);
    return List.of(
        HiddenGroup.of(2).withColumns(x, 0),
        HiddenGroup.of(0).withProduct(fixed(5), weight(tape, "v", 5, size)),
        HiddenGroup.of(1).withColumns(x, size).withProduct(fixed(9), weight(tape, "u", 9, size)));
  }

  private static final int[] PLACES = {7, 2, 0, 5, 1, 4};
  private static final List<Integer> ORDER = List.of(2, 0, 1);

  private static Variable mixture(Tape tape, int size, int classes, double rate) {
    return new GatedExperts(
        reads(),
        groups(tape, size),
        PLACES,
        tape.use(Parameter.of("bias", random(1, EXPERTS * size, 34))),
        gates(tape),
        2,
        tape.use(Parameter.of("w", random(EXPERTS * size, classes, 35))),
        tape.use(Parameter.of("b", random(EXPERTS, classes, 36))),
        rate,
        17);
  }

  private static Variable mixtureWrittenOut(Tape tape, int size, int classes, double rate) {
    Variable x = learnt(tape, size);
    List<BlockSum.Block> blocks =
        List.of(
            new BlockSum.Block(x, 0, size, 0),
            BlockSum.Block.of(tape.constant(fixed(5)).times(weight(tape, "v", 5, size)), size),
            new BlockSum.Block(x, size, 2 * size, 2 * size),
            BlockSum.Block.of(tape.constant(fixed(9)).times(weight(tape, "u", 9, size)), 2 * size));
    Variable hidden =
        new BlockSum(EXPERTS * size, blocks)
            .lookUp(PLACES)
            .reluDropout(tape.use(Parameter.of("bias", random(1, EXPERTS * size, 34))), rate, 17);
    Variable gates = gates(tape);
    Variable w = tape.use(Parameter.of("w", random(EXPERTS * size, classes, 35)));
    Variable b = tape.use(Parameter.of("b", random(EXPERTS, classes, 36)));
    Variable sum = tape.constant(DenseMatrix.zeros(4, classes));
    for (int g = 0; g < EXPERTS; g++) {
      int first = g * size;
      int expert = ORDER.get(g);
      Variable output =
          hidden
              .columns(first, first + size)
              .propagatedBy(reads())
              .times(w.lookUp(IntStream.range(first, first + size).toArray()))
              .plusRow(b.lookUp(new int[] {expert}));
      sum = sum.plus(output.timesRows(gates.columns(expert, expert + 1)));
    }
    return sum;
  }

  @Test
  void gatedExpertsAreAllExpertsTimesTheirGates() {
    for (int size : new int[] {3, 8, 12}) {
      for (int classes : new int[] {2, 4, 7}) {
        for (Mode mode : Mode.values()) {
          Tape one = new Tape();
          Variable actual = mixture(one, size, classes, 0.4);
          double[][] found = run(one, actual, one.parameters(), mode);
          Tape other = new Tape();
          Variable expected = mixtureWrittenOut(other, size, classes, 0.4);
          double[][] wanted = run(other, expected, other.parameters(), mode);
          assertThat(found[0]).containsExactly(wanted[0], offset(1e-4));
          for (Parameter p : one.parameters()) {
            int k = one.parameters().indexOf(p);
            int l = names(other).indexOf(p.name());
            if (!p.name().equals("g")) { // slopes of closed gates are not found, nor needed
              assertThat(found[k + 1]).as(p.name()).containsExactly(wanted[l + 1], offset(1e-3));
            }
          }
        }
      }
    }
  }

  /** 600,000 hidden units of each expert are read in two parts, of 90 rows. */
  @Test
  void gatedExpertsReadManyHiddenUnitsInParts() {
    int rows = 90;
    int read = 150_000;
    int size = 8;
    int[] offsets = IntStream.rangeClosed(0, rows).map(i -> 100 * i).toArray();
    int[] columns =
        IntStream.range(0, 100 * rows).map(k -> k % 100 * 1500 + 16 * (k / 100)).toArray();
    SparsePattern pattern = SparsePattern.wrap(read, offsets, columns);
    assertThat(pattern.parts((long) read * size)).hasSize(2);
    SparseOperator operator = SparseOperator.of(SparseMatrix.wrap(pattern, shares(columns.length)));
    DenseMatrix gates = DenseMatrix.zeros(rows, EXPERTS);
    for (int i = 0; i < rows; i++) {
      gates.set(i, i % EXPERTS, 0.4f);
      gates.set(i, (i + 1) % EXPERTS, 0.6f);
    }
    Tape written = new Tape();
    Variable expected = written.constant(DenseMatrix.zeros(rows, 1));
    Variable x = written.use(Parameter.of("x", random(read, EXPERTS * size, 41)));
    DenseMatrix fixed = random(read, 5, 43);
    DenseMatrix ofFixed = random(5, size, 44);
    Variable product = written.constant(fixed).times(written.use(Parameter.of("v", ofFixed)));
    Variable hidden =
        x.plus(new BlockSum(EXPERTS * size, List.of(BlockSum.Block.of(product, size))))
            .reluDropout(written.constant(DenseMatrix.zeros(1, x.columns())), 0.3, 5);
    for (int g = 0; g < EXPERTS; g++) {
      int first = g * size;
      int expert = ORDER.get(g);
      Variable w = written.constant(random(EXPERTS * size, 1, 42));
      Variable output =
          hidden
              .columns(first, first + size)
              .propagatedBy(operator)
              .times(w.lookUp(IntStream.range(first, first + size).toArray()));
      Variable gate = written.constant(gates).columns(expert, expert + 1);
      expected = expected.plus(output.timesRows(gate));
    }
    double[][] wanted = run(written, expected, written.parameters(), Mode.TRAINING);
    double[][] first = {};
    for (int threads : Threads.COUNTS) {
      Tape tape = new Tape(threads == 1 ? Kernels.plain() : Kernels.best());
      Variable own = tape.use(Parameter.of("x", x.value().copy()));
      Variable weight = tape.use(Parameter.of("v", ofFixed.copy()));
      Variable actual =
          new GatedExperts(
              operator,
              IntStream.range(0, EXPERTS)
                  .mapToObj(g -> HiddenGroup.of(ORDER.get(g)).withColumns(own, g * size))
                  .map(g -> g.expert() == ORDER.get(1) ? g.withProduct(fixed, weight) : g)
                  .toList(),
              IntStream.range(0, read).toArray(),
              tape.constant(DenseMatrix.zeros(1, EXPERTS * size)),
              tape.constant(gates),
              2,
              tape.constant(random(EXPERTS * size, 1, 42)),
              tape.constant(DenseMatrix.zeros(EXPERTS, 1)),
              0.3,
              5);
      double[][] found =
          Threads.with(threads, () -> run(tape, actual, tape.parameters(), Mode.TRAINING));
      assertThat(largestDifference(found[0], wanted[0])).isLessThan(1e-4);
      assertThat(largestDifference(found[1], wanted[1])).isLessThan(1e-4);
      assertThat(largestDifference(found[2], wanted[2])).isLessThan(1e-3);
      first = first.length == 0 ? found : first;
      for (int k = 0; k < found.length; k++) {
        assertThat(largestDifference(found[k], first[k])).as("%d threads", threads).isEqualTo(0);
      }
    }
  }

  @Test
  void gatesLearnWhereHiddenUnitsAreFixed() {
    Tape tape = new Tape();
    Variable x = tape.constant(random(8, EXPERTS * 8, 32));
    Variable mixture =
        new GatedExperts(
            reads(),
            IntStream.range(0, EXPERTS)
                .mapToObj(g -> HiddenGroup.of(ORDER.get(g)).withColumns(x, g * 8))
                .toList(),
            PLACES,
            tape.constant(random(1, EXPERTS * 8, 34)),
            gates(tape),
            2,
            tape.use(Parameter.of("w", random(EXPERTS * 8, 4, 35))),
            tape.use(Parameter.of("b", random(EXPERTS, 4, 36))),
            0,
            17);
    double[][] slopes = run(tape, mixture, tape.parameters(), Mode.TRAINING);
    assertThat(names(tape)).containsExactly("g", "w", "b");
    for (int k = 1; k < slopes.length; k++) {
      assertThat(Arrays.stream(slopes[k]).map(Math::abs).max().orElseThrow()).isGreaterThan(1e-3);
    }
  }

  @Test
  void refusesMoreHiddenUnitsThanDropoutCanNumber() {
    Variable bias = new Tape().constant(DenseMatrix.zeros(1, 1 << 20));

    List<HiddenGroup> one = List.of(HiddenGroup.of(0));
    assertThatThrownBy(() -> new HiddenGroups(one, new int[2048], bias, 0.5, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dropout reaches 2^31 − 1 hidden units, got 2048 rows of 1048576");
  }

  private static double largestDifference(double[] x, double[] y) {
    assertThat(x).hasSameSizeAs(y);
    return IntStream.range(0, x.length).mapToDouble(k -> Math.abs(x[k] - y[k])).max().orElseThrow();
  }

  private static float[] shares(int count) {
    float[] shares = new float[count];
    for (int k = 0; k < count; k++) {
      shares[k] = 0.01f * (k % 7);
    }
    return shares;
  }

  private static List<String> names(Tape tape) {
    return tape.parameters().stream().map(Parameter::name).toList();
  }

  @Test
  void differentiatesGatedExperts() {
    GradientCheck.check(Mode.EVALUATION, tape -> mixture(tape, 4, 3, 0).affine(0.2, 0));
  }
}
