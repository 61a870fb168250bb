package io.github.wats.settings;

import java.math.BigDecimal;

/**
 * The numbers a setting may have. All are finite.
 *
 * @param whole whether they are whole numbers, which only changes the wording
 */
record Range(double min, double above, double max, double below, boolean whole) {
  static Range of(Setting setting, boolean whole) {
    return new Range(setting.min(), setting.above(), setting.max(), setting.below(), whole);
  }

  boolean contains(double value) {
    return value >= min && value > above && value <= max && value < below;
  }

  /** Such as "at least 1" or "in [0, 1)"; empty where every finite number is allowed. */
  String text() {
    boolean open = above > Double.NEGATIVE_INFINITY;
    boolean openAbove = below < Double.POSITIVE_INFINITY;
    double low = open ? above : min;
    double high = openAbove ? below : max;
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
