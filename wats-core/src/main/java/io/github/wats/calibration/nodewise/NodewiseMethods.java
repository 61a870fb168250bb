package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.MethodFamily;
import java.util.List;

/** Registers the methods of this package. */
public final class NodewiseMethods implements MethodFamily {
  @Override
  public List<Method> methods() {
    return List.of(
        new Method(
            "wats",
            "a temperature per node from wavelets on the graph",
            true,
            Wats.defaults(),
            Wats::from,
            Wats.Fitted::restore));
  }
}
