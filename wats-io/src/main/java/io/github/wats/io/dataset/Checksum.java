package io.github.wats.io.dataset;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    return kind == Kind.SHA_256 ? sha256Of(file) : gitObjectOf(file);
  }

  /** SHA-256 of a file's bytes. */
  static String sha256Of(Path file) throws IOException {
    return digest(newDigest("SHA-256"), file);
  }

  /** SHA-256 of a text's UTF-8 bytes. */
  static String sha256Of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(newDigest("SHA-256").digest(bytes));
  }

  private static String gitObjectOf(Path file) throws IOException {
    MessageDigest digest = newDigest("SHA-1");
    digest.update(("blob " + Files.size(file) + "\0").getBytes(StandardCharsets.ISO_8859_1));
    return digest(digest, file);
  }

  private static String digest(MessageDigest digest, Path file) throws IOException {
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        digest.update(buffer, 0, count);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest newDigest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }
}
