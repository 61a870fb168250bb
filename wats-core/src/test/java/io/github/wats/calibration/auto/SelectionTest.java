package io.github.wats.calibration.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectionTest {
  private final Map<String, double[]> losses = new LinkedHashMap<>();

  private SelectionTest with(String name, double... values) {
    losses.put(name, values);
    return this;
  }

  private Selection selection() {
    return Selection.of(losses);
  }

  /**
   * Differences to the best 0.2, 0, 0.4, 0.2: mean 0.2, sd √(0.08/3), standard error half of it.
   */
  @Test
  void computesAStandardErrorByHand() {
    double[] a = {1.2, 1.0, 1.4, 1.2};
    double[] b = {1, 1, 1, 1};
    assertThat(CrossValidation.standardErrorOfDifference(a, b))
        .isCloseTo(Math.sqrt(0.08 / 3) / 2, within(1e-15));
  }

  @Test
  void takesTheSimplestWithinOneStandardError() {
    with("uncalibrated", 3, 3, 3, 3).with("ts", 1.3, 0.8, 1.3, 0.8).with("ridge", 1, 1, 1, 1);
    assertThat(selection().chosen()).isEqualTo("ts");
    assertThat(selection().reason())
        .isEqualTo(
            "ts is simpler than ridge and its loss is 0.0500 higher, within one standard error"
                + " (0.1443); cross-validated NLL: uncalibrated 3.0000, ts 1.0500, ridge 1.0000");
  }

  @Test
  void takesTheBestWhereItIsClearlyBetter() {
    with("uncalibrated", 3, 3, 3, 3).with("ts", 1.3, 1.2, 1.3, 1.2).with("ridge", 1, 1, 1, 1);
    assertThat(selection().chosen()).isEqualTo("ridge");
    assertThat(selection().reason())
        .startsWith("ridge has the lowest loss, and nothing simpler is within one standard error");
  }

  @Test
  void leavesTheNetworkAsItIsWhereNothingHelps() {
    with("uncalibrated", 1, 1, 1, 1).with("ts", 1.3, 0.9, 1.3, 0.9).with("ridge", 2, 2, 2, 2);
    assertThat(selection().chosen()).isEqualTo("uncalibrated");
    assertThat(selection().reason()).startsWith("no method has a lower loss than uncalibrated");
  }

  /** The simplest within one standard error is worse than no calibration: it is passed over. */
  @Test
  void neverTakesWhatIsWorseThanTheNetworkItself() {
    with("uncalibrated", 1.2, 1, 1.2, 1).with("ts", 2, 0.3, 2, 0.3).with("ridge", 1, 1, 1, 1);
    assertThat(selection().chosen()).isEqualTo("ridge");
  }
}
