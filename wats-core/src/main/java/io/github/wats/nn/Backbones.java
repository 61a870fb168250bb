package io.github.wats.nn;

import java.util.List;

/** The kinds of backbones there are. */
public final class Backbones {
  private static final List<Backbone> DEFAULTS =
      List.of(
          GcnBackbone.DEFAULT,
          GatBackbone.DEFAULT,
          ClassicGatBackbone.DEFAULT,
          MlpBackbone.DEFAULT);

  private Backbones() {}

  /** The names of all kinds. */
  public static List<String> names() {
    return DEFAULTS.stream().map(Backbone::name).toList();
  }

  /** The kind called {@code name} with its default settings. */
  public static Backbone named(String name) {
    return DEFAULTS.stream()
        .filter(backbone -> backbone.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException("model must be one of " + names() + ", got " + name));
  }
}
