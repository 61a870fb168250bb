package io.github.wats.calibration.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.internal.AffineLoss.Penalty;
import io.github.wats.prediction.Labels;
import io.github.wats.testing.Threads;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The engine of all linear calibrators, with each of its designs. */
class AffineSolverTest {
  private static final int NODES = 700; // more than one block, and a tile that is not full

  enum Design {
    FULL(11, 11, 11, false, 0.1),
    FULL_WITH_LITTLE_PENALTY(5, 5, 5, false, 1e-4),
    DIAGONAL(11, 11, 11, true, 0.05),
    DIAGONAL_WITHOUT_PENALTY(4, 4, 4, true, 0),
    WITHOUT_INTERCEPT(4, 4, 4, true, Double.POSITIVE_INFINITY),
    ONE_OF_TWO(2, 3, 1, false, 0.01);

    private final int classes;
    private final int width;
    private final int rows;
    private final boolean diagonal;
    private final double rate;

    Design(int classes, int width, int rows, boolean diagonal, double rate) {
      this.classes = classes;
      this.width = width;
      this.rows = rows;
      this.diagonal = diagonal;
      this.rate = rate;
    }

    private AffineLoss loss() {
      double weights = Double.isInfinite(rate) ? 0.1 : rate;
      Penalty penalty = new Penalty(weights, 2 * weights, rate);
      return new AffineLoss(inputs(), width, labels(), rows, diagonal, penalty);
    }

    private double[] inputs() {
      return new Random(3).doubles((long) NODES * width).map(u -> 4 * u - 3).toArray();
    }

    private Labels labels() {
      return Labels.of(classes, new Random(4).ints(NODES, 0, classes).toArray());
    }

    private double rate(AffineLoss loss, int p) {
      return loss.rate(p / loss.stride(), p % loss.stride());
    }

    /** The loss by its formula. */
    private double naive(AffineLoss loss, double[] point) {
      double[] x = inputs();
      Labels labels = labels();
      int stride = loss.stride();
      double sum = 0;
      for (int i = 0; i < NODES; i++) {
        double[] scores = new double[classes];
        for (int r = 0; r < rows; r++) {
          int c = classes - rows + r;
          scores[c] = point[(r + 1) * stride - 1];
          for (int k = 0; k < width; k++) {
            double w = !diagonal ? point[r * stride + k] : k == r ? point[r * stride] : 0;
            scores[c] += w * x[i * width + k];
          }
        }
        double all = 0;
        for (double score : scores) {
          all += Math.exp(score);
        }
        sum += Math.log(all) - scores[labels.get(i)];
      }
      double penalty = 0;
      double[] start = loss.identity();
      for (int p = 0; p < point.length; p++) {
        double shift = point[p] - start[p];
        penalty += shift == 0 ? 0 : rate(loss, p) * shift * shift;
      }
      return sum / NODES + penalty;
    }
  }

  @ParameterizedTest
  @EnumSource
  void valueAndGradientAreThoseOfTheFormula(Design design) {
    AffineLoss loss = design.loss();
    double[] point = loss.identity();
    Random random = new Random(1);
    for (int p = 0; p < point.length; p++) {
      point[p] += Double.isInfinite(design.rate(loss, p)) ? 0 : 0.5 * random.nextDouble();
    }
    double[] gradient = new double[point.length];
    assertThat(loss.evaluate(point, gradient)).isCloseTo(design.naive(loss, point), within(1e-9));
    for (int p = 0; p < point.length; p++) {
      double h = 1e-5;
      double[] up = point.clone();
      double[] down = point.clone();
      up[p] += h;
      down[p] -= h;
      double slope = (design.naive(loss, up) - design.naive(loss, down)) / (2 * h);
      boolean fixed = Double.isInfinite(design.rate(loss, p));
      assertThat(gradient[p]).isCloseTo(fixed ? 0 : slope, within(1e-7));
    }
  }

  @ParameterizedTest
  @EnumSource
  void findsTheMinimumOfThePlainSolver(Design design) {
    AffineLoss loss = design.loss();
    Lbfgs solver = AffineSolver.solve(loss);
    assertThat(solver.converged()).isTrue();
    Lbfgs plain = new Lbfgs(loss, loss.identity());
    double[] expected = plain.minimize();
    assertThat(solver.value()).isCloseTo(plain.value(), within(1e-9));
    if (design.rate > 0) { // else a constant may be added to all intercepts
      assertThat(solver.point()).containsExactly(expected, within(2e-3));
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesTheSameBitsForAnyNumberOfThreads(Design design) {
    Supplier<double[]> point = () -> AffineSolver.solve(design.loss()).point();
    assertThat(Threads.inParallel(4, point)).containsExactly(Threads.with(1, point));
  }
}
