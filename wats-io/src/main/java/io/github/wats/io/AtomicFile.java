package io.github.wats.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file completely or not at all: to a temporary file, which is synced to the disk and then
 * renamed to its target. The temporary file is locked while it is written, so that one without a
 * lock is known to be left from a process that died; the next write into the folder removes it.
 */
public final class AtomicFile {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int MOST_LINKS = 40;
  private static final Pattern PART =
      Pattern.compile("\\..+\\.\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}\\.part");

  /**
   * The temporary files of this process. It must not open them a second time: closing any channel
   * of a file gives up all locks of the process on it.
   */
  private static final Set<String> OWN = ConcurrentHashMap.newKeySet();

  private static volatile Optional<Path> passing = Optional.empty();

  private AtomicFile() {}

  /**
   * Files in this folder are written in place: they pass to another program, which reads them after
   * the call and removes them, so that nothing need be on the disk.
   */
  public static void writeAtOnce(Path folder) {
    passing = folder.toString().isEmpty() ? Optional.empty() : Optional.of(folder.toAbsolutePath());
  }

  /** Writes the bytes of a file. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Replaces {@code target} by what {@code content} writes, creating its folder if needed. When
   * this returns, the file is on the disk. After a failure an existing file is unchanged and no
   * temporary file is left. The permissions of an existing file are kept, and of a symbolic link
   * the file it points to is replaced.
   */
  public static void write(Path target, Content content) throws IOException {
    if (passing.filter(target.toAbsolutePath()::startsWith).isPresent()) {
      Files.createDirectories(target.toAbsolutePath().resolve("..").normalize());
      try (OutputStream out =
          new BufferedOutputStream(Files.newOutputStream(target), BUFFER_BYTES)) {
        content.writeTo(out);
      }
      return;
    }
    boolean device = isDevice(target);
    Path file = followLinks(target);
    String name = "." + file.getFileName() + "." + UUID.randomUUID() + ".part";
    Path part = file.resolveSibling(name);
    OWN.add(name);
    try {
      if (device) {
        try (FileChannel channel = FileChannel.open(target, StandardOpenOption.WRITE)) {
          fill(channel, content); // nothing to keep, and never to be renamed over
        }
      } else {
        makeFolder(file.getParent());
        removeAbandoned(file.getParent());
        replace(file, part, content);
      }
    } catch (IOException failed) {
      boolean other =
          failed instanceof FileSystemException system && !part.toString().equals(system.getFile());
      throw other ? failed : naming(target, failed);
    } finally {
      OWN.remove(name);
    }
  }

  private static void replace(Path file, Path part, Content content) throws IOException {
    try (FileChannel channel = create(part)) {
      keepMode(file, part);
      fill(channel, content);
      channel.force(true);
      move(part, file);
    } finally {
      remove(part);
    }
  }

  /** The failure with the name of the file, which the system's message may lack. */
  public static IOException naming(Path file, IOException failed) {
    if (failed instanceof AccessDeniedException) {
      return new AccessDeniedException(file.toString());
    }
    String reason =
        failed instanceof FileSystemException system ? system.getReason() : failed.getMessage();
    reason = reason == null ? failed.toString() : reason;
    return (IOException) new FileSystemException(file.toString(), null, reason).initCause(failed);
  }

  /** The file that symbolic links lead to, whether or not it exists; a device as it is. */
  private static Path followLinks(Path target) throws IOException {
    Path file = target.toAbsolutePath();
    if (isDevice(file)) {
      return file; // /dev/stdout leads to a name that cannot be opened
    }
    for (int links = 0; links < MOST_LINKS && Files.isSymbolicLink(file); links++) {
      file = file.resolveSibling(Files.readSymbolicLink(file));
    }
    return file;
  }

  private static boolean isDevice(Path target) {
    return Files.exists(target) && !Files.isRegularFile(target);
  }

  /** Makes a folder and those above it, on the disk when this returns. */
  public static void makeFolder(@Nullable Path folder) throws IOException {
    if (folder == null || Files.isDirectory(folder)) {
      return;
    }
    makeFolder(folder.getParent());
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException file) {
      throw new FileSystemException(folder.toString(), null, "is not a folder");
    }
    syncFolderOf(folder);
  }

  /** Removes the temporary files of processes that died; what cannot be removed stays. */
  private static void removeAbandoned(@Nullable Path folder) {
    if (folder == null) {
      return;
    }
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, AtomicFile::isOfOthers)) {
      parts.forEach(AtomicFile::removeUnlessLocked);
    } catch (IOException | DirectoryIteratorException unreadable) {
      // nobody needs them to be gone
    }
  }

  private static boolean isOfOthers(Path file) {
    String name = String.valueOf(file.getFileName());
    return PART.matcher(name).matches() && !OWN.contains(name);
  }

  private static void removeUnlessLocked(Path part) {
    try (FileChannel channel =
        FileChannel.open(part, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
      if (channel.tryLock(0, Long.MAX_VALUE, true) != null) {
        remove(part);
      }
    } catch (IOException | OverlappingFileLockException inUse) {
      // in use, or of another user
    }
  }

  private static void remove(Path part) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException failed) {
      // the next write tries again
    }
  }

  /** Creates a temporary file and locks it. */
  private static FileChannel create(Path part) throws IOException {
    FileChannel channel =
        FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      channel.lock();
    } catch (IOException unsupported) {
      return channel; // then nobody can tell that it is abandoned, and it is never removed
    }
    if (Files.exists(part)) {
      return channel;
    }
    channel.close(); // taken for abandoned before it was locked
    return create(part);
  }

  private static void keepMode(Path file, Path part) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(part, PosixFileAttributeView.class);
    if (view != null && Files.exists(file)) {
      Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
      if (!mode.equals(view.readAttributes().permissions())) {
        view.setPermissions(mode);
      }
    }
  }

  private static void fill(FileChannel channel, Content content) throws IOException {
    OutputStream out =
        new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES) {
          @Override
          public void close() throws IOException {
            flush(); // writers of text close their stream, but the channel is still to be synced
          }
        };
    content.writeTo(out);
    out.flush();
  }

  /** Renames a finished file over {@code to}, in one step where the file system can. */
  public static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
    syncFolderOf(to);
  }

  /** A new name is on the disk once its folder is; not every file system can be asked for that. */
  private static void syncFolderOf(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      } catch (IOException unsupported) {
        // the file is in place all the same
      }
    }
  }
}
