package io.github.wats.io.fuzz;

import java.util.Arrays;

/** Decisions read from the bytes of an input, so that whoever makes the input makes them. */
public final class Script {
  private final byte[] bytes;
  private int at;

  Script(byte[] bytes, int start) {
    this.bytes = bytes;
    this.at = start;
  }

  boolean hasMore() {
    return at < bytes.length;
  }

  /** A number in 0 … bound − 1; 0 once the bytes are used up. */
  public int next(int bound) {
    int value = nextByte();
    for (int covered = 256; covered < bound; covered <<= 8) {
      value = value << 8 | nextByte();
    }
    return Integer.remainderUnsigned(value, bound);
  }

  public <T> T pick(T[] values) {
    return values[next(values.length)];
  }

  /** Up to {@code most} bytes of the input itself. */
  byte[] piece(int most) {
    int end = Math.min(bytes.length, at + 1 + next(most));
    byte[] piece = Arrays.copyOfRange(bytes, Math.min(at, end), end);
    at = end;
    return piece;
  }

  private int nextByte() {
    return at < bytes.length ? bytes[at++] & 0xff : 0;
  }
}
