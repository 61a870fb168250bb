package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeepClassTest {
  private static double[] kept(int predicted, double... row) {
    KeepClass.DEFAULT.rowInPlace(row, 0, row.length, predicted);
    return row;
  }

  @Test
  void leavesARowThatLeadsAsItIs() {
    assertThat(kept(1, 0.2, 0.5, 0.3)).containsExactly(0.2, 0.5, 0.3);
  }

  /**
   * The predicted class keeps 0.4; the other cannot have more, so what is left goes to the third.
   */
  @Test
  void capsTheOthersAndSpreadsWhatIsLeft() {
    double[] row = kept(0, 0.4, 0.55, 0.05);
    assertThat(row[0]).isCloseTo(0.4, within(3e-6));
    assertThat(row[1]).isCloseTo(0.4, within(3e-6)).isLessThan(row[0]);
    assertThat(row[2]).isCloseTo(0.2, within(3e-6));
  }

  @Test
  void neverGoesBelowAnEvenShare() {
    double[] row = kept(2, 0.7, 0.3, 0);
    for (double value : row) {
      assertThat(value).isCloseTo(1.0 / 3, within(3e-6));
    }
    assertThat(row[2]).isGreaterThan(Math.max(row[0], row[1]));
  }

  @Test
  void leadsAndSumsToOneOnAnyRow() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 5000; trial++) {
      int classes = 2 + random.nextInt(60);
      double[] row = random.doubles(classes).map(v -> Math.pow(v, 8)).toArray();
      int zeros = random.nextInt(classes);
      Arrays.fill(row, 0, zeros, 0);
      double sum = Arrays.stream(row).sum();
      double[] scaled = Arrays.stream(row).map(v -> v / sum).toArray();
      int predicted = random.nextInt(classes);
      double[] result = kept(predicted, scaled);
      assertThat(Arrays.stream(result).sum()).isCloseTo(1, within(1e-12));
      for (int c = 0; c < classes; c++) {
        assertThat(result[c]).isNotNegative();
        assertThat(c == predicted || (float) result[c] < (float) result[predicted])
            .as("trial %d", trial)
            .isTrue();
      }
    }
  }
}
