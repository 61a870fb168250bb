package io.github.wats.calibration;

import io.github.wats.internal.Misspelt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;

/** All registered methods, by name. */
public final class Methods {
  private static final Map<String, Method> BY_NAME = load();

  private Methods() {}

  /** All methods in the order of their families. */
  public static List<Method> all() {
    return new ArrayList<>(BY_NAME.values());
  }

  /** The method of that name, in any case. */
  public static Method named(String name) {
    String wanted = name.trim().toLowerCase(Locale.ROOT);
    Method method = BY_NAME.get(wanted);
    if (method == null) {
      throw new IllegalArgumentException(
          "method must be one of "
              + String.join(", ", BY_NAME.keySet())
              + ", got "
              + name
              + Misspelt.advice(wanted, BY_NAME.keySet()));
    }
    return method;
  }

  /** Rebuilds a fitted calibrator from what {@link FittedCalibrator#storedForm} gave. */
  public static FittedCalibrator restore(StoredForm form) {
    return named(form.method()).rebuild().apply(form);
  }

  private static Map<String, Method> load() {
    Map<String, Method> found = new LinkedHashMap<>();
    ClassLoader loader = MethodProvider.class.getClassLoader();
    for (MethodProvider family : ServiceLoader.load(MethodProvider.class, loader)) {
      for (Method method : family.methods()) {
        if (found.putIfAbsent(method.name(), method) != null) {
          throw new IllegalStateException("method " + method.name() + " is registered twice");
        }
      }
    }
    return found;
  }
}
