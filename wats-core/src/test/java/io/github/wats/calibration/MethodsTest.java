package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MethodsTest {
  @Test
  void findsAMethodInAnyCase() {
    assertThat(Methods.named(" Uncalibrated ").name()).isEqualTo("uncalibrated");
  }

  @Test
  void namesTheKnownMethodsWhenAskedForAnUnknownOne() {
    assertThatThrownBy(() -> Methods.named("venn"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("uncalibrated")
        .hasMessageEndingWith("got venn");
  }

  @Test
  void refusesASettingTheMethodDoesNotHave() {
    assertThatThrownBy(() -> Methods.named("uncalibrated").calibrator(Map.of("k", 3)))
        .hasMessage("uncalibrated has no setting k; it has none");
  }

  @Test
  void everyMethodIsBoundFromTheValuesItGives() {
    for (Method method : Methods.all()) {
      Calibrator<?> calibrator = method.calibrator();
      assertThat(Methods.of(calibrator)).isSameAs(method);
      Map<String, Object> values = method.settings(calibrator);
      assertThat(values.keySet()).as(method.name()).isEqualTo(method.schema().names());
      assertThat(method.calibrator(values)).isEqualTo(calibrator);
      Map<String, String> texts = new LinkedHashMap<>();
      values.forEach((name, value) -> texts.put(name, value.toString()));
      assertThat(method.calibrator(texts)).isEqualTo(calibrator);
    }
  }
}
