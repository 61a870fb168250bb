package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CholeskyTest {
  /**
   * H = [[4, 2], [2, 3]], det 8, inverse [[3, −2], [−2, 4]] / 8; the lower triangle is not read.
   */
  @Test
  void solvesACaseWorkedByHand() {
    Cholesky factor = Cholesky.of(2, new double[] {4, 2, Double.NaN, 3}).orElseThrow();
    double[] x = factor.solve(new double[] {8, 16});
    assertThat(x[0]).isCloseTo(-1, within(1e-14));
    assertThat(x[1]).isCloseTo(6, within(1e-14));
    assertThat(factor.inverseDiagonal()[0]).isCloseTo(0.375, within(1e-15));
    assertThat(factor.inverseDiagonal()[1]).isCloseTo(0.5, within(1e-15));
  }

  @Test
  void isEmptyForAMatrixThatIsNotPositiveDefinite() {
    assertThat(Cholesky.of(2, new double[] {1, 2, 2, 1})).isEmpty();
    assertThat(Cholesky.of(1, new double[] {Double.NaN})).isEmpty();
    assertThat(Cholesky.of(1, new double[] {Double.POSITIVE_INFINITY})).isEmpty();
  }
}
