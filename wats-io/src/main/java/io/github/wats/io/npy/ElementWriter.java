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
    if (type.size() == Double.BYTES) {
      bytes.putDouble(value);
    } else {
      bytes.putFloat((float) value);
    }
  }

  /** The next element of an array of whole numbers or, as 0 or 1, of booleans. */
  public void put(long value) throws IOException {
    boolean fits =
        type.size() == Long.BYTES || value == (type.size() == 1 ? value & 1 : (int) value);
    Check.argument(type.isWhole() && fits, "elements must fit %s, got %d", type, value);
    makeRoom();
    switch (type.size()) {
      case 8 -> bytes.putLong(value);
      case 4 -> bytes.putInt((int) value);
      default -> bytes.put((byte) value);
    }
  }

  /** The next element of an array of strings. */
  public void put(String value) throws IOException {
    makeRoom();
    int end = bytes.position() + type.size();
    int[] codePoints = value.codePoints().toArray();
    Check.argument(
        type.isText() && codePoints.length * Integer.BYTES <= type.size(),
        "elements must fit %s, got '%s'",
        type,
        value);
    for (int codePoint : codePoints) {
      bytes.putInt(codePoint);
    }
    while (bytes.position() < end) {
      bytes.put((byte) 0);
    }
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
