package io.github.wats.io.pickle;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A string: {@code length} bytes of the pickle from {@code offset} on, so however often a pickle
 * refers to one nothing is copied.
 */
public record Text(ByteBuffer file, int offset, int length) {
  private byte[] bytes() {
    byte[] bytes = new byte[length];
    file.get(offset, bytes);
    return bytes;
  }

  /** The bytes read as Latin-1. */
  public String latin1() {
    return new String(bytes(), StandardCharsets.ISO_8859_1);
  }

  /** The bytes read as UTF-8. */
  public String utf8() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  public boolean is(String expected) {
    return length == expected.length() && latin1().equals(expected);
  }

  public ByteBuffer content() {
    return file.slice(offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public String toString() {
    return "string of " + length + " bytes";
  }
}
