package io.github.wats.io.dataset;

import io.github.wats.io.AtomicFile;
import io.github.wats.io.Hashes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of comparing a file with the published one.
 *
 * @param file where it is
 * @param state the result
 * @param size its length in bytes, 0 where it is missing
 * @param sha256 SHA-256 of its content, empty where it is missing
 * @param detail what differs, for messages; empty unless something does
 */
public record FileCheck(Path file, State state, long size, String sha256, String detail) {
  /** How a file compares with the published one. */
  public enum State {
    /** It is the published file. */
    GOOD,
    /** It is unchanged since its download; no checksum was published. */
    AS_FETCHED,
    /** It exists; no checksum is known. */
    UNKNOWN,
    MISSING,
    WRONG
  }

  /** Suffix of the file that records the checksum of a download without a published one. */
  private static final String RECORD_SUFFIX = ".sha256";

  static FileCheck of(Path file, SourceFile expected) throws IOException {
    if (!Files.isRegularFile(file)) {
      return new FileCheck(file, State.MISSING, 0, "", "is missing");
    }
    long size = Files.size(file);
    String sha256 = Hashes.sha256(file);
    if (expected.size().isPresent() && expected.size().getAsLong() != size) {
      String detail = "must have " + expected.size().getAsLong() + " bytes, got " + size;
      return new FileCheck(file, State.WRONG, size, sha256, detail);
    }
    Optional<String> recorded = recorded(file);
    Optional<String> checksum = expected.checksum().or(() -> recorded);
    if (checksum.isEmpty()) {
      return new FileCheck(file, State.UNKNOWN, size, sha256, "");
    }
    boolean isSha256 = checksum.get().length() == sha256.length();
    String actual = isSha256 ? sha256 : Hashes.gitObject(file);
    if (!actual.equals(checksum.get())) {
      String kind = isSha256 ? "SHA-256" : "Git object id";
      String detail = kind + " must be " + checksum.get() + ", got " + actual;
      return new FileCheck(file, State.WRONG, size, sha256, detail);
    }
    State state = expected.checksum().isPresent() ? State.GOOD : State.AS_FETCHED;
    return new FileCheck(file, state, size, sha256, "");
  }

  /** Records the checksum of a file without a published one, to detect later changes. */
  static void record(Path file) throws IOException {
    String line = Hashes.sha256(file) + "  " + file.getFileName() + "\n";
    AtomicFile.write(recordOf(file), out -> out.write(line.getBytes(StandardCharsets.ISO_8859_1)));
  }

  private static Optional<String> recorded(Path file) throws IOException {
    Path record = recordOf(file);
    if (!Files.isRegularFile(record)) {
      return Optional.empty();
    }
    String line = Files.readString(record, StandardCharsets.ISO_8859_1);
    return line.matches("(?s)[0-9a-fA-F]{64}\\s.*")
        ? Optional.of(line.substring(0, 64).toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  private static Path recordOf(Path file) {
    return file.resolveSibling(file.getFileName() + RECORD_SUFFIX);
  }

  public boolean isGood() {
    return state != State.MISSING && state != State.WRONG;
  }

  void requireGood() {
    if (!isGood()) {
      throw new DatasetUnavailableException(file + ": " + detail);
    }
  }
}
