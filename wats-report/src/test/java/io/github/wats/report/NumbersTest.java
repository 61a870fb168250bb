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
      assertThat(Numbers.count(1896)).isEqualTo("1,896");
      assertThat(Numbers.points(0.2094)).isEqualTo("20.9");
      assertThat(Numbers.finePercent(0.02094)).isEqualTo("2.09\u00a0%");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void knowsNoNegativeZeroAndUsesATrueMinus() {
    assertThat(Numbers.decimals(-0.0004, 2)).isEqualTo("0.00");
    assertThat(Numbers.decimals(-0.4, 1)).isEqualTo("−0.4");
  }

  @Test
  void writesWhatIsNotANumberAsADash() {
    assertThat(Numbers.decimals(Double.NaN, 2)).isEqualTo("–");
    assertThat(Numbers.decimals(Double.POSITIVE_INFINITY, 2)).isEqualTo("∞");
  }

  @Test
  void writesPlainNumbersShort() {
    assertThat(Numbers.plain(2)).isEqualTo("2");
    assertThat(Numbers.plain(0.4)).isEqualTo("0.4");
    assertThat(Numbers.plain(1e-6)).isEqualTo("1e-06");
  }

  @Test
  void countsOneThingInTheSingular() {
    assertThat(Numbers.counted(1, "run")).isEqualTo("1 run");
    assertThat(Numbers.counted(10, "run")).isEqualTo("10 runs");
  }
}
