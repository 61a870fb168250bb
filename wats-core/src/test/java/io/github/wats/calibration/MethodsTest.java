package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MethodsTest {
  @Test
  void findsAMethodInAnyCase() {
    assertThat(Methods.named(" Uncalibrated ").name()).isEqualTo("uncalibrated");
  }

  @Test
  void namesTheKnownMethodsWhenAskedForAnUnknownOne() {
    assertThatThrownBy(() -> Methods.named("platt"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("uncalibrated")
        .hasMessageEndingWith("got platt");
  }

  @Test
  void refusesASettingTheMethodDoesNotHave() {
    Settings changes = Settings.NONE.with("k", 3);
    assertThatThrownBy(() -> Methods.named("uncalibrated").calibrator(changes))
        .hasMessage("uncalibrated has no setting k; it has none");
  }

  @Test
  void everyMethodReportsTheSettingsItWasMadeWith() {
    for (Method method : Methods.all()) {
      Calibrator<?> calibrator = method.calibrator();
      assertThat(calibrator.method()).isEqualTo(method.name());
      assertThat(calibrator.settings().names())
          .as(method.name())
          .isEqualTo(method.defaults().names());
      assertThat(method.calibrator(calibrator.settings()).settings())
          .isEqualTo(calibrator.settings());
    }
  }
}
