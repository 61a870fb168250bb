package io.github.wats.io.dataset;

import io.github.wats.io.json.TypedJson;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;

/** The data sets known by name: {@code catalogue.json}. */
public final class Catalogue {
  private static final List<CatalogueEntry> ENTRIES =
      TypedJson.resource(Catalogue.class, "catalogue.json", new TypeReference<>() {});

  private Catalogue() {}

  /** All data sets, in the order papers list them. */
  public static List<CatalogueEntry> entries() {
    return ENTRIES;
  }

  /**
   * The data set a user means by {@code name}: its name, its folder's or its title, in any case and
   * with blanks, hyphens and underscores alike.
   */
  public static Optional<CatalogueEntry> find(String name) {
    String wanted = plain(name);
    return ENTRIES.stream()
        .filter(
            entry ->
                Stream.of(entry.name(), entry.folder(), entry.title())
                    .anyMatch(spelling -> plain(spelling).equals(wanted)))
        .findFirst();
  }

  /** The data set a user means by {@code name}; refuses any other name and lists the known ones. */
  public static CatalogueEntry named(String name) {
    String names = ENTRIES.stream().map(CatalogueEntry::name).collect(Collectors.joining(", "));
    return find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException("data set must be one of " + names + ", got " + name));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }
}
