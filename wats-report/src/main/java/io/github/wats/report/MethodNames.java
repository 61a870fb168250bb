package io.github.wats.report;

import io.github.wats.experiment.Variant;
import java.util.Map;

/** How methods are written in reports: as their authors write them. */
public final class MethodNames {
  /** The method that does nothing. */
  static final String UNCALIBRATED = "uncalibrated";

  private static final Map<String, String> NAMES =
      Map.of(
          "ts", "TS",
          "vs", "VS",
          "ets", "ETS",
          "cagcn", "CaGCN",
          "gats", "GATS",
          "gets", "GETS",
          "wats", "WATS");

  private MethodNames() {}

  /** {@code wats} as {@code WATS}; a name it does not know stays as it is. */
  public static String of(String method) {
    return NAMES.getOrDefault(method, method);
  }

  /** The features of an ablation, else the method and its point. */
  static String of(Variant variant) {
    return variant.point().has("features")
        ? variant.point().text("features")
        : variant.label().replaceFirst(variant.method(), of(variant.method()));
  }
}
