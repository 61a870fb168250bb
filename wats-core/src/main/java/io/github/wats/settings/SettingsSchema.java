package io.github.wats.settings;

import io.github.wats.internal.Check;
import io.github.wats.internal.Misspelt;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The settings of a record: its components with {@link Setting}, and those of components that are
 * records of settings themselves, in one flat list. Names must be distinct.
 *
 * <p>Records of plug-ins must be public and in an exported package.
 */
public final class SettingsSchema<R extends Record> {
  private final String owner;
  private final R defaults;
  private final Map<String, Declared> declared = new LinkedHashMap<>();

  /**
   * A setting as it is declared.
   *
   * @param name in kebab-case
   * @param type of the component
   * @param help one line
   * @param range such as "at least 1", empty where there is none
   * @param choices the words of an enum or boolean, empty for others
   * @param defaultValue a text, a number or a boolean
   */
  public record Declared(
      String name,
      Type type,
      String help,
      String range,
      List<String> choices,
      Object defaultValue) {
    /** The help with range or choices: "hidden units, at least 1", "optimizer [exact|adam]". */
    public String description() {
      if (type != boolean.class && !choices.isEmpty()) {
        return help + " [" + String.join("|", choices) + "]";
      }
      return range.isEmpty() ? help : help + ", " + range;
    }
  }

  private SettingsSchema(String owner, R defaults) {
    this.owner = owner;
    this.defaults = defaults;
    walk(defaults, this::declare);
  }

  /** The schema of the record's class, with the record's values as defaults. */
  public static <R extends Record> SettingsSchema<R> of(R defaults) {
    return of(defaults.getClass().getSimpleName(), defaults);
  }

  /** As {@link #of(Record)}, with the name that messages give the owner of the settings. */
  public static <R extends Record> SettingsSchema<R> of(String owner, R defaults) {
    return new SettingsSchema<>(owner, defaults);
  }

  private void declare(RecordComponent component, Setting setting, Object value) {
    Type type = component.getGenericType();
    Codec codec = Codec.of(type);
    Declared one =
        new Declared(
            name(component),
            type,
            setting.help(),
            range(component, setting).text(),
            codec.choices(),
            codec.writer().apply(value));
    Check.argument(
        declared.put(one.name, one) == null,
        "%s declares the setting %s twice",
        defaults.getClass().getName(),
        one.name);
  }

  /** The text form of an enum constant: {@code HEAT_KERNEL} is {@code heat-kernel}. */
  public static String text(Enum<?> constant) {
    return Codec.word(constant);
  }

  public R defaults() {
    return defaults;
  }

  /** The names of all settings in the order of their components. */
  public Set<String> names() {
    return Collections.unmodifiableSet(declared.keySet());
  }

  /** All settings in the order of their components. */
  public List<Declared> settings() {
    return List.copyOf(declared.values());
  }

  /** The values of a record's settings by name, in order: texts, longs, doubles and booleans. */
  public static Map<String, Object> valuesOf(Record record) {
    Map<String, Object> values = new LinkedHashMap<>();
    walk(
        record,
        (component, setting, value) ->
            values.put(
                name(component), Codec.of(component.getGenericType()).writer().apply(value)));
    return Collections.unmodifiableMap(values);
  }

  /** Values by name from texts such as {@code k=3}; a name may occur once. */
  public static Map<String, String> parse(List<String> texts) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String text : texts) {
      String[] setting = text.trim().split("\\s*=\\s*", 2);
      Check.argument(
          setting.length == 2 && !setting[0].isEmpty() && !setting[1].isEmpty(),
          "a setting must be NAME=VALUE, such as k=3, got %s",
          text);
      String before = values.put(setting[0], setting[1]);
      Check.argument(
          before == null, "%s must be set once, got %s and %s", setting[0], before, setting[1]);
    }
    return values;
  }

  /**
   * The defaults with some values changed: texts, as on a command line, numbers and booleans, as in
   * JSON, or values of the component's own type.
   */
  public R bind(Map<String, ?> changed) {
    for (String name : changed.keySet()) {
      Check.argument(
          declared.containsKey(name),
          "%s has no setting %s; it has %s%s",
          owner,
          name,
          declared.isEmpty() ? "none" : String.join(", ", declared.keySet()),
          Misspelt.advice(name, declared.keySet()));
    }
    return rebuilt(defaults, changed);
  }

  /** The same settings with other defaults. */
  public SettingsSchema<R> with(Map<String, ?> changes) {
    return new SettingsSchema<>(owner, bind(changes));
  }

  /** A record with the given values of settings, also of those in nested records. */
  @SuppressWarnings("unchecked")
  private static <T extends Record> T rebuilt(T record, Map<String, ?> changed) {
    Class<?> type = record.getClass();
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int k = 0; k < components.length; k++) {
      RecordComponent component = components[k];
      Object value = call(type, () -> component.getAccessor().invoke(record));
      Setting setting = component.getAnnotation(Setting.class);
      types[k] = component.getType();
      if (setting == null) {
        values[k] = rebuilt((Record) value, changed);
      } else {
        String name = name(component);
        Object other = changed.get(name);
        values[k] = other == null ? value : Codec.of(component.getGenericType()).read(name, other);
      }
    }
    return (T) call(type, () -> type.getDeclaredConstructor(types).newInstance(values));
  }

  private interface Visitor {
    void visit(RecordComponent component, Setting setting, Object value);
  }

  /** Visits every setting, also those of nested records, in order. */
  private static void walk(Record record, Visitor visitor) {
    Class<?> type = record.getClass();
    for (RecordComponent component : type.getRecordComponents()) {
      Object value = call(type, () -> component.getAccessor().invoke(record));
      Setting setting = component.getAnnotation(Setting.class);
      if (setting != null) {
        visitor.visit(component, setting, value);
      } else if (value instanceof Record nested) {
        walk(nested, visitor);
      } else {
        throw new IllegalArgumentException(
            "component %s of %s must have @Setting or be a record of settings"
                .formatted(component.getName(), type.getName()));
      }
    }
  }

  /**
   * Checks the components of a record against the ranges of their annotations: for canonical
   * constructors.
   *
   * @param components all of them, in order
   */
  public static void check(Class<? extends Record> type, Object... components) {
    RecordComponent[] declared = type.getRecordComponents();
    Check.argument(
        declared.length == components.length,
        "%s has %d components, got %d",
        type.getName(),
        declared.length,
        components.length);
    for (int k = 0; k < declared.length; k++) {
      Objects.requireNonNull(components[k], declared[k].getName());
      Setting setting = declared[k].getAnnotation(Setting.class);
      if (setting != null) {
        check(name(declared[k]), range(declared[k], setting), components[k]);
      }
    }
  }

  private static void check(String name, Range range, Object value) {
    if (value instanceof Number number) {
      double checked = number.doubleValue();
      Check.argument(Double.isFinite(checked), "%s must be finite, got %s", name, value);
      Check.argument(range.contains(checked), "%s must be %s, got %s", name, range.text(), value);
    } else if (value instanceof OptionalInt optional) {
      optional.ifPresent(number -> check(name, range, number));
    } else if (value instanceof List<?> list) {
      Check.argument(!list.isEmpty(), "%s must have at least one value, got none", name);
      list.forEach(element -> check(name, range, element));
    }
  }

  private static Range range(RecordComponent component, Setting setting) {
    Class<?> type = component.getType();
    return new Range(setting, type != double.class && type != List.class);
  }

  private static String name(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** A call by reflection. */
  interface ReflectiveCall {
    Object run() throws ReflectiveOperationException;
  }

  /** Runs a call of {@code type}; an exception of the code that was called is thrown as it is. */
  static Object call(Class<?> type, ReflectiveCall call) {
    try {
      return call.run();
    } catch (IllegalAccessException e) {
      throw new IllegalArgumentException(
          type.getName() + " must be public, and its package exported to wats-core", e);
    } catch (ReflectiveOperationException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }
}
