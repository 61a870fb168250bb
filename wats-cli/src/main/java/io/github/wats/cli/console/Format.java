package io.github.wats.cli.console;

import java.util.Locale;

/** Numbers as people read them. */
public final class Format {
  private Format() {}

  /** {@link String#format} the same way in every locale. */
  @SuppressWarnings({"AnnotateFormatMethod", "FormatStringAnnotation"})
  public static String text(String template, Object... values) {
    return String.format(Locale.ROOT, template, values);
  }

  public static String percent(double share) {
    return text("%.2f %%", 100 * share);
  }

  public static String number(double value) {
    return text("%.4f", value);
  }

  public static String count(long value) {
    return text("%,d", value);
  }

  /** Bytes in the decimal units that file lists use. */
  public static String bytes(long value) {
    if (value < 1_000_000) {
      return text("%.1f kB", value / 1e3);
    }
    return value < 1_000_000_000 ? text("%.1f MB", value / 1e6) : text("%.2f GB", value / 1e9);
  }

  public static String seconds(double value) {
    return text(value < 10 ? "%.2f s" : "%.1f s", value);
  }

  /** A value of a setting; whole numbers without a decimal point. */
  public static String setting(Object value) {
    return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString(number.longValue())
        : value.toString();
  }
}
