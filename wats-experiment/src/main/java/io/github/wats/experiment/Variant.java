package io.github.wats.experiment;

import io.github.wats.calibration.Settings;
import io.github.wats.internal.Check;
import java.util.Map;

/**
 * One of the fits made on every trained network: a method, and for sweeps and ablations the point
 * at which it is fitted.
 *
 * @param method the registered name
 * @param point settings that tell this variant from others of the same method: {@code k} and {@code
 *     s} in a sweep, {@code features} in an ablation, nothing in a benchmark
 */
public record Variant(String method, Settings point) {
  public Variant {
    Check.argument(!method.isBlank(), "a variant needs a method, got none");
  }

  public static Variant of(String method) {
    return new Variant(method, Settings.NONE);
  }

  static Variant ofGrid(int order, double scale) {
    return new Variant("wats", Settings.NONE.with("k", order).with("s", scale));
  }

  static Variant ofFeatures(String features) {
    return new Variant("wats", Settings.NONE.with("features", features));
  }

  /** For people, such as {@code ts} or {@code wats k=3 s=0.8}. */
  public String label() {
    StringBuilder text = new StringBuilder(method);
    for (Map.Entry<String, Object> entry : point.asMap().entrySet()) {
      text.append(' ').append(entry.getKey()).append('=').append(entry.getValue());
    }
    return text.toString();
  }
}
