package io.github.wats.calibration;

import java.util.List;

/**
 * Some methods, found through {@code META-INF/services}: a plug-in adds a provider of its own and
 * touches nothing else. Its calibrators must be public records in exported packages.
 */
public interface MethodProvider {
  /** The methods in the order in which they are listed. */
  List<Method> methods();
}
