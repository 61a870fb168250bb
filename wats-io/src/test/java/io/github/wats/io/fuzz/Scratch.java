package io.github.wats.io.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A folder for readers that take paths; in memory where the system has such a place. */
public final class Scratch {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final Path FOLDER = create();

  private Scratch() {}

  private static Path create() {
    try {
      Path folder =
          Files.isWritable(MEMORY)
              ? Files.createTempDirectory(MEMORY, "wats-fuzz")
              : Files.createTempDirectory("wats-fuzz");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void remove(Path folder) {
    try {
      clear(folder);
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void clear(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (Files.isDirectory(file)) {
          remove(file);
        } else {
          Files.delete(file);
        }
      }
    }
  }

  /** A file with this content; files of other names stay. */
  public static Path file(String name, byte[] content) throws IOException {
    return Files.write(FOLDER.resolve(name), content);
  }

  /** A folder with these files and no others; members with other names are left out. */
  public static Path folder(Map<String, byte[]> files) throws IOException {
    Path folder = Files.createDirectories(FOLDER.resolve("folder"));
    clear(folder);
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      if (file.getKey().matches("[A-Za-z0-9][A-Za-z0-9._-]{0,80}")) {
        Files.write(folder.resolve(file.getKey()), file.getValue());
      }
    }
    return folder;
  }
}
