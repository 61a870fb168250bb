package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses the text of an npy header, a Python dictionary with exactly the keys {@code descr}, {@code
 * fortran_order} and {@code shape}. Nothing is evaluated; anything else is refused.
 */
final class HeaderText {
  private static final int MOST_AXES = 32; // as in NumPy

  private final String text;
  private int at;

  HeaderText(String text) {
    this.text = text;
  }

  NpyHeader parse(int byteCount) {
    Optional<NpyType> type = Optional.empty();
    Optional<Boolean> fortranOrder = Optional.empty();
    Optional<List<Long>> shape = Optional.empty();
    expect('{');
    while (!next('}')) {
      String key = string();
      expect(':');
      if (key.equals("descr") && type.isEmpty()) {
        Check.argument(!peek('['), "structured arrays are not read");
        type = Optional.of(NpyType.parse(string()));
      } else if (key.equals("fortran_order") && fortranOrder.isEmpty()) {
        fortranOrder = Optional.of(bool());
      } else if (key.equals("shape") && shape.isEmpty()) {
        shape = Optional.of(tuple());
      } else {
        throw new IllegalArgumentException("header has an unexpected entry '" + key + "'");
      }
      if (!next(',')) {
        expect('}');
        break;
      }
    }
    skipBlanks();
    Check.argument(at == text.length(), "header has text after its dictionary");
    Check.argument(
        type.isPresent() && fortranOrder.isPresent() && shape.isPresent(),
        "header must have 'descr', 'fortran_order' and 'shape'");
    return new NpyHeader(
        type.orElseThrow(), fortranOrder.orElseThrow(), shape.orElseThrow(), byteCount);
  }

  private String string() {
    skipBlanks();
    char quote = at < text.length() ? text.charAt(at) : 0;
    Check.argument(quote == '\'' || quote == '"', "header must have a string at %d", at);
    int end = text.indexOf(quote, at + 1);
    Check.argument(end >= 0, "header has a string without an end at %d", at);
    String value = text.substring(at + 1, end);
    at = end + 1;
    return value;
  }

  private boolean bool() {
    skipBlanks();
    if (text.startsWith("True", at)) {
      at += "True".length();
      return true;
    }
    Check.argument(text.startsWith("False", at), "'fortran_order' must be True or False");
    at += "False".length();
    return false;
  }

  private List<Long> tuple() {
    List<Long> axes = new ArrayList<>();
    expect('(');
    while (!next(')')) {
      axes.add(number());
      Check.argument(axes.size() <= MOST_AXES, "shape must have at most %d axes", MOST_AXES);
      if (!next(',')) {
        expect(')');
        break;
      }
    }
    return List.copyOf(axes);
  }

  private long number() {
    skipBlanks();
    int start = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    String digits = text.substring(start, at);
    Check.argument(
        !digits.isEmpty() && digits.length() <= 18,
        "shape must be whole numbers, not negative and below 10^18, got '%s' at %d",
        digits,
        start);
    if (at < text.length() && text.charAt(at) == 'L') {
      at++; // Python 2 wrote long integers so
    }
    return Long.parseLong(digits);
  }

  private void expect(char wanted) {
    Check.argument(next(wanted), "header must have '%s' at %d", wanted, at);
  }

  /** Steps over {@code wanted} if it comes next. */
  private boolean next(char wanted) {
    boolean found = peek(wanted);
    if (found) {
      at++;
    }
    return found;
  }

  private boolean peek(char wanted) {
    skipBlanks();
    return at < text.length() && text.charAt(at) == wanted;
  }

  private void skipBlanks() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\n')) {
      at++;
    }
  }
}
