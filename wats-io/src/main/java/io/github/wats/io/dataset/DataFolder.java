package io.github.wats.io.dataset;

import static java.util.stream.Collectors.joining;

import io.github.wats.io.Hashes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A folder with one folder per data set, each holding the files as they were published.
 *
 * @param root the folder; it need not exist yet
 */
public record DataFolder(Path root) {
  /** The environment variable that names the data folder. */
  public static final String VARIABLE = "WATS_DATA";

  /**
   * The folder to use: the given one, else {@code WATS_DATA}, else the cache ({@code
   * $XDG_CACHE_HOME/wats}, {@code ~/.cache/wats}).
   */
  public static DataFolder locate(Optional<Path> chosen, Map<String, String> environment) {
    if (chosen.isPresent()) {
      return new DataFolder(chosen.get());
    }
    String named = environment.getOrDefault(VARIABLE, "");
    if (!named.isEmpty()) {
      return new DataFolder(Path.of(named));
    }
    // The XDG specification: a relative path is to be ignored.
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    if (!cache.isEmpty() && Path.of(cache).isAbsolute()) {
      return new DataFolder(Path.of(cache, "wats"));
    }
    String home = environment.getOrDefault("HOME", System.getProperty("user.home"));
    return new DataFolder(Path.of(home, ".cache", "wats"));
  }

  /** Where the files of a data set are, or would be. */
  public Path folder(CatalogueEntry entry) {
    return root.resolve(entry.folder());
  }

  /** The first edition of a data set that has all its files. */
  public Optional<Edition> present(CatalogueEntry entry) {
    return entry.editions().stream()
        .filter(edition -> missing(entry, edition).isEmpty())
        .findFirst();
  }

  private List<SourceFile> missing(CatalogueEntry entry, Edition edition) {
    return edition.files().stream()
        .filter(file -> !Files.isRegularFile(folder(entry).resolve(file.name())))
        .toList();
  }

  /**
   * Reads a data set and prepares it.
   *
   * @throws DatasetUnavailableException if files are missing or differ from the published ones
   * @throws io.github.wats.io.InvalidDataException if a file has invalid content
   */
  public Dataset load(CatalogueEntry entry) throws IOException {
    return load(entry, false);
  }

  Dataset load(CatalogueEntry entry, boolean whole) throws IOException {
    Edition edition = present(entry).orElseThrow(() -> notThere(entry));
    List<FileCheck> checks = verify(entry, edition);
    String fingerprint = fingerprint(checks);
    Dataset dataset =
        whole
            ? edition.layout().whole(folder(entry), entry.name(), fingerprint)
            : edition.layout().read(folder(entry), entry.name(), fingerprint);
    // Readers check the contents themselves, and their messages are more specific.
    for (FileCheck check : checks) {
      check.requireGood();
    }
    return dataset;
  }

  private DatasetUnavailableException notThere(CatalogueEntry entry) {
    Edition first = entry.editions().get(0);
    List<SourceFile> missing = missing(entry, first);
    String names = missing.stream().map(SourceFile::name).limit(3).collect(joining(", "));
    String more = missing.size() > 3 ? ", …" : "";
    return new DatasetUnavailableException(
        "%s is not in %s (%s%s %s missing); 'wats dataset get %s' fetches it"
            .formatted(
                entry.name(),
                folder(entry),
                names,
                more,
                missing.size() > 1 ? "are" : "is",
                entry.name()));
  }

  /** Compares the size and checksum of every file of an edition with the published ones. */
  public List<FileCheck> verify(CatalogueEntry entry, Edition edition) throws IOException {
    List<FileCheck> checks = new ArrayList<>();
    for (SourceFile file : edition.files()) {
      checks.add(FileCheck.of(folder(entry).resolve(file.name()), file));
    }
    return checks;
  }

  /** SHA-256 over one line per file, in the form of {@code sha256sum}. */
  private static String fingerprint(List<FileCheck> checks) {
    String lines =
        checks.stream()
            .map(check -> check.sha256() + "  " + check.file().getFileName() + "\n")
            .collect(joining());
    return Hashes.sha256(lines.getBytes(StandardCharsets.UTF_8));
  }
}
