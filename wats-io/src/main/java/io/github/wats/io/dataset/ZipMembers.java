package io.github.wats.io.dataset;

import io.github.wats.io.AtomicFile;
import io.github.wats.io.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** Takes single files out of a downloaded archive. */
final class ZipMembers {
  /** Reddit's larger member has half a gigabyte; no honest one comes near this. */
  private static final long MOST_BYTES = 8L << 30;

  private static final int BUFFER_BYTES = 1 << 16;

  private ZipMembers() {}

  /** Writes the member of that file name, in whatever folder of the archive, to {@code target}. */
  static void extract(Path archive, String name, Path target) throws IOException {
    Origin origin = Origin.of(archive);
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      ZipEntry entry =
          zip.stream()
              .filter(e -> e.getName().equals(name) || e.getName().endsWith("/" + name))
              .findFirst()
              .map(e -> (ZipEntry) e)
              .orElseThrow(() -> origin.invalid("must hold %s, which is missing", name));
      AtomicFile.write(
          target,
          out -> {
            try (InputStream in = zip.getInputStream(entry)) {
              byte[] buffer = new byte[BUFFER_BYTES];
              long total = 0;
              for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                total += count;
                origin.check(
                    total <= MOST_BYTES, "%s must have at most %d bytes", name, MOST_BYTES);
                out.write(buffer, 0, count);
              }
            }
          });
    } catch (ZipException e) {
      throw origin.invalid("is not a whole zip archive: %s", e.getMessage());
    }
  }
}
