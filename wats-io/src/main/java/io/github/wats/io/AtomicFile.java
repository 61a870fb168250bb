package io.github.wats.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** Writes a file completely or not at all: to a temporary file, then renamed to its target. */
public final class AtomicFile {
  private static final int BUFFER_BYTES = 1 << 16;

  private AtomicFile() {}

  /** Writes the bytes of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Replaces {@code target} by what {@code content} writes, creating its folder if needed. After a
   * failure an existing file is unchanged and no temporary file is left.
   */
  public static void write(Path target, Content content) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      writeInto(target, content); // a device or pipe: nothing to keep, and never to be renamed over
      return;
    }
    Path file = Files.exists(target) ? target.toRealPath() : target.toAbsolutePath();
    Path beside = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".part");
    makeFolderOf(file);
    try {
      writeInto(beside, content);
      move(beside, file);
    } catch (AccessDeniedException denied) {
      boolean own = beside.toString().equals(denied.getFile()); // not a name the user gave
      throw own ? new AccessDeniedException(target.toString()) : denied;
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  private static void makeFolderOf(Path file) throws IOException {
    Path folder = file.getParent();
    if (folder == null || Files.isDirectory(folder)) {
      return;
    }
    if (Files.exists(folder)) {
      throw new FileSystemException(folder.toString(), null, "is not a folder");
    }
    Files.createDirectories(folder);
  }

  private static void writeInto(Path file, Content content) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)) {
      content.writeTo(out);
    }
  }

  /** Renames a finished file over {@code to}, in one step where the file system can. */
  public static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
