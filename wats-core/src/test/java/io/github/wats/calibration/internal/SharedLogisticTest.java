package io.github.wats.calibration.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.internal.SharedLogistic.Sample;
import io.github.wats.calibration.internal.SharedLogistic.Solution;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharedLogisticTest {
  /**
   * By hand: γ = 3 − 8 (0.05 + 0.1 + 0.05) = 1.4, and (1.4 + 1) / (0.1 + 0.2 + 0.296 + 0.004) = 4;
   * without the 1, 7/3.
   */
  @Test
  void thePrecisionIsThatWorkedByHand() {
    double[] variances = {0.05, 0.1, 0.05};
    double[] squares = {0.1, 0.2, 0.296};
    assertThat(SharedLogistic.precision(8, 1, 3, variances, squares)).isCloseTo(4, within(1e-12));
    assertThat(SharedLogistic.precision(8, 0, 3, variances, squares))
        .isCloseTo(7 / 3.0, within(1e-12));
    double[] large = {9, 9, 9};
    assertThat(SharedLogistic.precision(8, 1, 3, variances, large)).isEqualTo(0.5);
    assertThat(SharedLogistic.precision(1e4, 1, 3, variances, new double[3])).isEqualTo(250);
  }

  /**
   * Two labels of ten nodes, of which 8 and 2 have the label, without inputs: θ and −θ around 0. At
   * the precision κ of the last solve, 10 (sigmoid(θ) − 0.8) + κ θ = 0, and H = 10 σ (1 − σ) + κ.
   */
  @Test
  void twoLabelsMeetTheEquationsOfTheirSolution() {
    SharedLogistic.Fits fits =
        new SharedLogistic(new double[] {0}, 0, 0).fit(List.of(constant(8, 10), constant(2, 10)));
    Solution high = fits.labels().get(0);
    double theta = high.theta()[0];
    double sigma = 1 / (1 + Math.exp(-theta));
    double precision = fits.precisions()[0];
    assertThat(10 * (sigma - 0.8) + precision * theta).isCloseTo(0, within(1e-9));
    assertThat(high.variances()[0])
        .isCloseTo(1 / (10 * sigma * (1 - sigma) + precision), within(1e-9));
    assertThat(fits.labels().get(1).theta()[0]).isCloseTo(-theta, within(1e-9));
    assertThat(high.loss())
        .isCloseTo(-0.8 * Math.log(sigma) - 0.2 * Math.log(1 - sigma), within(1e-12));
    double next = (2 - 2 * precision * high.variances()[0]) / (2 * theta * theta + 0.004);
    assertThat(next).isCloseTo(precision, within(0.06 * precision)); // settled
  }

  /** More labels that agree say that all are close to the center. */
  @Test
  void labelsThatAgreeAreShrunkMoreThanThoseThatDiffer() {
    SharedLogistic regression = new SharedLogistic(new double[] {0}, 0, 0);
    double alike =
        regression.fit(List.of(constant(6, 10), constant(5, 10), constant(5, 10), constant(4, 10)))
            .precisions()[0];
    double different =
        regression.fit(List.of(constant(9, 10), constant(1, 10), constant(9, 10), constant(1, 10)))
            .precisions()[0];
    assertThat(alike).isGreaterThan(5 * different);
  }

  /** The slope of a score that is worth less than nothing would be below 0. */
  @Test
  void aParameterThatWouldBeBelowTheBoundIsSetToIt() {
    Random random = new Random(4);
    double[] x = new double[200];
    boolean[] isOne = new boolean[100];
    for (int i = 0; i < 100; i++) {
      x[2 * i] = random.nextGaussian();
      x[2 * i + 1] = 1;
      isOne[i] = -3 * x[2 * i] + random.nextGaussian() > 0;
    }
    Sample wrong = new Sample(x, isOne);
    Solution solved =
        new SharedLogistic(new double[] {0.5, 0}, 1, 0).fit(List.of(wrong, wrong)).labels().get(0);
    assertThat(solved.theta()[0]).isZero();
    assertThat(solved.variances()[0]).isZero();
    double free =
        new SharedLogistic(new double[] {0.5, 0}, 0, 0)
            .fit(List.of(wrong, wrong))
            .labels()
            .get(0)
            .theta()[0];
    assertThat(free).isNegative();
  }

  private static Sample constant(int ones, int rows) {
    double[] x = new double[rows];
    boolean[] isOne = new boolean[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = 1;
      isOne[i] = i < ones;
    }
    return new Sample(x, isOne);
  }
}
