package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MethodChoiceTest {
  private final Map<String, double[]> losses = new LinkedHashMap<>();

  private MethodChoiceTest with(String name, double... values) {
    losses.put(name, values);
    return this;
  }

  private MethodChoice choice() {
    return MethodChoice.of(losses);
  }

  /**
   * Differences to the best 0.2, 0, 0.4, 0.2: mean 0.2, sd √(0.08/3), standard error half of it.
   */
  @Test
  void computesAStandardErrorByHand() {
    assertThat(MethodChoice.standardError(new double[] {0.2, 0, 0.4, 0.2}))
        .isCloseTo(Math.sqrt(0.08 / 3) / 2, within(1e-15));
  }

  @Test
  void takesTheSimplestOfTwoCalibrators() {
    with("ridge", 1, 1, 1, 1).with("ts", 1.3, 0.8, 1.3, 0.8);
    assertThat(choice().method()).isEqualTo("ts");
    with("ts", 1.3, 1.2, 1.3, 1.2);
    assertThat(choice().method()).isEqualTo("ridge");
  }

  @Test
  void takesTheSimplestWithinOneStandardError() {
    with("uncalibrated", 3, 3, 3, 3).with("ts", 1.3, 0.8, 1.3, 0.8).with("ridge", 1, 1, 1, 1);
    assertThat(choice().method()).isEqualTo("ts");
    assertThat(choice().reason())
        .isEqualTo(
            "ts is simpler than ridge and its loss is 0.0500 higher, within one standard error"
                + " (0.1443)");
    assertThat(choice().losses().keySet()).containsExactly("uncalibrated", "ts", "ridge");
    assertThat(choice().losses().get("ts")).isCloseTo(1.05, within(1e-15));
    assertThat(choice().isClear()).isTrue();
  }

  @Test
  void takesTheBestWhereItIsClearlyBetter() {
    with("uncalibrated", 3, 3, 3, 3).with("ts", 1.3, 1.2, 1.3, 1.2).with("ridge", 1, 1, 1, 1);
    assertThat(choice().method()).isEqualTo("ridge");
    assertThat(choice().reason())
        .startsWith("ridge has the lowest loss, and nothing simpler is within one standard error");
  }

  @Test
  void leavesTheNetworkAsItIsWhereNothingHelps() {
    with("uncalibrated", 1, 1, 1, 1).with("ts", 1.3, 0.9, 1.3, 0.9).with("ridge", 2, 2, 2, 2);
    assertThat(choice().method()).isEqualTo("uncalibrated");
    assertThat(choice().reason()).startsWith("no method has a lower loss than uncalibrated");
  }

  /** The simplest within one standard error is worse than no calibration: it is passed over. */
  @Test
  void neverTakesWhatIsWorseThanTheNetworkItself() {
    with("uncalibrated", 1.2, 1, 1.2, 1).with("ts", 2, 0.3, 2, 0.3).with("ridge", 1, 1, 1, 1);
    assertThat(choice().method()).isEqualTo("ridge");
    assertThat(choice().reason())
        .isEqualTo(
            "ridge has the lowest loss, and nothing simpler is within one standard error and better"
                + " than uncalibrated");
  }

  /** Every node is better by a rounding error, so the standard error is 0 as well. */
  @Test
  void countsRoundingErrorsAsEqual() {
    double less = 3e-16;
    with("uncalibrated", 3, 3, 3, 703).with("ts", 1, 0.5, less, 700);
    with("ets", 1 - less, 0.5 - less, 0, 700 - 2e-13);
    assertThat(choice().method()).isEqualTo("ts");
    assertThat(choice().reason())
        .isEqualTo(
            "ts has the lowest loss (the same as ets), and nothing simpler is within one standard"
                + " error");
    with("uncalibrated", 1 + less, 0.5, less, 700).with("ts", 1 + 2 * less, 0.5, less, 700);
    assertThat(choice().method()).isEqualTo("uncalibrated");
    assertThat(choice().reason()).isEqualTo("no method has a lower loss than uncalibrated");
    assertThat(choice().isClear()).isFalse();
    with("ets", 1 - 1e-8, 0.5 - 1e-8, 0, 700);
    assertThat(choice().method()).as("1e-8 is no rounding error").isEqualTo("ets");
  }

  /** The order in which methods are given does not matter: their declared complexity decides. */
  @Test
  void ordersMethodsByTheirComplexity() {
    with("ridge", 1, 1, 1, 1).with("ts", 1.3, 0.8, 1.3, 0.8).with("uncalibrated", 3, 3, 3, 3);
    assertThat(choice().method()).isEqualTo("ts");
    assertThat(
            Methods.all().stream()
                .sorted(java.util.Comparator.comparingInt(Method::complexity))
                .map(Method::name))
        .containsSubsequence(
            "uncalibrated",
            "ts",
            "ets",
            "vs",
            "ridge-temperature",
            "wats",
            "ridge",
            "cagcn",
            "gats",
            "gets",
            "auto");
  }

  @Test
  void saysThatNothingCanBeToldApart() {
    with("uncalibrated", 1.3, 0.9, 1.3, 0.9).with("ts", 1.2, 0.8, 1.3, 1).with("ridge", 1, 1, 1, 1);
    assertThat(choice().isClear()).isFalse();
    assertThat(choice().method()).isEqualTo("uncalibrated");
    with("uncalibrated", 3, 3, 3, 3);
    assertThat(choice().method()).isEqualTo("ts");
  }

  /** Gains 0.2, 0, 0.2, 0: mean 0.1, standard error √(0.04/12). */
  @Test
  void leavesTheNetworkAsItIsWhereCalibrationIsBetterWithinNoiseOnly() {
    with("uncalibrated", 1.2, 1, 1.2, 1).with("ts", 1, 1, 1, 1);
    assertThat(choice().method()).as("0.1 > 1.6449 · 0.0577").isEqualTo("ts");
    with("uncalibrated", 1.2, 1, 1, 1);
    assertThat(choice().method()).isEqualTo("uncalibrated");
    assertThat(choice().reason())
        .isEqualTo(
            "leave it as it is: ts lowers the loss by 0.0500 ± 0.0500 only, within noise (test at"
                + " 5 %)");
    losses.remove("uncalibrated");
    assertThat(choice().method()).as("not among the methods").isEqualTo("ts");
  }
}
