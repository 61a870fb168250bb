package io.github.wats.io;

import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** A single array, in a file of its own or in an archive under its usual name. */
final class ArrayFile {
  private ArrayFile() {}

  /** Uses an array while its file is open. */
  @FunctionalInterface
  interface Use<T> {
    T apply(NpyArray array) throws IOException;
  }

  static <T> T read(Path file, String name, Use<T> use) throws IOException {
    if (!isArchive(file)) {
      return use.apply(NpyArray.read(file));
    }
    try (NpzFile npz = NpzFile.open(file)) {
      return use.apply(npz.array(name));
    }
  }

  static boolean isArchive(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".npz");
  }
}
