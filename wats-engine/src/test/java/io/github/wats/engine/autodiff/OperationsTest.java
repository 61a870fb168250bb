package io.github.wats.engine.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.engine.kernel.BinaryFeatures;
import io.github.wats.engine.kernel.PatternWithTranspose;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.testing.Circulant;
import io.github.wats.testing.GradientCheck;
import io.github.wats.testing.RandomBits;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Central-difference checks of every operation, and the values of those with a rule of their own.
 */
class OperationsTest {
  private static final int N = 12;
  private static final SparsePattern GRAPH = Circulant.graph(N, 1, 4);

  /** Entries in ±1 and at least 0.05 from 0, where some operations have a kink. */
  private static Parameter parameter(String name, int rows, int columns) {
    DenseMatrix start = Initializers.uniform(rows, columns, 0.95, name.hashCode());
    for (int e = 0; e < start.array().length; e++) {
      start.array()[e] += Math.copySign(0.05f, start.array()[e]);
    }
    return Parameter.of(name, start);
  }

  private static Variable use(Tape tape, String name, int rows, int columns) {
    return tape.use(parameter(name, rows, columns));
  }

  private static PatternWithTranspose edges() {
    return PatternWithTranspose.of(GraphOperators.withSelfLoops(GRAPH));
  }

  @Test
  void differentiatesMatrixProducts() {
    GradientCheck.check(tape -> use(tape, "x", 7, 11).matmul(use(tape, "w", 11, 9)));
    GradientCheck.check(tape -> use(tape, "x", 30, 60).matmul(use(tape, "w", 60, 40)));
  }

  @Test
  void differentiatesPropagation() {
    SparseOperator symmetric = GraphOperators.gcn(GRAPH, true);
    GradientCheck.check(tape -> use(tape, "x", N, 9).spmm(symmetric));
    SparseOperator some = new SparseOperator(symmetric.matrix().selectRows(new int[] {8, 0, 7}));
    GradientCheck.check(tape -> use(tape, "x", N, 9).spmm(some));
  }

  @Test
  void differentiatesSumsAndProductsOfEntries() {
    GradientCheck.check(tape -> use(tape, "x", 5, 3).add(use(tape, "y", 5, 3)));
    GradientCheck.check(tape -> use(tape, "x", 5, 3).mul(use(tape, "y", 5, 3)));
    GradientCheck.check(tape -> use(tape, "x", 5, 3).scaleShift(-2.5, 3));
  }

  @Test
  void differentiatesRowsAndColumns() {
    GradientCheck.check(tape -> use(tape, "x", 5, 3).addBias(use(tape, "b", 1, 3)));
    GradientCheck.check(tape -> use(tape, "x", 5, 3).mulRows(use(tape, "s", 5, 1)));
    GradientCheck.check(
        tape -> use(tape, "x", 5, 3).divRows(use(tape, "t", 5, 1).scaleShift(0.5, 2)));
    GradientCheck.check(tape -> use(tape, "x", 5, 3).columnSums());
    GradientCheck.check(tape -> use(tape, "x", 5, 3).rowMeans());
    GradientCheck.check(tape -> use(tape, "x", 5, 3).indexSelect(new int[] {4, 0, 4, 4, 2, 1}));
  }

  @Test
  void differentiatesActivations() {
    GradientCheck.check(tape -> use(tape, "x", 9, 5).scaleShift(1, 3).atLeast(3));
    GradientCheck.check(tape -> use(tape, "x", 9, 5).elu());
    GradientCheck.check(tape -> use(tape, "x", 9, 5).softplus());
    GradientCheck.check(tape -> use(tape, "x", 9, 5).sigmoid());
  }

  @Test
  void differentiatesDropoutThroughTheSameMask() {
    GradientCheck.check(tape -> use(tape, "x", 9, 5).dropout(0.4, 17));
    GradientCheck.check(
        tape ->
            use(tape, "x", 9, 5).reluDropout(use(tape, "b", 1, 5).scaleShift(0.01, 0), 0.4, 17));
  }

  @Test
  void differentiatesSparseAndDenseFeatureProductsWithDropout() {
    SparseMatrix sparse = GraphOperators.gcn(GRAPH, true).matrix();
    FeatureInput thin = FeatureInput.of(FeatureMatrix.wrap(sparse));
    FeatureInput full = FeatureInput.of(FeatureMatrix.wrap(Initializers.normal(N, 6, 8)));
    for (double rate : new double[] {0, 0.5}) {
      GradientCheck.check(tape -> thin.dropout(rate, 3).matmul(use(tape, "w", N, 10)));
      GradientCheck.check(
          tape -> full.dropout(rate, 3).matmul(use(tape, "w", full.features().columns(), 10)));
    }
  }

  /** Features of many ones are multiplied as bits: the same products but for rounding. */
  @Test
  void productsWithManyOnesAreThoseOfTheDenseMatrix() {
    SparseMatrix ones = RandomBits.matrix(600, 520, 0.4, 6);
    assertThat(BinaryFeatures.pays(ones)).isTrue();
    DenseMatrix dense = DenseMatrix.zeros(600, 520);
    for (int i = 0; i < 600; i++) {
      for (int k = ones.pattern().offset(i); k < ones.pattern().offset(i + 1); k++) {
        dense.set(i, ones.pattern().column(k), 1);
      }
    }
    Tape tape = new Tape(1);
    Parameter w = parameter("w", 520, 3);
    Parameter v = Parameter.of("v", w.value().copy());
    Variable x = FeatureInput.of(FeatureMatrix.wrap(ones)).matmul(tape.use(w));
    Variable y = tape.constant(dense).matmul(tape.use(v));
    Variable loss = x.mul(x).add(y.mul(y)).rowMeans().columnSums();
    tape.forward(Mode.TRAINING);
    tape.backward(loss);
    assertClose(x.value(), y.value(), 1e-4f);
    assertClose(w.gradient(), v.gradient(), 2e-2f);
  }

  private static void assertClose(DenseMatrix actual, DenseMatrix expected, float distance) {
    for (int e = 0; e < expected.array().length; e++) {
      assertThat(actual.array()[e]).isCloseTo(expected.array()[e], offset(distance));
    }
  }

  @Test
  void differentiatesAttentionWrittenOut() {
    PatternWithTranspose edges = edges();
    int entries = edges.rows().pattern().entryCount();
    int[] indices = IntStream.range(0, entries).map(k -> k % 3).toArray();
    float[] scores = Initializers.normal(entries, 1, 6).array();
    GradientCheck.check(
        tape -> new EdgeSoftmax(edges, use(tape, "t", 3, 1).scaleShift(0.5, 2), indices, scores));
    GradientCheck.check(
        tape -> new EdgeAggregate(edges, use(tape, "w", entries, 2), use(tape, "x", N, 18)));
  }

  @Test
  void differentiatesFusedAttention() {
    SparsePattern all = GraphOperators.withSelfLoops(GRAPH);
    int[] targets = {3, 0, 11, 7};
    PatternWithTranspose some = PatternWithTranspose.of(all.selectRows(targets));
    GradientCheck.check(
        tape ->
            new GraphAttention(
                some,
                targets,
                use(tape, "h", N, 20),
                use(tape, "source", 2, 10),
                use(tape, "target", 2, 10),
                0.3,
                5));
  }

  @Test
  void fusedAttentionIsAttentionWrittenOut() {
    PatternWithTranspose edges = edges();
    int[] all = IntStream.range(0, N).toArray();
    Tape tape = new Tape(1);
    Variable h = use(tape, "h", N, 6);
    Variable source = use(tape, "source", 1, 6);
    Variable target = use(tape, "target", 1, 6);
    Variable fused = new GraphAttention(edges, all, h, source, target, 0, 0);
    tape.forward(Mode.EVALUATION);
    for (int i = 0; i < N; i++) {
      double[] expected = new double[6];
      double total = 0;
      for (int k = edges.rows().pattern().offset(i);
          k < edges.rows().pattern().offset(i + 1);
          k++) {
        int j = edges.rows().pattern().column(k);
        double score = dot(source.value(), 0, h.value(), j) + dot(target.value(), 0, h.value(), i);
        double power = Math.exp(Math.max(score, 0.2 * score));
        total += power;
        for (int c = 0; c < 6; c++) {
          expected[c] += power * h.value().get(j, c);
        }
      }
      for (int c = 0; c < 6; c++) {
        assertThat(fused.value().get(i, c)).isCloseTo((float) (expected[c] / total), offset(1e-6f));
      }
    }
  }

  private static double dot(DenseMatrix a, int i, DenseMatrix b, int j) {
    return IntStream.range(0, a.columns()).mapToDouble(c -> a.get(i, c) * b.get(j, c)).sum();
  }

  @Test
  void differentiatesGates() {
    GradientCheck.check(tape -> use(tape, "x", 6, 5).scaleShift(2, 0).topSoftmax(2));
    GradientCheck.check(
        tape -> {
          Variable clean = use(tape, "clean", 6, 5);
          Variable spread = use(tape, "spread", 6, 5).softplus().scaleShift(1, 0.1);
          Variable noise = new GaussianNoise(tape, 6, 5, 11); // no two scores swap within a step
          Variable noisy = clean.add(noise.mul(spread));
          return noisy.topSoftmax(2).loadProbability(clean, spread);
        });
  }

  @Test
  void topSoftmaxKeepsTheLargestAndTheFirstOfEquals() {
    Tape tape = new Tape(1);
    Variable x = tape.constant(DenseMatrix.copyOf(new double[][] {{1, 3, 2, 3}, {0, 0, 0, 0}}));
    Variable gates = x.topSoftmax(2);
    tape.forward(Mode.EVALUATION);
    assertThat(gates.value().array()).containsExactly(0, .5f, 0, .5f, .5f, .5f, 0, 0);
  }

  @Test
  void topSoftmaxShowsANaN() {
    Tape tape = new Tape(1);
    DenseMatrix x = DenseMatrix.wrap(1, 4, new float[] {1, Float.NaN, 7, -1});
    Variable sum = tape.constant(x).topSoftmax(2).columnSums().rowMeans();
    tape.forward(Mode.EVALUATION);
    assertThat(sum.scalar()).isNaN();
  }

  @Test
  void loadProbabilityIsThatOfTheTopAfterAnotherDraw() {
    Tape tape = new Tape(1);
    Variable clean = tape.constant(DenseMatrix.wrap(1, 3, new float[] {0, 2, 1}));
    Variable noisy = tape.constant(DenseMatrix.wrap(1, 3, new float[] {1, 1.5f, 0.5f}));
    Variable deviation = tape.constant(DenseMatrix.wrap(1, 3, new float[] {1, 0.5f, 0.5f}));
    Variable load = noisy.topSoftmax(1).loadProbability(clean, deviation);
    tape.forward(Mode.EVALUATION);
    assertThat(load.value().array()).containsExactly(0, 1, 0);
    tape.forward(Mode.TRAINING); // Φ(−1.5), Φ(2), Φ(−1)
    assertThat(load.value().array())
        .containsExactly(new float[] {0.0668072f, 0.9772499f, 0.1586553f}, offset(1e-6f));
  }

  @Test
  void noiseIsStandardNormalAndNewInEachTrainingRun() {
    Tape tape = new Tape(1);
    Variable noise = new GaussianNoise(tape, 2000, 10, 5);
    tape.forward(Mode.TRAINING);
    float[] first = noise.value().array().clone();
    double sum = 0;
    double squares = 0;
    double products = 0;
    for (int e = 1; e < first.length; e++) {
      sum += first[e];
      squares += first[e] * first[e];
      products += first[e] * first[e - 1];
    }
    assertThat(sum / first.length).isCloseTo(0, offset(0.03)); // four standard deviations
    assertThat(squares / first.length).isCloseTo(1, offset(0.04));
    assertThat(products / first.length).isCloseTo(0, offset(0.03));
    tape.forwardAgain();
    assertThat(noise.value().array()).isEqualTo(first);
    tape.forward(Mode.TRAINING);
    assertThat(noise.value().array()).isNotEqualTo(first);
    tape.forward(Mode.EVALUATION);
    assertThat(noise.value().array()).containsOnly(0);
  }

  @Test
  void differentiatesCrossEntropy() {
    int[] labels = {4, 0, 1, 4};
    int[] nodes = {0, 3, 4, 11};
    GradientCheck.check(
        tape -> use(tape, "z", N, 5).scaleShift(3, 0).indexSelect(nodes).crossEntropy(labels));
  }

  @Test
  void crossEntropySurvivesHugeLogits() {
    Tape tape = new Tape(1);
    Variable z = tape.constant(DenseMatrix.copyOf(new double[][] {{1e30, 0}, {-40, -41}}));
    Variable loss = z.crossEntropy(new int[] {0, 1});
    tape.forward(Mode.EVALUATION);
    assertThat(loss.scalar()).isCloseTo(Math.log(1 + Math.E) / 2, offset(1e-12)); // (0 + 1.313)/2
  }

  @Test
  void addsGradientsOfAVariableUsedTwice() {
    GradientCheck.check(
        tape -> {
          Variable x = use(tape, "x", 5, 5);
          return x.matmul(x).add(x.softplus()).mul(x);
        });
  }

  @Test
  void leavesZeroWhereTheLossDoesNotReach() {
    Tape tape = new Tape(1);
    Parameter idle = parameter("idle", 2, 2);
    tape.use(idle);
    Variable loss = use(tape, "x", 1, 1).softplus();
    idle.gradient().array()[0] = 5;
    tape.forward(Mode.TRAINING);
    tape.backward(loss);
    assertThat(idle.gradient().array()).containsOnly(0);
  }

  @Test
  void reluDropoutIsItsThreeStepsInOne() {
    Tape tape = new Tape(1);
    Variable x = use(tape, "x", 50, 7);
    Variable bias = use(tape, "b", 1, 7);
    Variable fused = x.reluDropout(bias, 0.5, 17);
    Variable steps = x.addBias(bias).atLeast(0).dropout(0.5, 17);
    for (Mode mode : Mode.values()) {
      tape.forward(mode);
      assertThat(fused.value().array()).isEqualTo(steps.value().array());
    }
  }

  @Test
  void reluDropoutLetsNaNThrough() {
    Tape tape = new Tape(1);
    DenseMatrix x = DenseMatrix.copyOf(new double[][] {{Double.NaN, -1, 2}});
    x.array()[0] = Float.intBitsToFloat(0xFFC00000); // the NaN of 0 / 0, whose sign bit is set
    Variable y = tape.constant(x).reluDropout(tape.constant(DenseMatrix.zeros(1, 3)), 0, 17);
    tape.forward(Mode.TRAINING);
    assertThat(y.value().array()).containsExactly(Float.NaN, 0, 2);
  }

  @Test
  void dropoutKeepsTheRightShareAndTheMean() {
    Tape tape = new Tape(1);
    DenseMatrix ones = DenseMatrix.zeros(1000, 100);
    Arrays.fill(ones.array(), 1);
    Variable dropped = tape.constant(ones).dropout(0.8, 4);
    tape.forward(Mode.TRAINING);
    double kept = 0;
    double sum = 0;
    for (float value : dropped.value().array()) {
      kept += value != 0 ? 1 : 0;
      sum += value;
    }
    assertThat(kept / 1e5).isBetween(0.195, 0.205); // 4 standard deviations are 0.005
    assertThat(sum / 1e5).isBetween(0.975, 1.025);
    float[] first = dropped.value().array().clone();
    tape.forwardAgain();
    assertThat(dropped.value().array()).isEqualTo(first);
    tape.forward(Mode.TRAINING);
    assertThat(dropped.value().array()).isNotEqualTo(first);
    tape.forward(Mode.EVALUATION);
    assertThat(dropped.value().array()).containsOnly(1);
  }

  @Test
  void saysWhichShapesDoNotFit() {
    Tape tape = new Tape(1);
    Variable x = use(tape, "x", 5, 3);
    assertThatThrownBy(() -> x.add(use(tape, "y", 5, 2)))
        .hasMessage(
            "the other operand of DenseMatrix[5 × 3] must be 5 × 3, got DenseMatrix[5 × 2]");
    assertThatThrownBy(() -> x.mulRows(use(tape, "s", 4, 1)))
        .hasMessage(
            "the other operand of DenseMatrix[5 × 3] must be 5 × 1, got DenseMatrix[4 × 1]");
  }

  @Test
  void anIndexSelectOfVeryManyRowsKeepsTheDigitsOfItsGradient() {
    int[] rows = new int[(1 << 20) + 7];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = i % 3 == 0 ? 1 : 0;
    }
    Parameter table = Parameter.of("table", DenseMatrix.wrap(2, 1, new float[] {2, 5}));
    Tape tape = new Tape(1);
    Variable looked = tape.use(table).indexSelect(rows);
    Variable total = looked.scaleShift(0.1, 0).columnSums();

    tape.forward(Mode.TRAINING);
    tape.backward(total);

    assertThat(looked.value().get(3, 0)).isEqualTo(5);
    assertThat(looked.value().get(rows.length - 1, 0)).isEqualTo(2);
    int ones = (rows.length + 2) / 3;
    float[] expected = {0.1f * (rows.length - ones), 0.1f * ones};
    assertThat(table.gradient().array()).containsExactly(expected, offset(0.05f));
  }
}
