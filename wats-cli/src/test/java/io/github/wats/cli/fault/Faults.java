package io.github.wats.cli.fault;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the operations on files below one folder and decides which of them fail. All paths here
 * are those of the real file system.
 */
final class Faults {
  /** What goes wrong at operation n. */
  enum Mode {
    /** Nothing. */
    NONE,
    /** Operation n, a read or a change, fails once. */
    IO_ERROR,
    /** From change n on nothing can be created or written; a write gets half of its bytes out. */
    DISK_FULL,
    /** From change n on nothing changes on the disk; a write gets half of its bytes out. */
    CRASH,
    /** A crash that also takes all bytes that were not synced. */
    POWER_CUT,
    /** A crash that also takes new, changed and removed names of folders that were not synced. */
    POWER_CUT_OF_NAMES
  }

  /** What an operation does. */
  enum Kind {
    READ,
    /** A change that needs space. */
    GROW,
    CHANGE
  }

  private static String root = "";
  private static Mode mode = Mode.NONE;
  private static int at;
  private static int count;
  private static final Map<Path, Long> SYNCED =
      new HashMap<>(); // bytes of files with unsynced ones
  private static final Map<Path, Deque<Undo>> UNDO = new HashMap<>(); // by folder

  private static final Comparator<Path> DEEPEST_FIRST =
      Comparator.comparingInt(folder -> -folder.getNameCount());

  private Faults() {}

  /** Takes back the change of a name. */
  private interface Undo {
    void run() throws IOException;
  }

  /** Lets operation {@code n} (1, 2, …) on files below {@code folder} fail. */
  static synchronized void arm(String folder, Mode newMode, int n) {
    root = folder + "/";
    mode = newMode;
    at = n;
    count = 0;
    SYNCED.clear();
    UNDO.clear();
  }

  /** Ends the faults, loses what a power cut loses, and returns the number of operations. */
  static synchronized int disarm() throws IOException {
    Mode ended = mode;
    mode = Mode.NONE;
    if (ended == Mode.POWER_CUT || ended == Mode.POWER_CUT_OF_NAMES) {
      for (Map.Entry<Path, Long> file : SYNCED.entrySet()) {
        if (Files.isRegularFile(file.getKey())) {
          try (FileChannel channel = FileChannel.open(file.getKey(), StandardOpenOption.WRITE)) {
            channel.truncate(file.getValue());
          }
        }
      }
    }
    if (ended == Mode.POWER_CUT_OF_NAMES) {
      for (Path folder : UNDO.keySet().stream().sorted(DEEPEST_FIRST).toList()) {
        for (Undo change : UNDO.get(folder)) {
          change.run();
        }
      }
    }
    return count;
  }

  /** Counts an operation; true if it must fail. */
  private static boolean counts(Kind kind, Path file) {
    if (mode == Mode.NONE || !file.toString().startsWith(root)) {
      return false;
    }
    boolean counted =
        mode == Mode.IO_ERROR || (mode == Mode.DISK_FULL ? kind == Kind.GROW : kind != Kind.READ);
    if (!counted) {
      return false;
    }
    count++;
    return mode == Mode.IO_ERROR ? count == at : count >= at;
  }

  private static IOException failure() {
    return new IOException(
        switch (mode) {
          case IO_ERROR -> "Input/output error";
          case DISK_FULL -> "No space left on device";
          default -> "the process has died";
        });
  }

  /** Called before an operation. */
  static synchronized void before(Kind kind, Path file) throws IOException {
    if (counts(kind, file)) {
      throw failure();
    }
  }

  /** Called before bytes are written: how many of {@code length} get out before the failure. */
  static synchronized int beforeWrite(Path file, int length) {
    if (counts(Kind.GROW, file)) {
      return mode == Mode.IO_ERROR || count > at ? 0 : length / 2;
    }
    return length;
  }

  static synchronized IOException writeFailure() {
    return failure();
  }

  /** Bytes beyond {@code size} are not on the disk yet. */
  static synchronized void unsynced(Path file, long size) {
    SYNCED.merge(file, size, Math::min);
  }

  static synchronized void synced(Path file) {
    SYNCED.remove(file);
    UNDO.remove(file);
  }

  /** A name was created. */
  static synchronized void created(Path file) {
    undo(file, () -> delete(file));
  }

  static void delete(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      try (var files = Files.newDirectoryStream(file)) {
        for (Path inner : files) {
          delete(inner);
        }
      }
    }
    Files.deleteIfExists(file);
  }

  /** A file is about to be removed or replaced. */
  static synchronized void replaced(Path file) throws IOException {
    if (mode == Mode.POWER_CUT_OF_NAMES && Files.isRegularFile(file)) {
      byte[] content = Files.readAllBytes(file);
      undo(
          file,
          () -> {
            Files.createDirectories(file.getParent());
            Files.write(file, content);
          });
    }
  }

  /** A file has another name now. */
  static synchronized void moved(Path from, Path to) {
    Long bytes = SYNCED.remove(from);
    SYNCED.remove(to);
    if (bytes != null) {
      SYNCED.put(to, bytes);
    }
  }

  private static void undo(Path file, Undo change) {
    if (mode == Mode.POWER_CUT_OF_NAMES && file.toString().startsWith(root)) {
      UNDO.computeIfAbsent(file.getParent(), folder -> new ArrayDeque<>()).push(change);
    }
  }
}
