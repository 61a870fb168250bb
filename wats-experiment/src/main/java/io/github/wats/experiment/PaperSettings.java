package io.github.wats.experiment;

import io.github.wats.internal.Check;
import io.github.wats.io.json.TypedJson;
import io.github.wats.nn.Backbone;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.core.type.TypeReference;

/**
 * The settings of the paper's tables per data set, and what its authors' code does differently, of
 * methods and backbones alike: {@code paper-settings.json}. Names are case-insensitive. Where there
 * is no entry, the defaults hold.
 */
public final class PaperSettings {
  /** Section → owner → data set, or {@code any} → setting → value. */
  private static final Map<String, Map<String, Map<String, Map<String, Object>>>> SECTIONS =
      TypedJson.resource(PaperSettings.class, "paper-settings.json", new TypeReference<>() {});

  private PaperSettings() {}

  /** What the paper's tables say about a method or backbone on a data set. */
  public static Map<String, Object> of(String owner, String dataset) {
    return merged(List.of("tables"), owner, dataset);
  }

  /**
   * What a protocol changes: {@code paper} stops networks early on the training nodes; {@code
   * authors} also fits temperature scaling by Adam and runs Photo and Computers without self-loops.
   */
  public static Map<String, Object> of(Protocol protocol, String owner, String dataset) {
    List<String> sections =
        protocol == Protocol.AUTHORS
            ? List.of("tables", "paper", "authors")
            : List.of("tables", "paper");
    return merged(sections, owner, dataset);
  }

  /** The versions of the paper whose settings can be asked for. */
  public static final List<String> PRESETS = List.of("arxiv-v1", "iclr-2026");

  /**
   * What a version of the paper changes about a method on every data set: {@code arxiv-v1} nothing
   * beside its tables, {@code iclr-2026} the wavelets of WATS.
   */
  public static Map<String, Object> preset(String name, String owner) {
    String preset = name.trim().toLowerCase(Locale.ROOT);
    Check.argument(
        PRESETS.contains(preset), "preset must be %s, got %s", String.join(" or ", PRESETS), name);
    return merged(List.of(preset), owner, "any");
  }

  /** The paper's backbone of a kind on a data set. */
  public static Backbone backbone(String kind, String dataset) {
    return Backbone.named(kind.toLowerCase(Locale.ROOT)).with(of(kind, dataset));
  }

  private static Map<String, Object> merged(List<String> sections, String owner, String dataset) {
    String name = dataset.toLowerCase(Locale.ROOT).replace('_', '-');
    Map<String, Object> settings = new LinkedHashMap<>();
    for (String section : sections) {
      Map<String, Map<String, Object>> datasets =
          SECTIONS
              .getOrDefault(section, Map.of())
              .getOrDefault(owner.toLowerCase(Locale.ROOT), Map.of());
      settings.putAll(datasets.getOrDefault("any", Map.of()));
      settings.putAll(datasets.getOrDefault(name, Map.of()));
    }
    return settings;
  }
}
