package io.github.wats.io.npy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Archives of deflated arrays, as {@code numpy.savez_compressed} writes them. */
public final class DeflatedNpz {
  private DeflatedNpz() {}

  public static void write(Path file, NpzWriter.Content content) throws IOException {
    Path stored = file.resolveSibling(file.getFileName() + ".stored");
    NpzWriter.write(stored, content);
    try (ZipFile from = new ZipFile(stored.toFile());
        ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(file))) {
      for (ZipEntry entry : from.stream().toList()) {
        ZipEntry deflated = new ZipEntry(entry.getName());
        deflated.setTimeLocal(entry.getTimeLocal());
        to.putNextEntry(deflated);
        try (InputStream in = from.getInputStream(entry)) {
          in.transferTo(to);
        }
      }
    }
    Files.delete(stored);
  }
}
