package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The header of an npy file: element type, order and shape.
 *
 * @param byteCount the length of the header itself: where the elements begin
 */
record NpyHeader(NpyType type, boolean fortranOrder, List<Long> shape, int byteCount) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int SHORT_PREFIX = 10;
  private static final int LONG_PREFIX = 12;

  /** Elements start at a multiple of this, so that files can be memory-mapped. */
  private static final int ALIGNMENT = 64;

  /** NumPy leaves room for the first axis to grow to this many digits. */
  private static final int GROWTH_DIGITS = 21;

  /** Far longer than any header of a plain array; NumPy itself refuses more than 10,000. */
  private static final int LONGEST = 1 << 16;

  /** Reads a header; an invalid one is an {@link IllegalArgumentException}. */
  static NpyHeader read(InputStream in) throws IOException {
    byte[] start = in.readNBytes(MAGIC.length + 2);
    Check.argument(
        start.length == MAGIC.length + 2
            && Arrays.equals(start, 0, MAGIC.length, MAGIC, 0, MAGIC.length),
        "is not an npy array: it does not begin with \\x93NUMPY");
    int version = start[MAGIC.length];
    Check.argument(
        version >= 1 && version <= 3 && start[MAGIC.length + 1] == 0,
        "npy format must be version 1.0, 2.0 or 3.0, got %d.%d",
        version & 0xFF,
        start[MAGIC.length + 1] & 0xFF);
    DataInputStream data = new DataInputStream(in);
    long length =
        version == 1
            ? Short.toUnsignedInt(Short.reverseBytes(data.readShort()))
            : Integer.toUnsignedLong(Integer.reverseBytes(data.readInt()));
    Check.argument(length <= LONGEST, "header must have at most %d bytes, got %d", LONGEST, length);
    byte[] text = in.readNBytes((int) length);
    Check.argument(text.length == length, "is truncated within its header");
    Charset charset = version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    int prefix = version == 1 ? SHORT_PREFIX : LONG_PREFIX;
    return HeaderText.parse(new String(text, charset), prefix + (int) length);
  }

  /** The header of a C-order array, byte for byte as NumPy writes it. */
  static byte[] write(NpyType type, int... shape) {
    String axes = Integer.toString(shape.length == 0 ? 0 : shape[0]);
    int room = shape.length == 0 ? 0 : GROWTH_DIGITS - axes.length();
    String text =
        ("{'descr': '" + type.description() + "', 'fortran_order': False, 'shape': ")
            + (tuple(shape) + ", }" + " ".repeat(room));
    int padding = ALIGNMENT - (SHORT_PREFIX + text.length() + 1) % ALIGNMENT;
    byte[] body = (text + " ".repeat(padding) + "\n").getBytes(StandardCharsets.ISO_8859_1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(MAGIC);
    out.write(1);
    out.write(0);
    out.write(body.length & 0xFF);
    out.write(body.length >> 8);
    out.writeBytes(body);
    return out.toByteArray();
  }

  private static String tuple(int[] shape) {
    String axes = Arrays.stream(shape).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    return "(" + axes + (shape.length == 1 ? ",)" : ")");
  }

  /** The product of the shape; an overflow is an error. */
  long elementCount() {
    if (shape.contains(0L)) {
      return 0;
    }
    long count = 1;
    for (long axis : shape) {
      Check.argument(
          axis <= Long.MAX_VALUE / type.size() / count,
          "shape %s is larger than any file",
          shapeText());
      count *= axis;
    }
    return count;
  }

  /** The index of an element of the file, counted in its order: {@code [3, 1]}. */
  long[] index(long position) {
    long[] index = new long[shape.size()];
    long rest = position;
    for (int k = 0; k < index.length; k++) {
      int axis = fortranOrder ? k : index.length - 1 - k;
      index[axis] = rest % shape.get(axis);
      rest /= shape.get(axis);
    }
    return index;
  }

  /** The place of an element of the file in row-major order. */
  int place(int position) {
    if (!fortranOrder) {
      return position;
    }
    long place = 0;
    long[] index = index(position);
    for (int axis = 0; axis < index.length; axis++) {
      place = place * shape.get(axis) + index[axis];
    }
    return (int) place;
  }

  long dataBytes() {
    return elementCount() * type.size();
  }

  /** The shape for messages: {@code 3 × 4}. */
  String shapeText() {
    return shape.isEmpty()
        ? "()"
        : shape.stream().map(String::valueOf).collect(Collectors.joining(" × "));
  }
}
