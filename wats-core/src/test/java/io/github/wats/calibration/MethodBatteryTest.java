package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.testing.CalibratorChecks;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checks that plug-ins use too, of every registered method: a new one is tested without a line.
 */
class MethodBatteryTest {
  /** Inputs that a method may refuse, and how. */
  private static final String[] RULES = {
    "a network needs logits in ±1e8, got -?\\d\\.\\d*E300 at node \\d+; .*",
    "early-stopping held-out needs at least 5 validation nodes, got [1-4]"
  };

  static Stream<CalibratorChecks.Check> checks() {
    return Methods.all().stream().flatMap(method -> CalibratorChecks.of(method, RULES).stream());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("checks")
  void givesAValidResultOrRefusesByARule(CalibratorChecks.Check check) {
    check.run();
  }

  @Test
  void refusingWithoutARuleFails() {
    assertThatThrownBy(
            () -> CalibratorChecks.of(Methods.named("wats")).forEach(CalibratorChecks.Check::run))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("refused by no rule: a network needs logits in ±1e8");
  }
}
