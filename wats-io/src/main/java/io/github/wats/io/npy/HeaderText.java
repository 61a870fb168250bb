package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the text of an npy header, a Python dictionary with exactly the keys {@code descr}, {@code
 * fortran_order} and {@code shape}. Nothing is evaluated; anything else is refused.
 */
final class HeaderText {
  private static final List<String> KEYS = List.of("descr", "fortran_order", "shape");

  /** A key and a value: a string, a tuple, the begin of a list, or anything up to a comma. */
  private static final Pattern ENTRY =
      Pattern.compile(
          "\\s*+['\"](\\w*+)['\"]\\s*+:\\s*+('[^']*+'|\"[^\"]*+\"|\\([^)]*+\\)|\\[|[^,}]*+)\\s*+,?");

  /** As many axes as NumPy allows; Python 2 wrote long integers with an L. */
  private static final Pattern TUPLE =
      Pattern.compile("\\(\\s*+(\\d{1,18}L?\\s*+(,\\s*+|(?=\\)))){0,32}\\)");

  private static final Pattern BETWEEN_AXES = Pattern.compile("\\D+");

  private HeaderText() {}

  static NpyHeader parse(String text, int byteCount) {
    Check.argument(text.startsWith("{"), "header must begin with '{'");
    Map<String, String> values = new HashMap<>();
    Matcher entry = ENTRY.matcher(text);
    int at = 1;
    while (entry.region(at, text.length()).lookingAt()) {
      String key = entry.group(1);
      Check.argument(
          KEYS.contains(key) && values.put(key, entry.group(2)) == null,
          "header has an unexpected entry '%s'",
          key);
      at = entry.end();
    }
    String type = values.getOrDefault("descr", "''");
    Check.argument(!type.startsWith("["), "structured arrays are not read");
    boolean quoted = type.startsWith("'") || type.startsWith("\"");
    Check.argument(quoted, "'descr' must be a string, got %s", type);
    Check.argument(
        text.substring(at).strip().equals("}"), "header must end with '}' at %d of its text", at);
    Check.argument(values.size() == 3, "header must have 'descr', 'fortran_order' and 'shape'");
    String order = values.getOrDefault("fortran_order", "").stripTrailing();
    boolean known = order.equals("True") || order.equals("False");
    Check.argument(known, "'fortran_order' must be True or False, got %s", order);
    NpyType elements = NpyType.parse(type.substring(1, type.length() - 1));
    List<Long> shape = shape(values.getOrDefault("shape", ""));
    return new NpyHeader(elements, order.equals("True"), shape, byteCount);
  }

  private static List<Long> shape(String tuple) {
    Check.argument(
        TUPLE.matcher(tuple).matches(),
        "shape must be whole numbers, not negative and below 10^18, at most 32 in parentheses,"
            + " got %.60s",
        tuple);
    return BETWEEN_AXES
        .splitAsStream(tuple)
        .filter(digits -> !digits.isEmpty())
        .map(Long::valueOf)
        .toList();
  }
}
