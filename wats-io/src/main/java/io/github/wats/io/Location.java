package io.github.wats.io;

import io.github.wats.internal.Misspelt;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where data come from, for messages: a file and perhaps an array or a line in it.
 *
 * @param name what messages begin with, such as {@code run.npz: array 'logits'}
 * @param arrays the names of the arrays in the file, for messages about one that is missing
 */
public record Location(String name, List<String> arrays) {
  private static final Pattern QUOTED = Pattern.compile("'([a-z_]{3,})'");
  private static final int MOST_EDITS = 2;

  public Location(String name) {
    this(name, List.of());
  }

  public static Location of(Path file) {
    return new Location(file.toString());
  }

  /** An array in this file. */
  public Location array(String array) {
    return new Location(name + ": array '" + array + "'");
  }

  /** A line of this file, counted from 1. */
  public Location line(long line) {
    return new Location(name + ": line " + line);
  }

  /** The error that arrays quoted in {@code rule} are missing, with those that are there. */
  public InvalidDataException lacks(String rule) {
    return invalid("must %s%s", rule, arrays.isEmpty() ? "" : ", got " + arrays + advice(rule));
  }

  /** What to rename if an array has nearly a name that is quoted in {@code rule}, else nothing. */
  public String advice(String rule) {
    for (String right : QUOTED.matcher(rule).results().map(MatchResult::group).toList()) {
      for (String array : arrays) {
        String name = right.replace("'", "");
        if (!arrays.contains(name) && isClose(name, array.toLowerCase(Locale.ROOT))) {
          return "; if '" + array + "' is meant, rename it to " + right;
        }
      }
    }
    return "";
  }

  private static boolean isClose(String right, String name) {
    return Math.abs(right.length() - name.length()) <= MOST_EDITS
        ? Misspelt.edits(right, name) <= MOST_EDITS
        : name.contains(right) || (name.length() > MOST_EDITS && right.contains(name));
  }

  /** An exception whose message begins with this location. */
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
