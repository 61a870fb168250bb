package io.github.wats.cli.console;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Numbers as people read them, and texts as terminals and shells must get them. */
public final class Format {
  /** What can move the cursor, change colors or reverse text; line breaks and tabs cannot. */
  private static final Pattern CONTROL =
      Pattern.compile(
          "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]|\\r(?!\\n)");

  private static final Pattern PLAIN_ARGUMENT = Pattern.compile("[\\w./:=,+@%-]+");

  /** The indent of a line, or its first of two columns. */
  private static final Pattern INDENT = Pattern.compile("^(\\S+ {2,}| *)(?! ).*$");

  private static final Pattern WORD =
      Pattern.compile("((?<=^wats: )[^:]*/[^:]*(?=: )|(?<!\\w)'[^']+'(?!\\w)|[^ ]| (?=%))+");

  private Format() {}

  /** Text for a terminal: a control character is written as in JSON, such as {@code \\u001b}. */
  public static String printable(String text) {
    return CONTROL
        .matcher(text)
        .replaceAll(control -> text("\\\\u%04x", (int) control.group().charAt(0)));
  }

  /** A command line to be typed into a shell: arguments are quoted where needed. */
  public static String shell(List<String> arguments) {
    return arguments.stream()
        .map(
            argument ->
                PLAIN_ARGUMENT.matcher(argument).matches()
                    ? argument
                    : "'" + argument.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

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

  /** Which files were written, nothing if there are none. */
  public static String written(@Nullable Path... files) {
    Stream<Path> all = Stream.of(files).flatMap(Stream::ofNullable);
    String names = all.map(Path::toString).collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : "written to " + names;
  }

  /**
   * Text whose lines are broken at spaces where they are longer than {@code columns}, but not
   * before a sign for percent nor within quotes or a path at the beginning of an error; what
   * follows a break is indented as its line or its second column is.
   */
  public static String wrap(String text, OptionalInt columns) {
    return columns.isEmpty()
        ? text
        : text.lines()
            .map(
                line -> line.length() <= columns.getAsInt() ? line : wrap(line, columns.getAsInt()))
            .collect(Collectors.joining(System.lineSeparator()));
  }

  private static String wrap(String line, int columns) {
    String first = INDENT.matcher(line).replaceFirst("$1");
    StringBuilder wrapped = new StringBuilder(first);
    int used = first.length();
    Matcher words = WORD.matcher(line.substring(first.length()));
    while (words.find()) {
      String word = words.group();
      if (used > first.length() && used + 1 + word.length() > columns) {
        wrapped.append(System.lineSeparator()).append(" ".repeat(first.length()));
        used = first.length();
      }
      wrapped.append(used > first.length() ? " " : "").append(word);
      used += (used > first.length() ? 1 : 0) + word.length();
    }
    return wrapped.toString();
  }
}
