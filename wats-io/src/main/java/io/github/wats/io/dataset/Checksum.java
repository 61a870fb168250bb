package io.github.wats.io.dataset;

import io.github.wats.io.Hashes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a file's content is known by.
 *
 * @param kind how it is computed
 * @param value the sum in lower-case hexadecimal digits
 */
public record Checksum(Kind kind, String value) {
  /** How a sum is computed. */
  public enum Kind {
    /** SHA-256 of the bytes. */
    SHA_256("SHA-256"),
    /** The id Git gives the content: SHA-1 of {@code blob <size>\0<bytes>}. */
    GIT_OBJECT("Git object id");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    @Override
    public String toString() {
      return title;
    }
  }

  public static Checksum sha256(String value) {
    return new Checksum(Kind.SHA_256, value.toLowerCase(Locale.ROOT));
  }

  public static Checksum gitObject(String value) {
    return new Checksum(Kind.GIT_OBJECT, value.toLowerCase(Locale.ROOT));
  }

  /** The sum of this kind that {@code file} really has. */
  public String actual(Path file) throws IOException {
    return kind == Kind.SHA_256 ? Hashes.sha256(file) : Hashes.gitObject(file);
  }
}
