package io.github.wats.report;

import io.github.wats.metrics.Evaluation.Interval;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** How numbers are written: the same in sentences, figures and tables, in every locale. */
public final class NumberText {
  private NumberText() {}

  /** {@code 1896} as {@code 1,896}. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** {@code 0.209} as {@code 20.9}, without a sign for percent. */
  public static String points(double share) {
    return decimals(100 * share, 1);
  }

  /** The same with a sign for what is above 0. */
  public static String signedPoints(double share) {
    return (share > 0 ? "+" : "") + points(share);
  }

  /** {@code 1.2 … 3.4}, in points. */
  public static String range(Interval shares) {
    return points(shares.low(), shares.high());
  }

  /** {@code 1.2 … 3.4}. */
  public static String points(double low, double high) {
    return points(low) + " … " + points(high);
  }

  /** {@code 0.0209} as {@code 2.09}. */
  public static String finePoints(double share) {
    return decimals(100 * share, 2);
  }

  /** {@code 0.209} as {@code 20.9 %}, which does not break before the sign. */
  public static String percent(double share) {
    return points(share) + "\u00a0%";
  }

  /** {@code 0.0209} as {@code 2.09 %}. */
  public static String finePercent(double share) {
    return finePoints(share) + "\u00a0%";
  }

  /** A share that somebody gave: {@code 5 %} for 0.05. */
  public static String goal(double share) {
    return BigDecimal.valueOf(100 * share)
            .round(new MathContext(6))
            .stripTrailingZeros()
            .toPlainString()
        + " %";
  }

  /** A value of a setting as people write it: {@code 2} for 2.0, {@code 0.0001} for 1.0E-4. */
  public static String setting(Object value) {
    return value instanceof Double number && Double.isFinite(number) && Math.abs(number) < 1e15
        ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
        : value.toString();
  }

  /** With so many decimals; a true minus, and no negative zero. */
  public static String decimals(double value, int decimals) {
    if (Double.isNaN(value)) {
      return "–";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    boolean zero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return zero ? text.replace("-", "") : text.replace('-', '−');
  }

  /** As short as it is exact to the eye: {@code 0.4}, {@code 2}, {@code 1e-6}. */
  public static String plain(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e9) {
      return count((long) value).replace('-', '−');
    }
    String text = String.format(Locale.ROOT, "%.4g", value);
    if (text.contains("e")) {
      return text.replaceFirst("\\.?0+e", "e");
    }
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }

  /** {@code 1 run}, {@code 10 runs}. */
  public static String counted(long count, String thing) {
    return count(count) + " " + thing + (count == 1 ? "" : "s");
  }
}
