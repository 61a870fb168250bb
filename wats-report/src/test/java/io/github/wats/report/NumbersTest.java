package io.github.wats.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void writesTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(NumberText.count(1896)).isEqualTo("1,896");
      assertThat(NumberText.points(0.2094)).isEqualTo("20.9");
      assertThat(NumberText.finePercent(0.02094)).isEqualTo("2.09\u00a0%");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void knowsNoNegativeZeroAndUsesATrueMinus() {
    assertThat(NumberText.decimals(-0.0004, 2)).isEqualTo("0.00");
    assertThat(NumberText.decimals(-0.4, 1)).isEqualTo("−0.4");
  }

  @Test
  void writesWhatIsNotANumberAsADash() {
    assertThat(NumberText.decimals(Double.NaN, 2)).isEqualTo("–");
    assertThat(NumberText.decimals(Double.POSITIVE_INFINITY, 2)).isEqualTo("∞");
  }

  @Test
  void writesPlainNumbersShort() {
    assertThat(NumberText.plain(2)).isEqualTo("2");
    assertThat(NumberText.plain(0.4)).isEqualTo("0.4");
    assertThat(NumberText.plain(1e-6)).isEqualTo("1e-06");
  }

  @Test
  void countsOneThingInTheSingular() {
    assertThat(NumberText.counted(1, "run")).isEqualTo("1 run");
    assertThat(NumberText.counted(10, "run")).isEqualTo("10 runs");
  }
}
