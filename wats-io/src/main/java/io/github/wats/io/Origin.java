package io.github.wats.io;

import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where data come from, for messages: a file and perhaps an array or a line in it.
 *
 * @param name what messages begin with, such as {@code run.npz: array 'logits'}
 */
public record Origin(String name) {
  public static Origin of(Path file) {
    return new Origin(file.toString());
  }

  /** An array in this file. */
  public Origin array(String array) {
    return new Origin(name + ": array '" + array + "'");
  }

  /** A line of this file, counted from 1. */
  public Origin line(long line) {
    return new Origin(name + ": line " + line);
  }

  /** An exception whose message begins with this origin. */
  @SuppressWarnings({"AnnotateFormatMethod", "FormatStringAnnotation"})
  public InvalidDataException invalid(String message, @Nullable Object... values) {
    return new InvalidDataException(name + ": " + String.format(Locale.ROOT, message, values));
  }

  /** The same with a cause. */
  @SuppressWarnings({"AnnotateFormatMethod", "FormatStringAnnotation"})
  public InvalidDataException invalid(Exception cause, String message, Object... values) {
    return new InvalidDataException(
        name + ": " + String.format(Locale.ROOT, message, values), cause);
  }

  /** Throws {@link #invalid} unless {@code holds}. */
  public void check(boolean holds, String message, @Nullable Object... values) {
    if (!holds) {
      throw invalid(message, values);
    }
  }

  /** What {@code make} returns; an argument it refuses is reported as invalid data from here. */
  public <T> T checked(Supplier<T> make) {
    try {
      return make.get();
    } catch (IllegalArgumentException e) {
      throw new InvalidDataException(name + ": " + e.getMessage(), e);
    }
  }
}
