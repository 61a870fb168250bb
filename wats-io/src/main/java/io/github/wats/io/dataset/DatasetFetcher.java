package io.github.wats.io.dataset;

import io.github.wats.internal.Check;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.Location;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Downloads the files of a data set into a data folder: from where they were published, or from a
 * mirror laid out like a data folder. A file is put in place only when it is complete and correct,
 * so an existing one survives any failure.
 */
public final class DatasetFetcher {
  private final DataFolder folder;
  private final boolean offline;
  private final Optional<Mirror> mirror;
  private final DownloadListener listener;
  private final HttpDownload http;

  /**
   * @param offline whether not to use the network
   * @param mirror where to look instead of the published addresses
   */
  public DatasetFetcher(
      DataFolder folder, boolean offline, Optional<Mirror> mirror, DownloadListener listener) {
    this(folder, offline, mirror, listener, HttpDownload.Patience.DEFAULT);
  }

  DatasetFetcher(
      DataFolder folder,
      boolean offline,
      Optional<Mirror> mirror,
      DownloadListener listener,
      HttpDownload.Patience patience) {
    this.folder = folder;
    this.offline = offline;
    this.mirror = mirror;
    this.listener = listener;
    this.http = new HttpDownload(patience, listener);
  }

  /**
   * Ensures that the data set is present and complete.
   *
   * @return the edition that is present now
   * @throws DatasetUnavailableException if it is missing and cannot be downloaded, or the download
   *     differs from the published file
   */
  public Edition get(CatalogueEntry entry) throws IOException, InterruptedException {
    boolean canFetch = !offline || mirror.filter(Mirror::isFolder).isPresent();
    for (Edition edition : entry.editions()) {
      if (isGood(entry, edition)) {
        return edition;
      }
      if (canFetch && fetch(entry, edition)) {
        return edition;
      }
    }
    throw new DatasetUnavailableException(
        entry.name()
            + (canFetch
                ? " is not offered by " + mirror.map(Mirror::toString).orElse("any server")
                : " is not complete in "
                    + folder.folder(entry)
                    + ", and --offline forbids fetching"));
  }

  private boolean isGood(CatalogueEntry entry, Edition edition) throws IOException {
    return folder.verify(entry, edition).stream().allMatch(FileCheck::isGood);
  }

  /** False if the source does not have this edition. */
  private boolean fetch(CatalogueEntry entry, Edition edition)
      throws IOException, InterruptedException {
    if (mirror.isEmpty() && !edition.isOffered()) {
      return false;
    }
    Path place = folder.folder(entry);
    Files.createDirectories(place);
    try {
      if (mirror.isEmpty() && edition.archive().isPresent()) {
        fetchArchive(edition, edition.archive().get(), place);
      } else {
        for (SourceFile file : edition.files()) {
          if (!FileCheck.of(place.resolve(file.name()), file).isGood()) {
            fetchFile(entry, file, place);
          }
        }
      }
      return true;
    } catch (NoSuchFileException e) {
      listener.note(e.getFile() + " does not exist");
      return false;
    }
  }

  private void fetchFile(CatalogueEntry entry, SourceFile file, Path place)
      throws IOException, InterruptedException {
    Path target = place.resolve(file.name());
    URI address =
        mirror.isPresent() ? mirror.get().address(entry, file) : file.address().orElseThrow();
    if (mirror.filter(Mirror::isFolder).isPresent()) {
      copy(Path.of(address), file, target);
    } else {
      download(address, file, target);
    }
    if (file.checksum().isEmpty()) {
      FileCheck.record(target);
      listener.note(file.name() + ": no published checksum; its own is recorded for later checks");
    }
  }

  private void copy(Path from, SourceFile file, Path target) throws IOException {
    FileCheck check = FileCheck.of(from, file);
    if (check.state() == FileCheck.State.MISSING) {
      throw new NoSuchFileException(from.toString());
    }
    check.requireGood();
    AtomicFile.write(target, out -> Files.copy(from, out));
    FileCheck.of(target, file).requireGood();
  }

  private void download(URI address, SourceFile file, Path target)
      throws IOException, InterruptedException {
    Path part = target.resolveSibling(file.name() + ".part");
    boolean continued = http.fetch(address, part, file.name(), file.size());
    FileCheck check = FileCheck.of(part, file);
    if (!check.isGood() && continued) {
      listener.note(file.name() + ": the earlier part does not match, downloading all of it again");
      Files.delete(part);
      http.fetch(address, part, file.name(), file.size());
      check = FileCheck.of(part, file);
    }
    if (!check.isGood()) {
      Files.delete(part);
      throw new DatasetUnavailableException(
          address + " is not the published file: " + check.detail() + "; nothing was replaced");
    }
    checkArchive(address, file, part);
    AtomicFile.move(part, target);
  }

  /** Without a published checksum, at least detects a web page in place of an archive. */
  private static void checkArchive(URI address, SourceFile file, Path part) throws IOException {
    if (file.checksum().isEmpty()) {
      try (ZipFile zip = new ZipFile(part.toFile())) {
        zip.size();
      } catch (ZipException e) {
        Files.delete(part);
        throw new DatasetUnavailableException(
            address + " is not the published file: not an archive; nothing was replaced");
      }
    }
  }

  private void fetchArchive(Edition edition, SourceFile archive, Path place)
      throws IOException, InterruptedException {
    Path zip = place.resolve(archive.name());
    if (!FileCheck.of(zip, archive).isGood()) {
      download(archive.address().orElseThrow(), archive, zip);
    }
    for (SourceFile member : edition.files()) {
      Path target = place.resolve(member.name());
      listener.note(member.name() + ": unpacking");
      extract(zip, member.name(), target);
      FileCheck.record(target);
    }
    Files.delete(zip);
  }

  /** Writes the member of that file name, in whatever folder of the published archive. */
  private static void extract(Path archive, String name, Path target) throws IOException {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      ZipEntry member =
          zip.stream()
              .map(entry -> (ZipEntry) entry)
              .filter(entry -> ("/" + entry.getName()).endsWith("/" + name))
              .findFirst()
              .orElseThrow(() -> Location.of(archive).invalid("must hold %s", name));
      AtomicFile.write(
          target,
          out -> {
            try (InputStream in = zip.getInputStream(member)) {
              in.transferTo(out);
            }
          });
    }
  }

  /**
   * Where to look instead of the published addresses.
   *
   * @param root a server or a folder, ended by a slash
   */
  public record Mirror(URI root) {
    /** An address that begins with {@code http(s)://}, or else a folder. */
    public static Mirror of(String place) {
      if (place.matches("(?i)https?://.*")) {
        return new Mirror(URI.create(place.endsWith("/") ? place : place + "/"));
      }
      Path root = place.matches("(?i)file:.*") ? Path.of(URI.create(place)) : Path.of(place);
      Check.argument(
          Files.isDirectory(root),
          "a mirror must be an http(s) address or a folder, got '%s'",
          place);
      return new Mirror(root.toUri());
    }

    boolean isFolder() {
      return root.getScheme().equals("file");
    }

    private URI address(CatalogueEntry entry, SourceFile file) {
      return root.resolve(entry.folder() + "/" + file.name());
    }

    @Override
    public String toString() {
      return isFolder() ? Path.of(root).toString() : root.toString();
    }
  }
}
