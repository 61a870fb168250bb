package io.github.wats.calibration;

import io.github.wats.internal.Check;
import java.util.function.Function;

/**
 * A registered way of calibrating: its name, its settings, and how to make and rebuild it.
 *
 * @param name lower case, what {@link Methods#named} finds in any case
 * @param summary one line for people
 * @param keepsClass whether no fit can change a predicted class
 * @param needsFeatures whether it looks at the node features the network saw
 * @param defaults every setting it knows, each at its default
 * @param recipe a calibrator from settings as complete as {@code defaults}
 * @param rebuild a fitted calibrator from its stored form
 */
public record Method(
    String name,
    String summary,
    boolean keepsClass,
    boolean needsFeatures,
    Settings defaults,
    Function<Settings, Calibrator<?>> recipe,
    Function<StoredForm, FittedCalibrator> rebuild) {
  /** A method that looks at no node features. */
  public Method(
      String name,
      String summary,
      boolean keepsClass,
      Settings defaults,
      Function<Settings, Calibrator<?>> recipe,
      Function<StoredForm, FittedCalibrator> rebuild) {
    this(name, summary, keepsClass, false, defaults, recipe, rebuild);
  }

  /** The method at its defaults. */
  public Calibrator<?> calibrator() {
    return recipe.apply(defaults);
  }

  /** The method at its defaults but for {@code changes}; a setting it does not know is an error. */
  public Calibrator<?> calibrator(Settings changes) {
    for (String changed : changes.names()) {
      Check.argument(
          defaults.has(changed),
          "%s has no setting %s; it has %s",
          name,
          changed,
          defaults.names().isEmpty() ? "none" : String.join(", ", defaults.names()));
    }
    return recipe.apply(defaults.withAll(changes));
  }
}
