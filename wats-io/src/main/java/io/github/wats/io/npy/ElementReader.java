package io.github.wats.io.npy;

import io.github.wats.io.Location;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads the elements of an array in the order of the file, a block at a time, without holding the
 * rest in memory. Numbers are converted; one that does not fit is an error that names it.
 */
public final class ElementReader implements Closeable {
  private static final int BLOCK_ELEMENTS = 1 << 13;

  private final NpyHeader header;
  private final Location location;
  private final InputStream in;
  private final ByteBuffer bytes;
  private final int block;
  private final long[] wholes; // (block)
  private final double[] reals; // (block)
  private long position;

  ElementReader(NpyHeader header, Location location, InputStream in, long position) {
    this.header = header;
    this.location = location;
    this.in = in;
    this.position = position;
    this.block = blockLength(header);
    this.wholes = new long[block];
    this.reals = new double[block];
    int elements = header.type().isText() ? 1 : block;
    this.bytes = ByteBuffer.allocate(elements * header.type().size()).order(header.type().order());
  }

  /** The number of elements in a block: no more than there are. */
  static int blockLength(NpyHeader header) {
    return (int) Math.max(1, Math.min(BLOCK_ELEMENTS, header.elementCount()));
  }

  /** The number of elements not yet read. */
  public long remaining() {
    return header.elementCount() - position;
  }

  /** Fills {@code count} entries from {@code start} on. */
  public void read(double[] target, int start, int count) throws IOException {
    for (int done = 0; done < count; done += block) {
      int step = Math.min(block, count - done);
      fill(step);
      if (header.type().isFloat()) {
        decodeReals(target, start + done, step);
      } else {
        decodeWholes(step);
        boolean unsigned = isUnsignedLong();
        for (int k = 0; k < step; k++) {
          target[start + done + k] = unsigned ? unsignedToDouble(wholes[k]) : wholes[k];
        }
      }
    }
  }

  /** Fills {@code count} entries from {@code start} on; a double too large for float is refused. */
  public void read(float[] target, int start, int count) throws IOException {
    for (int done = 0; done < count; done += block) {
      int step = Math.min(block, count - done);
      read(reals, 0, step);
      for (int k = 0; k < step; k++) {
        float value = (float) reals[k];
        if (Float.isInfinite(value) && !Double.isInfinite(reals[k])) {
          throw outOfRange(step, k, "must fit float32", reals[k]);
        }
        target[start + done + k] = value;
      }
    }
  }

  /** Fills {@code count} entries from {@code start} on; the elements must be whole numbers. */
  public void read(long[] target, int start, int count) throws IOException {
    for (int done = 0; done < count; done += block) {
      int step = Math.min(block, count - done);
      nextWholes(step);
      System.arraycopy(wholes, 0, target, start + done, step);
    }
  }

  /** Fills {@code count} entries from {@code start} on; each must be a whole number within int. */
  public void read(int[] target, int start, int count) throws IOException {
    for (int done = 0; done < count; done += block) {
      int step = Math.min(block, count - done);
      if (isInt()) {
        fill(step);
        bytes.asIntBuffer().get(target, start + done, step);
      } else {
        nextWholes(step);
        narrow(target, start + done, step);
      }
    }
  }

  private boolean isInt() {
    return header.type().kind() == NpyType.Kind.SIGNED && header.type().size() == Integer.BYTES;
  }

  private void narrow(int[] target, int start, int count) {
    long lost = 0; // bits that differ between a number and its lower half
    for (int k = 0; k < count; k++) {
      target[start + k] = (int) wholes[k];
      lost |= wholes[k] ^ (int) wholes[k];
    }
    for (int k = 0; lost != 0 && k < count; k++) {
      if (wholes[k] != (int) wholes[k]) {
        throw outOfRange(count, k, "must fit a 32-bit integer", wholes[k]);
      }
    }
  }

  /** Fills {@code count} entries from {@code start} on; each must be a boolean, 0 or 1. */
  public void read(boolean[] target, int start, int count) throws IOException {
    for (int done = 0; done < count; done += block) {
      int step = Math.min(block, count - done);
      nextWholes(step);
      for (int k = 0; k < step; k++) {
        if ((wholes[k] & ~1L) != 0) {
          throw outOfRange(step, k, "must be true or false, or 1 or 0", wholes[k]);
        }
        target[start + done + k] = wholes[k] == 1;
      }
    }
  }

  /** The next element of an array of strings, without the zeros that pad it. */
  String nextText() throws IOException {
    fill(1);
    boolean latin1 = header.type().kind() == NpyType.Kind.BYTES;
    StringBuilder text = new StringBuilder();
    while (bytes.hasRemaining()) {
      int codePoint = latin1 ? Byte.toUnsignedInt(bytes.get()) : bytes.getInt();
      location.check(
          Character.isValidCodePoint(codePoint),
          "text must be Unicode, got code point 0x%x at %s",
          codePoint,
          Arrays.toString(header.index(position - 1)));
      text.appendCodePoint(codePoint);
    }
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) == 0) {
      length--;
    }
    return text.substring(0, length);
  }

  private void nextWholes(int count) throws IOException {
    location.check(
        header.type().isWhole(),
        "must hold whole numbers, got elements of type %s%s",
        header.type(),
        header.type().isFloat() ? ": write .astype(int), in PyTorch .long()" : "");
    fill(count);
    decodeWholes(count);
    if (isUnsignedLong()) {
      for (int k = 0; k < count; k++) {
        if (wholes[k] < 0) {
          throw outOfRange(count, k, "must fit a 64-bit integer", Long.toUnsignedString(wholes[k]));
        }
      }
    }
  }

  /** Reads the bytes of the next elements; after the last, the source must be at its end. */
  private void fill(int count) throws IOException {
    int wanted = count * header.type().size();
    int got = in.readNBytes(bytes.array(), 0, wanted);
    location.check(
        got == wanted, "is truncated: %d of %d elements", position, header.elementCount());
    bytes.position(0).limit(wanted);
    position += count;
    if (position == header.elementCount()) {
      location.check(in.read() < 0, "has bytes after its last element");
    }
  }

  private void decodeReals(double[] target, int start, int count) {
    int size = header.type().size();
    if (size == Double.BYTES) {
      bytes.asDoubleBuffer().get(target, start, count);
      return;
    }
    boolean upper = header.type().kind() == NpyType.Kind.BFLOAT16;
    for (int k = start; k < start + count; k++) {
      target[k] =
          upper
              ? Float.intBitsToFloat(bytes.getShort() << Short.SIZE)
              : size == Float.BYTES ? bytes.getFloat() : HalfFloat.toFloat(bytes.getShort());
    }
  }

  private void decodeWholes(int count) {
    int size = header.type().size();
    if (size == Long.BYTES) {
      bytes.asLongBuffer().get(wholes, 0, count);
      return;
    }
    boolean signed = header.type().kind() == NpyType.Kind.SIGNED;
    boolean logical = header.type().kind() == NpyType.Kind.BOOLEAN;
    long mask = (1L << (size * Byte.SIZE)) - 1;
    for (int k = 0; k < count; k++) {
      long value = size == 4 ? bytes.getInt() : size == 2 ? bytes.getShort() : bytes.get();
      wholes[k] = signed ? value : logical ? Math.min(1, value & mask) : value & mask;
    }
  }

  private boolean isUnsignedLong() {
    return header.type().kind() == NpyType.Kind.UNSIGNED && header.type().size() == 8;
  }

  private static double unsignedToDouble(long value) {
    if (value >= 0) {
      return value;
    }
    return ((value >>> 1) | (value & 1)) * 2.0; // the lost bit stays as a sticky bit for rounding
  }

  private RuntimeException outOfRange(int step, int k, String rule, Object value) {
    String where = Arrays.toString(header.index(position - step + k));
    return location.invalid("%s, got %s at %s", rule, value, where);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
