package io.github.wats.calibration;

import io.github.wats.internal.Misspelt;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/** All registered methods, by name. */
public final class Methods {
  private static final Map<String, Method> BY_NAME = load();
  private static final Map<Class<?>, Method> BY_CALIBRATOR = byCalibrator();

  private Methods() {}

  /** All methods for nodes in the order of their families. */
  public static List<Method> all() {
    return registered().stream()
        .filter(method -> method.scope() != Method.Scope.PAIR)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** All methods for pairs of nodes: those that read logits alone, and those of pairs. */
  public static List<Method> ofPairs() {
    Set<Method.Scope> scopes = Set.of(Method.Scope.LOGITS, Method.Scope.PAIR);
    return registered().stream().filter(method -> scopes.contains(method.scope())).toList();
  }

  /** All methods, for nodes and for pairs. */
  public static List<Method> registered() {
    return List.copyOf(BY_NAME.values());
  }

  /**
   * The method of that name, in any case. Settings may follow: {@code wats:k=3:s=0.8} is a method
   * of that name whose calibrator has these settings by default.
   */
  public static Method named(String name) {
    List<String> parts = List.of(name.trim().split(":", -1));
    String wanted = parts.get(0).trim().toLowerCase(Locale.ROOT);
    Method method = BY_NAME.get(wanted);
    if (method == null) {
      throw new IllegalArgumentException(
          "method must be one of "
              + String.join(", ", BY_NAME.keySet())
              + ", got "
              + name
              + Misspelt.advice(wanted, BY_NAME.keySet()));
    }
    Map<String, String> settings = SettingsSchema.parse(parts.subList(1, parts.size()));
    return settings.isEmpty() ? method : method.with(settings);
  }

  /** The methods of these names, each once. */
  public static List<Method> named(List<String> names) {
    Map<String, Method> methods = new LinkedHashMap<>();
    names.stream().map(Methods::named).forEach(method -> methods.put(method.name(), method));
    return List.copyOf(methods.values());
  }

  /** The network's own probabilities, to compare with. */
  public static Method uncalibrated() {
    return named("uncalibrated");
  }

  /** What others are compared with. */
  public static Method reference() {
    return named("ts");
  }

  /** What is used where no method is named. */
  public static Method recommended() {
    return named("auto");
  }

  /** What is used for pairs where no method is named. */
  public static Method recommendedOfPairs() {
    return named("ridge-pair");
  }

  /** What is compared where no method is named: all, and ridge without labels of neighbors. */
  public static List<Method> compared() {
    List<Method> methods = all();
    methods.add(named("ridge:neighbor-labels=ignore"));
    return methods;
  }

  /** The display name of a method: {@code WATS} for {@code wats}; unknown names are returned. */
  public static String title(String name) {
    return BY_NAME.containsKey(name.split(":", 2)[0]) ? named(name).title() : name;
  }

  /** The method of a calibrator. */
  public static Method of(Calibrator<?> calibrator) {
    return find(calibrator)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    calibrator.getClass().getName()
                        + " must be registered by a MethodProvider to be named or stored"));
  }

  /** The method of a calibrator; empty if it is not registered. */
  static Optional<Method> find(Calibrator<?> calibrator) {
    return Optional.ofNullable(BY_CALIBRATOR.get(calibrator.getClass()));
  }

  private static Map<Class<?>, Method> byCalibrator() {
    Map<Class<?>, Method> methods = new HashMap<>();
    BY_NAME.values().forEach(m -> methods.putIfAbsent(m.schema().defaults().getClass(), m));
    return methods;
  }

  /** Rebuilds a fitted calibrator from what {@link FittedCalibrator#state} gave. */
  public static FittedCalibrator restore(CalibratorState state) {
    Calibrator<?> calibrator = state.report().calibrator();
    return of(calibrator).restore().apply(calibrator, state);
  }

  /** Providers beside this class, then those the context class loader sees, such as plug-ins. */
  private static Map<String, Method> load() {
    Map<String, Method> byName = new LinkedHashMap<>();
    Set<Class<?>> seen = new HashSet<>();
    for (ClassLoader loader :
        Arrays.asList(
            MethodProvider.class.getClassLoader(),
            Thread.currentThread().getContextClassLoader())) {
      for (MethodProvider provider : ServiceLoader.load(MethodProvider.class, loader)) {
        if (seen.add(provider.getClass())) {
          provider.methods().forEach(method -> add(byName, method));
        }
      }
    }
    return byName;
  }

  private static void add(Map<String, Method> byName, Method method) {
    if (byName.putIfAbsent(method.name(), method) != null) {
      throw new IllegalStateException("method " + method.name() + " is registered twice");
    }
  }
}
