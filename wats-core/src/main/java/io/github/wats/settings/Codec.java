package io.github.wats.settings;

import io.github.wats.internal.Check;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How values of one type are parsed and printed.
 *
 * @param expected what can be parsed, for messages: "a whole number"
 * @param choices the words that are allowed, empty where any text may be
 * @param reader a value from a text, a number or a boolean; throws {@link
 *     IllegalArgumentException}, {@link ArithmeticException} or {@link NoSuchElementException}
 * @param writer a value as JSON has it: a text, a number or a boolean
 */
record Codec(
    String expected,
    List<String> choices,
    Function<Object, Object> reader,
    Function<Object, Object> writer) {
  private static final String AUTO = "auto";

  static Codec of(Type type) {
    if (type == int.class) {
      return new Codec("a whole number", List.of(), v -> decimal(v).intValueExact(), Codec::wide);
    } else if (type == long.class) {
      return new Codec("a whole number", List.of(), v -> decimal(v).longValueExact(), v -> v);
    } else if (type == double.class) {
      return new Codec("a number", List.of(), Codec::number, v -> v);
    } else if (type == boolean.class) {
      return ofWords("true or false", List.of(true, false), v -> v);
    } else if (type == OptionalInt.class) {
      return new Codec("a whole number or auto", List.of(), Codec::optional, Codec::wideOrAuto);
    } else if (type instanceof Class<?> some && some.isEnum()) {
      List<Object> constants = List.of(some.getEnumConstants());
      String words = constants.stream().map(Codec::word).collect(Collectors.joining(", "));
      return ofWords("one of " + words, constants, Codec::word);
    } else if (type instanceof Class<?> some) {
      return ofParsed(some);
    }
    Check.argument(
        type instanceof ParameterizedType list
            && list.getRawType() == List.class
            && list.getActualTypeArguments()[0] == Double.class,
        "a setting cannot be of type %s",
        type);
    return new Codec(
        "numbers joined by commas", List.of(), Codec::numbers, v -> oneOrJoined((List<?>) v));
  }

  /** Parses {@code given}, which may be a value of the right type already. */
  Object read(String name, Object given) {
    try {
      return reader.apply(given);
    } catch (NumberFormatException | ArithmeticException | NoSuchElementException e) {
      throw new IllegalArgumentException(name + " must be " + expected + ", got " + given, e);
    }
  }

  private static BigDecimal decimal(Object given) {
    return new BigDecimal(given.toString().trim());
  }

  private static Double number(Object given) {
    return Double.valueOf(given.toString().trim());
  }

  private static Object optional(Object given) {
    if (given instanceof OptionalInt) {
      return given;
    }
    return given.toString().trim().equalsIgnoreCase(AUTO)
        ? OptionalInt.empty()
        : OptionalInt.of(decimal(given).intValueExact());
  }

  private static Object wideOrAuto(Object value) {
    OptionalInt optional = (OptionalInt) value;
    return optional.isPresent() ? wide(optional.getAsInt()) : AUTO;
  }

  /** Whole numbers are longs, as they are when JSON is read. */
  private static Object wide(Object value) {
    return ((Integer) value).longValue();
  }

  private static Object numbers(Object given) {
    Object text = given instanceof List<?> list ? oneOrJoined(list) : given;
    return Arrays.stream(String.valueOf(text).split(",", -1)).map(Codec::number).toList();
  }

  /** A list of one number as that number, others as a text. */
  private static Object oneOrJoined(List<?> list) {
    return list.size() == 1
        ? list.get(0)
        : list.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  private static Codec ofWords(
      String expected, List<?> constants, Function<Object, Object> writer) {
    return new Codec(
        expected,
        constants.stream().map(Codec::word).toList(),
        given ->
            constants.stream().filter(c -> word(c).equals(word(given))).findFirst().orElseThrow(),
        writer);
  }

  /** In lower case with hyphens: {@code HEAT_KERNEL} is {@code heat-kernel}. */
  static String word(Object value) {
    String text = value instanceof Enum<?> constant ? constant.name() : value.toString();
    return text.trim().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static Codec ofParsed(Class<?> type) {
    Method parse;
    try {
      parse = type.getMethod("parse", String.class);
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException("a setting cannot be of type " + type.getName(), e);
    }
    return new Codec(
        "a " + type.getSimpleName(),
        List.of(),
        v ->
            type.isInstance(v)
                ? v
                : SettingsSchema.call(type, () -> parse.invoke(null, v.toString().trim())),
        Object::toString);
  }
}
