package io.github.wats.experiment;

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
      Resources.json("paper-settings.json", new TypeReference<>() {});

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
