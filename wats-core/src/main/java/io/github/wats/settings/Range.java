package io.github.wats.settings;

import java.math.BigDecimal;

/**
 * The numbers that a setting allows; all are finite.
 *
 * @param whole whether the setting is a whole number, which only changes the wording
 */
record Range(Setting setting, boolean whole) {
  boolean contains(double value) {
    return value >= setting.min()
        && value > setting.above()
        && value <= setting.max()
        && value < setting.below();
  }

  /** Such as "at least 1" or "in [0, 1)"; empty where every finite number is allowed. */
  String text() {
    boolean open = setting.above() > Double.NEGATIVE_INFINITY;
    boolean openAbove = setting.below() < Double.POSITIVE_INFINITY;
    double low = Math.max(setting.min(), setting.above());
    double high = Math.min(setting.max(), setting.below());
    if (Double.isInfinite(low) && Double.isInfinite(high)) {
      return "";
    }
    if (Double.isInfinite(high)) {
      return (open ? "above " : "at least ") + number(low);
    }
    if (Double.isInfinite(low)) {
      return (openAbove ? "below " : "at most ") + number(high);
    }
    return whole && !open && !openAbove
        ? "in " + number(low) + " … " + number(high)
        : "in " + (open ? "(" : "[") + number(low) + ", " + number(high) + (openAbove ? ")" : "]");
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
