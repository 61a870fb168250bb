package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Takes the elements of an array one by one and writes them as the array's type. */
public final class ElementWriter {
  private static final int BUFFER_BYTES = 1 << 16;

  private final NpyType type;
  private final OutputStream out;
  private final ByteBuffer bytes;
  private long count;

  ElementWriter(NpyType type, OutputStream out) {
    this.type = type;
    this.out = out;
    this.bytes = ByteBuffer.allocate(Math.max(BUFFER_BYTES, type.size())).order(type.order());
  }

  /** The next element of an array of floating-point numbers. */
  public void put(double value) throws IOException {
    Check.argument(type.isFloat(), "an array of %s cannot hold floating-point numbers", type);
    makeRoom();
    switch (type.size()) {
      case 8 -> bytes.putDouble(value);
      case 4 -> bytes.putFloat((float) value);
      default -> bytes.putShort(HalfFloat.fromDouble(value));
    }
  }

  /** The next element of an array of numbers or, as 0 or 1, of booleans. */
  public void put(long value) throws IOException {
    if (type.isFloat()) {
      put((double) value);
      return;
    }
    Check.argument(fits(value), "elements must fit %s, got %d", type, value);
    makeRoom();
    switch (type.size()) {
      case 8 -> bytes.putLong(value);
      case 4 -> bytes.putInt((int) value);
      case 2 -> bytes.putShort((short) value);
      default -> bytes.put((byte) value);
    }
  }

  /** The next element of an array of strings. */
  public void put(String value) throws IOException {
    makeRoom();
    int end = bytes.position() + type.size();
    int[] codePoints = value.codePoints().toArray();
    int width = type.kind() == NpyType.Kind.TEXT ? Integer.BYTES : 1;
    Check.argument(
        type.isText() && codePoints.length * width <= type.size(),
        "elements must fit %s, got '%s'",
        type,
        value);
    for (int codePoint : codePoints) {
      if (width == 1) {
        Check.argument(codePoint < 256, "elements must fit %s, got '%s'", type, value);
        bytes.put((byte) codePoint);
      } else {
        bytes.putInt(codePoint);
      }
    }
    while (bytes.position() < end) {
      bytes.put((byte) 0);
    }
  }

  private boolean fits(long value) {
    int bits = type.size() * Byte.SIZE;
    return switch (type.kind()) {
      case BOOLEAN -> value == 0 || value == 1;
      case SIGNED -> bits == Long.SIZE || value >> (bits - 1) == value >> (Long.SIZE - 1);
      case UNSIGNED -> value >= 0 && (bits == Long.SIZE || value >> bits == 0);
      default -> false;
    };
  }

  private void makeRoom() throws IOException {
    if (bytes.remaining() < type.size()) {
      flush();
    }
    count++;
  }

  /** Flushes and checks that there were {@code wanted} elements. */
  void finish(long wanted) throws IOException {
    Check.argument(count == wanted, "the shape needs %d elements, got %d", wanted, count);
    flush();
  }

  private void flush() throws IOException {
    out.write(bytes.array(), 0, bytes.position());
    bytes.clear();
  }
}
