package io.github.wats.report.scene;

import java.util.List;
import java.util.Locale;

/**
 * What a color stands for, with its value on light and on dark paper. Series follow Okabe and Ito
 * (2008), whose colors people with any common color blindness can tell apart; figures never rely on
 * color alone.
 */
public enum Ink {
  PAPER("#ffffff", "#12161b"),
  TEXT("#1b1f24", "#e8edf2"),
  MUTED("#57606a", "#a3adb8"),
  AXIS("#8c959f", "#6e7985"),
  GRID("#e3e7eb", "#2a323b"),
  BEFORE("#d55e00", "#ff9c54"),
  AFTER("#0072b2", "#63b6ff"),
  FLOOR("#6e4b9e", "#c7a6ff"),
  SERIES_1("#0072b2", "#63b6ff"),
  SERIES_2("#d55e00", "#ff9c54"),
  SERIES_3("#007f5c", "#3fd6a8"),
  SERIES_4("#b0528a", "#f2a3cd"),
  SERIES_5("#8a6d00", "#e3c24a"),
  SERIES_6("#57606a", "#a3adb8");

  private static final List<Ink> SERIES =
      List.of(SERIES_1, SERIES_2, SERIES_3, SERIES_4, SERIES_5, SERIES_6);

  private final String light;
  private final String dark;

  Ink(String light, String dark) {
    this.light = light;
    this.dark = dark;
  }

  /** The color on light paper, such as {@code #0072b2}. */
  public String light() {
    return light;
  }

  /** The color on dark paper. */
  public String dark() {
    return dark;
  }

  /** The name in style sheets, such as {@code series-1}. */
  public String cssName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The ink of the series at {@code index}; after the sixth they begin again. */
  public static Ink series(int index) {
    return SERIES.get(index % SERIES.size());
  }
}
