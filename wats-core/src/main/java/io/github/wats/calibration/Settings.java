package io.github.wats.calibration;

import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings by name in a fixed order: the form in which recipes are reported, stored, and changed
 * from outside. Values are texts, whole numbers ({@code Long}), numbers ({@code Double}) or {@code
 * Boolean}s; a text is read as a number or truth value where one is asked for. Immutable.
 */
public final class Settings implements Serializable {
  private static final long serialVersionUID = 1L;

  public static final Settings NONE = new Settings(new LinkedHashMap<>());

  private final Map<String, Object> values; // in order, cannot be changed

  private Settings(Map<String, Object> values) {
    this.values = Collections.unmodifiableMap(values);
  }

  /** Copies {@code values} in their order. */
  public static Settings from(Map<String, ?> values) {
    Map<String, Object> copy = new LinkedHashMap<>();
    values.forEach((name, value) -> copy.put(name, checked(name, value)));
    return new Settings(copy);
  }

  /** These settings and one more, or one changed in its place. */
  public Settings with(String name, Object value) {
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.put(name, checked(name, value));
    return new Settings(copy);
  }

  /** These settings, changed and extended by all of {@code others}. */
  public Settings withAll(Settings others) {
    Map<String, Object> copy = new LinkedHashMap<>(values);
    copy.putAll(others.values);
    return new Settings(copy);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public Set<String> names() {
    return values.keySet();
  }

  /** A view that cannot be changed. */
  public Map<String, Object> asMap() {
    return values;
  }

  public String text(String name) {
    return value(name).toString();
  }

  public int integer(String name) {
    Object value = value(name);
    double number = number(name);
    Check.argument(
        number == Math.rint(number) && Math.abs(number) <= Integer.MAX_VALUE,
        "%s must be a whole number, got %s",
        name,
        value);
    return (int) number;
  }

  public double number(String name) {
    Object value = value(name);
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    try {
      return Double.parseDouble(value.toString().trim());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a number, got " + value, e);
    }
  }

  public boolean truth(String name) {
    String text = text(name).toLowerCase(Locale.ROOT);
    Check.argument(
        text.equals("true") || text.equals("false"),
        "%s must be true or false, got %s",
        name,
        value(name));
    return text.equals("true");
  }

  /** The constant whose name this is, in any case, with {@code -} for {@code _}. */
  public <E extends Enum<E>> E choice(String name, Class<E> type) {
    String wanted = text(name).toUpperCase(Locale.ROOT).replace('-', '_');
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(wanted)) {
        return constant;
      }
    }
    throw new IllegalArgumentException(
        name
            + " must be one of "
            + Arrays.stream(type.getEnumConstants())
                .map(Settings::choiceText)
                .collect(Collectors.joining(", "))
            + ", got "
            + text(name));
  }

  /** How a constant is written in settings: {@code HEAT_KERNEL} is {@code heat-kernel}. */
  public static String choiceText(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private Object value(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("setting " + name + " is missing from " + values);
    }
    return value;
  }

  private static Object checked(String name, Object value) {
    if (value instanceof Integer number) {
      return number.longValue();
    }
    if (value instanceof Enum<?> constant) {
      return choiceText(constant);
    }
    Check.argument(
        value instanceof String
            || value instanceof Long
            || value instanceof Double
            || value instanceof Boolean,
        "setting %s must be a text, a number or a truth value, got %s",
        name,
        value);
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
