package io.github.wats.io.pickle;

import java.util.List;
import java.util.Map;

/** Checks that values of a pickle are what they must be. */
public final class Values {
  private Values() {}

  /** What a value is, for messages; never its content, which may be large. */
  public static String kind(Object value) {
    if (value instanceof Object[] tuple) {
      return tuple.length + "-tuple";
    }
    if (value instanceof List || value instanceof Map) {
      return value instanceof List ? "list" : "dict";
    }
    return (value instanceof Number ? "number " : "") + value;
  }

  /** The value as the type it must have; {@code rule} says so in words. */
  public static <T> T checked(Class<T> type, Object value, String role, String rule) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(role + " must be " + rule + ", got " + kind(value));
    }
    return type.cast(value);
  }

  public static int integer(Object value, String role) {
    return checked(Integer.class, value, role, "an integer");
  }

  public static Text text(Object value, String role) {
    return checked(Text.class, value, role, "a string");
  }

  public static Object[] tuple(Object value, String role) {
    return checked(Object[].class, value, role, "a tuple");
  }
}
