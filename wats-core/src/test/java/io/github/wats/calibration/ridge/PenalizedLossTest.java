package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.wats.calibration.ridge.RidgeFit.Design;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PenalizedLossTest {
  private static final double STEP = 1e-5;

  /** Random rows of the ridge's layout, or of the temperature's. */
  private static Design design(int rows, int classes, boolean ridge, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Layout layout = ridge ? Layout.ridge(classes, true) : Layout.temperature(classes);
    double[] node = random.doubles((long) rows * layout.nodeColumns(), -2, 2).toArray();
    for (int i = 0; i < rows; i++) {
      node[i * layout.nodeColumns()] = 1;
    }
    return new Design(
            layout,
            layout.noScaling(),
            random.doubles((long) rows * classes, -3, 3).toArray(),
            node,
            random.doubles((long) rows * layout.classColumns() * classes, -2, 2).toArray(),
            random.ints(rows, 0, classes).toArray(),
            random.doubles(rows, 0.2, 2).toArray(),
            1)
        .turned();
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
        design.u(),
        design.node(),
        design.added(),
        design.labels(),
        design.weights(),
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
    double[] hessian = new double[size * size];
    loss.moveTo(x);
    loss.derivatives(gradient, hessian);
    double[] above = new double[size];
    double[] below = new double[size];
    double[] unused = new double[size * size];
    for (int j = 0; j < size; j++) {
      double middle = x[j];
      x[j] = middle + STEP;
      double up = loss.moveTo(x);
      loss.derivatives(above, unused);
      x[j] = middle - STEP;
      double down = loss.moveTo(x);
      loss.derivatives(below, unused);
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
    double[] hessian = new double[size * size];
    loss.moveTo(x);
    loss.derivatives(gradient, hessian);
    double[] free = new double[size];
    loss.penalize(free);
    loss.moveTo(x);
    double[] unpenalized = new double[size * size];
    loss.derivatives(gradient, unpenalized);
    double[] expected = new double[size * size];
    for (int i = 0; i < design.rows(); i++) {
      addDense(design, i, x, expected);
    }
    for (int j = 0; j < size; j++) {
      assertThat(hessian[j * size + j]).isGreaterThan(unpenalized[j * size + j]);
      for (int k = j; k < size; k++) {
        assertThat(unpenalized[j * size + k]).isCloseTo(expected[j * size + k], within(1e-11));
      }
    }
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
    Curvature pairs = expected.curvature(gradient).orElseThrow();
    Curvature structure = loss.curvature(same).orElseThrow();
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
    for (int i = 0; i < rows; i++) {
      int best = 0;
      double most = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < classes; c++) {
        double noise = -Math.log(-Math.log(random.nextDouble()));
        double score = 2 * design.u()[design.place(i, c, classes)] + biases[c] + noise;
        best = score > most ? c : best;
        most = Math.max(score, most);
      }
      design.labels()[i] = best;
    }
    return design;
  }

  private static double meanLoss(Design design, double[] x) {
    PenalizedLoss loss = new PenalizedLoss(design);
    loss.moveTo(x);
    return loss.crossEntropy() / design.rows();
  }

  private static void addDense(Design design, int i, double[] x, double[] hessian) {
    Layout layout = design.layout();
    int classes = layout.classCount();
    int size = layout.size();
    double[][] phi = new double[classes][size];
    double[] q = new double[classes];
    for (int c = 0; c < classes; c++) {
      double u = design.u()[design.place(i, c, classes)];
      for (int k = 0; k < layout.nodeColumns(); k++) {
        phi[c][k] = u * design.node()[design.place(i, k, layout.nodeColumns())];
      }
      for (int m = 0; m < layout.classColumns(); m++) {
        int column = c * layout.classColumns() + m;
        int place = design.place(i, column, classes * layout.classColumns());
        phi[c][layout.nodeColumns() + m] = design.added()[place];
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
        hessian[j * size + k] += design.weights()[i] * (product - meanJ * meanK);
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
    double[] hessian = new double[size * size];
    double value = loss.moveTo(design.layout().start());
    loss.derivatives(gradient, hessian);
    double[] all = java.util.Arrays.copyOf(hessian, hessian.length + size + 1);
    System.arraycopy(gradient, 0, all, hessian.length, size);
    all[hessian.length + size] = value;
    return all;
  }
}
