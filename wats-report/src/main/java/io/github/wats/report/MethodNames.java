package io.github.wats.report;

import java.util.Map;

/** How methods are written in reports: as their authors write them. */
public final class MethodNames {
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
}
