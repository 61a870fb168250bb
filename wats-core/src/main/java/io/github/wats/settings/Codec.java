package io.github.wats.settings;

import io.github.wats.internal.Check;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How values of one type are read and written.
 *
 * @param expected what is read, for messages: "a whole number"
 * @param choices the words that are understood, empty where there are too many
 * @param reader a value from a text, a number or a truth value; throws {@link
 *     IllegalArgumentException} or {@link ArithmeticException}
 * @param writer a value as JSON has it: a text, a number or a truth value
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
      List<String> words = List.of("true", "false");
      return new Codec("true or false", words, v -> words.get(0).equals(word(v, words)), v -> v);
    } else if (type == OptionalInt.class) {
      return new Codec(
          "a whole number or auto", List.of(), Codec::optional, v -> optional((OptionalInt) v));
    } else if (type instanceof Class<?> some && some.isEnum()) {
      return ofEnum(some);
    } else if (type instanceof Class<?> some) {
      return ofParsed(some);
    }
    Check.argument(
        type instanceof ParameterizedType list
            && list.getRawType() == List.class
            && list.getActualTypeArguments()[0] == Double.class,
        "a setting cannot be of type %s",
        type);
    return new Codec("numbers joined by commas", List.of(), Codec::numbers, Codec::join);
  }

  /** What {@code given} says, which may be a value of the wanted type already. */
  Object read(String name, Object given) {
    try {
      return reader.apply(given);
    } catch (NumberFormatException | ArithmeticException | UnknownWordException e) {
      throw new IllegalArgumentException(name + " must be " + expected + ", got " + given, e);
    }
  }

  private static BigDecimal decimal(Object given) {
    return new BigDecimal(given.toString().trim());
  }

  private static Object number(Object given) {
    return Double.parseDouble(given.toString().trim());
  }

  private static Object optional(Object given) {
    if (given instanceof OptionalInt) {
      return given;
    }
    return given.toString().trim().equalsIgnoreCase(AUTO)
        ? OptionalInt.empty()
        : OptionalInt.of(decimal(given).intValueExact());
  }

  private static Object optional(OptionalInt value) {
    return value.isPresent() ? wide(value.getAsInt()) : AUTO;
  }

  /** Whole numbers are longs, as JSON is read. */
  private static Object wide(Object value) {
    return ((Integer) value).longValue();
  }

  private static Object numbers(Object given) {
    String text =
        given instanceof List<?> list
            ? list.stream().map(Object::toString).collect(Collectors.joining(","))
            : given.toString();
    return Arrays.stream(text.split(",", -1)).map(part -> (Double) number(part)).toList();
  }

  /** One number as such, several as a text. */
  private static Object join(Object value) {
    List<?> list = (List<?>) value;
    return list.size() == 1
        ? list.get(0)
        : list.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  private static Codec ofEnum(Class<?> type) {
    List<Object> constants = List.of(type.getEnumConstants());
    List<String> words = constants.stream().map(Codec::kebab).toList();
    return new Codec(
        "one of " + String.join(", ", words),
        words,
        v -> type.isInstance(v) ? v : constants.get(words.indexOf(word(v, words))),
        Codec::kebab);
  }

  private static String kebab(Object constant) {
    return SettingsSchema.text((Enum<?>) constant);
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
        v -> type.isInstance(v) ? v : invoke(parse, v.toString().trim()),
        Object::toString);
  }

  private static Object invoke(Method parse, String text) {
    try {
      return parse.invoke(null, text);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (IllegalAccessException e) {
      throw SettingsSchema.notExported(parse.getDeclaringClass(), e);
    }
  }

  /** The word of the list that {@code given} is, in any case, with {@code _} for {@code -}. */
  private static String word(Object given, List<String> words) {
    String text = given.toString().trim().toLowerCase(Locale.ROOT).replace('_', '-');
    if (!words.contains(text)) {
      throw new UnknownWordException();
    }
    return text;
  }

  private static final class UnknownWordException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
  }
}
