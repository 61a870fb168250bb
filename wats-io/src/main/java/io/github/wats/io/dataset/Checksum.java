package io.github.wats.io.dataset;

import io.github.wats.io.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
    return kind == Kind.SHA_256 ? Sha256.of(file) : gitObjectOf(file);
  }

  private static String gitObjectOf(Path file) throws IOException {
    MessageDigest digest = sha1();
    digest.update(("blob " + Files.size(file) + "\0").getBytes(StandardCharsets.ISO_8859_1));
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
