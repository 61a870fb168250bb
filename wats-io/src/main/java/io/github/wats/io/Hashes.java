package io.github.wats.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Hashes of contents, in lower-case hexadecimal. */
public final class Hashes {
  private Hashes() {}

  public static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(digest("SHA-256").digest(bytes));
  }

  /** Of the bytes of a file. */
  public static String sha256(Path file) throws IOException {
    return sha256(List.of(file));
  }

  /** Of the bytes of one or several files. */
  public static String sha256(List<Path> files) throws IOException {
    MessageDigest digest = digest("SHA-256");
    for (Path file : files) {
      update(digest, file);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The id Git gives the content: SHA-1 of {@code blob <size>\0<bytes>}. */
  public static String gitObject(Path file) throws IOException {
    MessageDigest digest = digest("SHA-1");
    digest.update(("blob " + Files.size(file) + "\0").getBytes(StandardCharsets.ISO_8859_1));
    update(digest, file);
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void update(MessageDigest digest, Path file) throws IOException {
    try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }
}
