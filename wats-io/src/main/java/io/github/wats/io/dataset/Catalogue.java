package io.github.wats.io.dataset;

import io.github.wats.io.dataset.CatalogueEntry.Figures;
import io.github.wats.io.json.TypedJson;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The data sets known by name: {@code catalogue.json}. */
public final class Catalogue {
  private static final List<CatalogueEntry> ENTRIES = read();

  private Catalogue() {}

  /** An entry of the resource. */
  private record Stored(
      String name,
      String title,
      String folder,
      Figures figures,
      List<StoredEdition> editions,
      String origin,
      String license,
      String preparation) {
    CatalogueEntry entry() {
      List<Edition> all = editions.stream().map(edition -> edition.in(folder)).toList();
      return new CatalogueEntry(name, title, folder, figures, all, origin, license, preparation);
    }
  }

  /**
   * One set of files. Texts are empty where there is nothing to say.
   *
   * @param address where the archive or else the files are
   */
  private record StoredEdition(
      String reader, String address, String archive, List<String> files, String lacks) {
    Edition in(String folder) {
      DatasetLayout layout =
          switch (reader) {
            case "planetoid" -> new PlanetoidReader(folder);
            case "lists" -> new ListsReader(folder);
            case "reddit" -> new RedditReader();
            case "heterophilous" -> new HeterophilousReader(files.get(0));
            default -> new BenchmarkReader(files.get(0));
          };
      boolean single = archive.isEmpty() && !address.isEmpty();
      return new Edition(
          layout,
          files.stream().map(file -> source(folder, file, single)).toList(),
          Optional.of(archive).filter(zip -> !zip.isEmpty()).map(zip -> source(folder, zip, true)),
          Optional.of(lacks).filter(what -> !what.isEmpty()));
    }

    private SourceFile source(String folder, String file, boolean offered) {
      return SourceFile.known(
          folder, file, offered ? Optional.of(address + file) : Optional.empty());
    }
  }

  private static List<CatalogueEntry> read() {
    Stored[] stored =
        TypedJson.MAPPER.readValue(
            Objects.requireNonNull(Catalogue.class.getResourceAsStream("catalogue.json")),
            Stored[].class);
    return Arrays.stream(stored).map(Stored::entry).toList();
  }

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
                    .anyMatch(known -> plain(known).equals(wanted)))
        .findFirst();
  }

  /** The data set a user means by {@code name}; refuses any other name and lists the known ones. */
  public static CatalogueEntry named(String name) {
    String known = ENTRIES.stream().map(CatalogueEntry::name).collect(Collectors.joining(", "));
    return find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException("data set must be one of " + known + ", got " + name));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }
}
