package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NormalTest {
  /** Values of Φ to 15 digits from tables of the error function. */
  @Test
  void givesKnownValues() {
    assertThat(Normal.cdf(0)).isEqualTo(0.5);
    assertThat(Normal.cdf(1)).isCloseTo(0.841344746068543, offset(1e-14));
    assertThat(Normal.cdf(-1.96)).isCloseTo(0.0249978951482204, offset(1e-14));
    assertThat(Normal.cdf(-6) / 9.86587645037698e-10).isCloseTo(1, offset(1e-10));
    assertThat(Normal.cdf(6)).isCloseTo(1 - 9.86587645037698e-10, offset(1e-15));
  }

  @Test
  void theRoughValuesAreGoodToTheDigitsOfAFloat() {
    double[] x = IntStream.rangeClosed(-900, 900).mapToDouble(k -> k / 100.0).toArray();
    x[0] = Double.NaN;
    double[] density = new double[x.length];
    double[] cdf = new double[x.length];
    Normal.densities(x, density, x.length);
    Normal.roughCdfs(x, density, cdf, x.length);
    assertThat(density[0]).isNaN();
    assertThat(cdf[0]).isNaN();
    for (int k = 1; k < x.length; k++) {
      assertThat(density[k]).as("at %s", x[k]).isCloseTo(Normal.density(x[k]), offset(1e-9));
      assertThat(cdf[k]).as("at %s", x[k]).isCloseTo(Normal.cdf(x[k]), offset(1e-7));
    }
  }

  @Test
  void isSmoothWhereTheFormulaChanges() {
    assertThat(Normal.cdf(-5 - 1e-9) / Normal.cdf(-5 + 1e-9)).isCloseTo(1, offset(1e-7));
  }
}
