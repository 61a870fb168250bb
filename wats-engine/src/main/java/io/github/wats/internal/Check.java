package io.github.wats.internal;

import java.util.Locale;

/** Argument checks whose messages give parameter, rule and value. */
public final class Check {
  private Check() {}

  /** Throws {@link IllegalArgumentException} with the formatted message unless {@code holds}. */
  @SuppressWarnings({"AnnotateFormatMethod", "FormatStringAnnotation"})
  public static void argument(boolean holds, String message, Object... values) {
    if (!holds) {
      throw new IllegalArgumentException(String.format(Locale.ROOT, message, values));
    }
  }

  /** {@code index} itself if it lies in 0 … size−1. */
  public static int index(int index, int size, String name) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(
          String.format(Locale.ROOT, "%s must be in 0 … %d, got %d", name, size - 1, index));
    }
    return index;
  }
}
