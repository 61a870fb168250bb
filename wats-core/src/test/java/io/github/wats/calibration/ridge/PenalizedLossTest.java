package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.wats.calibration.ridge.Design.Block;
import io.github.wats.testing.Threads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PenalizedLossTest {
  private static final double STEP = 1e-5;

  /** Random rows of the ridge's layout, or of the temperature's. */
  private static Design design(int rows, int classes, boolean ridge, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Layout layout = ridge ? Layout.ridge(classes, true) : Layout.temperature(classes);
    List<Block> blocks = new ArrayList<>();
    for (int first = 0; first < rows; first += layout.blockRows()) {
      int count = Math.min(layout.blockRows(), rows - first);
      double[][] node = columns(random, layout.nodeColumns(), count, -2, 2);
      Arrays.fill(node[0], 1);
      blocks.add(
          Block.of(
              columns(random, classes, count, -3, 3),
              node,
              columns(random, layout.classColumns() * classes, count, -2, 2),
              random.ints(count, 0, classes).toArray(),
              random.doubles(count, 0.2, 2).toArray()));
    }
    return new Design(layout, layout.noScaling(), blocks, 1);
  }

  private static double[][] columns(
      SplittableRandom random, int count, int rows, double from, double to) {
    double[][] columns = new double[count][];
    Arrays.setAll(columns, k -> random.doubles(rows, from, to).toArray());
    return columns;
  }

  private static Design withManyClasses(Design design) {
    Layout layout = design.layout();
    return new Design(
        new Layout(
            layout.classCount(),
            layout.spans(),
            layout.nodeColumns(),
            layout.classColumns(),
            layout.size(),
            true),
        design.scaling(),
        design.blocks(),
        design.basePenalty());
  }

  private static PenalizedLoss loss(Design design, SplittableRandom random) {
    PenalizedLoss loss = new PenalizedLoss(design);
    loss.penalize(random.doubles(design.layout().size(), 0.1, 9).toArray());
    return loss;
  }

  @ParameterizedTest
  @CsvSource({"1,3,true", "7,2,true", "66,4,true", "131,5,true", "66,4,false"})
  void derivativesAgreeWithDifferences(int rows, int classes, boolean ridge) {
    SplittableRandom random = new SplittableRandom(rows);
    Design design = design(rows, classes, ridge, 7);
    PenalizedLoss loss = loss(design, random);
    int size = design.layout().size();
    double[] x = random.doubles(size, -0.5, 0.5).toArray();
    double[] gradient = new double[size];
    loss.moveTo(x);
    loss.writeGradient(gradient);
    double[] hessian = loss.hessian();
    double[] above = new double[size];
    double[] below = new double[size];
    for (int j = 0; j < size; j++) {
      double middle = x[j];
      x[j] = middle + STEP;
      double up = loss.moveTo(x);
      loss.writeGradient(above);
      x[j] = middle - STEP;
      double down = loss.moveTo(x);
      loss.writeGradient(below);
      x[j] = middle;
      assertThat(gradient[j]).isCloseTo((up - down) / (2 * STEP), within(1e-6 * rows));
      for (int k = 0; k <= j; k++) {
        double difference = (above[k] - below[k]) / (2 * STEP);
        assertThat(hessian[k * size + j])
            .as("Hessian (%d, %d)", k, j)
            .isCloseTo(difference, within(1e-6 * rows));
      }
    }
  }

  /** The plain definition: the n × C × p array and dense sums. */
  @Test
  void hessianAgreesWithTheDenseDefinition() {
    Design design = design(37, 3, true, 11);
    SplittableRandom random = new SplittableRandom(1);
    PenalizedLoss loss = loss(design, random);
    int size = design.layout().size();
    double[] x = random.doubles(size, -0.5, 0.5).toArray();
    double[] gradient = new double[size];
    loss.moveTo(x);
    loss.writeGradient(gradient);
    double[] hessian = loss.hessian();
    double[] free = new double[size];
    loss.penalize(free);
    loss.moveTo(x);
    double[] unpenalized = loss.hessian();
    double[] expected = new double[size * size];
    for (Block block : design.blocks()) {
      for (int j = 0; j < block.rows(); j++) {
        addDense(design.layout(), block, j, x, expected);
      }
    }
    for (int j = 0; j < size; j++) {
      assertThat(hessian[j * size + j]).isGreaterThan(unpenalized[j * size + j]);
      for (int k = j; k < size; k++) {
        assertThat(unpenalized[j * size + k]).isCloseTo(expected[j * size + k], within(1e-11));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,3,true", "131,5,true", "300,2,true", "66,4,false"})
  void productsAreThoseOfTheHessian(int rows, int classes, boolean ridge) {
    SplittableRandom random = new SplittableRandom(rows);
    PenalizedLoss loss = loss(design(rows, classes, ridge, 8), random);
    int size = design(rows, classes, ridge, 8).layout().size();
    loss.moveTo(random.doubles(size, -0.5, 0.5).toArray());
    double[] hessian = loss.hessian();
    double[] x = random.doubles(size, -1, 1).toArray();
    double[] expected = new double[size];
    for (int j = 0; j < size; j++) {
      for (int k = 0; k < size; k++) {
        expected[j] += hessian[Math.min(j, k) * size + Math.max(j, k)] * x[k];
      }
    }
    assertThat(loss.multiply(x)).containsExactly(expected, within(1e-11 * rows));
  }

  /** With the Hessian of the last step alone and from a near start: a fit to most of the rows. */
  @ParameterizedTest
  @ValueSource(ints = {3, 7})
  void fitsFromANearStartAreThoseOfEveryHessian(int classes) {
    Design all = learnable(300, classes);
    Design most = all.select(IntStream.range(0, 300).filter(i -> i % 10 != 3).toArray());
    double[] first = Evidence.fit(all).orElseThrow().first();
    double[] expected = Evidence.fit(most).orElseThrow().x();
    assertThat(Evidence.fit(most, first).orElseThrow()).containsExactly(expected, within(1e-5));
  }

  /** With many classes the Hessian is that of the pairs, and evidence is close to it. */
  @Test
  void manyClassesAgreeWithTheirPairs() {
    Design dense = design(67, 9, true, 5);
    Design many = withManyClasses(dense);
    int size = dense.layout().size();
    double[] x = new SplittableRandom(3).doubles(size, -0.5, 0.5).toArray();
    double[] gradient = new double[size];
    double[] same = new double[size];
    PenalizedLoss expected = loss(dense, new SplittableRandom(4));
    PenalizedLoss loss = loss(many, new SplittableRandom(4));
    assertThat(loss.moveTo(x)).isEqualTo(expected.moveTo(x));
    expected.writeGradient(gradient);
    loss.writeGradient(same);
    Curvature pairs = expected.curvature().orElseThrow();
    Curvature structure = loss.curvature().orElseThrow();
    assertThat(same).containsExactly(gradient, within(1e-12));
    assertThat(structure.solve(gradient)).containsExactly(pairs.solve(gradient), within(5e-5));
    assertThat(Arrays.stream(structure.inverseDiagonal()).sum())
        .isCloseTo(Arrays.stream(pairs.inverseDiagonal()).sum(), withinPercentage(10));
  }

  @Test
  void fitsOfManyClassesLoseNothing() {
    Design dense = learnable(300, 24);
    double expected = meanLoss(dense, Evidence.fit(dense).orElseThrow().x());
    double[] x = Evidence.fit(withManyClasses(dense)).orElseThrow().x();
    assertThat(meanLoss(dense, x)).isCloseTo(expected, within(2e-3));
    assertThat(expected).isLessThan(meanLoss(dense, dense.layout().start()) - 0.1);
  }

  /** Labels drawn by the softmax of twice u plus a number per class. */
  private static Design learnable(int rows, int classes) {
    Design design = design(rows, classes, true, 21);
    SplittableRandom random = new SplittableRandom(22);
    double[] biases = random.doubles(classes, -2, 2).toArray();
    for (Block block : design.blocks()) {
      for (int j = 0; j < block.rows(); j++) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < classes; c++) {
          double noise = -Math.log(-Math.log(random.nextDouble()));
          double score = 2 * block.u()[c][j] + biases[c] + noise;
          best = score > most ? c : best;
          most = Math.max(score, most);
        }
        block.labels()[j] = best;
      }
    }
    return design;
  }

  private static double meanLoss(Design design, double[] x) {
    PenalizedLoss loss = new PenalizedLoss(design);
    loss.moveTo(x);
    return loss.crossEntropy() / design.rows();
  }

  private static void addDense(Layout layout, Block block, int i, double[] x, double[] hessian) {
    int classes = layout.classCount();
    int size = layout.size();
    double[][] phi = new double[classes][size];
    double[] q = new double[classes];
    for (int c = 0; c < classes; c++) {
      double u = block.u()[c][i];
      for (int k = 0; k < layout.nodeColumns(); k++) {
        phi[c][k] = u * block.node()[k][i];
      }
      for (int m = 0; m < layout.classColumns(); m++) {
        phi[c][layout.nodeColumns() + m] = block.added()[m * classes + c][i];
      }
      phi[c][layout.span(Layout.Group.SCALE).from() + c] = u;
      phi[c][layout.span(Layout.Group.BIAS).from() + c] = 1;
      for (int j = 0; j < size; j++) {
        q[c] += phi[c][j] * x[j];
      }
    }
    io.github.wats.internal.Softmax.rowInPlace(q, 0, classes);
    for (int j = 0; j < size; j++) {
      for (int k = 0; k < size; k++) {
        double product = 0;
        double meanJ = 0;
        double meanK = 0;
        for (int c = 0; c < classes; c++) {
          product += q[c] * phi[c][j] * phi[c][k];
          meanJ += q[c] * phi[c][j];
          meanK += q[c] * phi[c][k];
        }
        hessian[j * size + k] += block.weights()[i] * (product - meanJ * meanK);
      }
    }
  }

  @Test
  void sumsToTheSameBitsOnAnyNumberOfThreads() {
    double[] alone = Threads.with(1, PenalizedLossTest::derivativesOfALargeDesign);
    for (int threads : Threads.COUNTS) {
      double[] actual = Threads.with(threads, PenalizedLossTest::derivativesOfALargeDesign);
      assertThat(actual).as("%d threads", threads).containsExactly(alone);
    }
  }

  private static double[] derivativesOfALargeDesign() {
    Design design = design(1500, 6, true, 3);
    PenalizedLoss loss = loss(design, new SplittableRandom(5));
    int size = design.layout().size();
    double[] gradient = new double[size];
    double value = loss.moveTo(design.layout().start());
    loss.writeGradient(gradient);
    double[] hessian = loss.hessian();
    double[] all = java.util.Arrays.copyOf(hessian, hessian.length + size + 1);
    System.arraycopy(gradient, 0, all, hessian.length, size);
    all[hessian.length + size] = value;
    return all;
  }
}
