package io.github.wats.calibration;

import java.util.List;

/**
 * A package of methods, found through {@code META-INF/services}: a new family adds its line there
 * and touches nothing else.
 */
public interface MethodProvider {
  /** The methods in the order in which they are listed for people. */
  List<Method> methods();
}
