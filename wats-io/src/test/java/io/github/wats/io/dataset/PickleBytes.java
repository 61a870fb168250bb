package io.github.wats.io.dataset;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Writes pickles laid out as those of Planetoid, for tests that make up small ones. */
final class PickleBytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  PickleBytes() {
    raw(0x80, 2);
  }

  /** A csr_matrix of float32, as in {@code x}, {@code tx} and {@code allx}. */
  static byte[] csr(int rows, int columns, int[] offsets, int[] indices, float[] values) {
    PickleBytes p = new PickleBytes();
    p.global("scipy.sparse.csr", "csr_matrix").raw(')', 0x81, '}', '(');
    p.text("format").text("csr").text("_shape").integer(rows).integer(columns).raw(0x86);
    p.text("indptr").array("i4", ints(offsets), offsets.length);
    p.text("_cs_matrix__has_sorted_indices").raw(0x88);
    p.text("indices").array("i4", ints(indices), indices.length);
    p.text("maxprint").integer(50);
    p.text("data").array("f4", floats(values), values.length);
    return p.raw('u', 'b', '.').bytes();
  }

  /** A matrix of 32-bit integers, as in {@code y}, {@code ty} and {@code ally}. */
  static byte[] matrix(int rows, int columns, int... entries) {
    return new PickleBytes().array("i4", ints(entries), rows, columns).raw('.').bytes();
  }

  /** A dict of neighbor lists, as in {@code graph}. */
  static byte[] graph(int[]... neighbors) {
    PickleBytes p = new PickleBytes();
    p.global("collections", "defaultdict").global("__builtin__", "list").raw(0x85, 'R', '(');
    for (int i = 0; i < neighbors.length; i++) {
      p.integer(i).raw(']', 'q', i % 256, '(');
      for (int neighbor : neighbors[i]) {
        p.integer(neighbor);
      }
      p.raw('e');
    }
    return p.raw('u', '.').bytes();
  }

  PickleBytes array(String type, byte[] content, int... shape) {
    global("numpy.core.multiarray", "_reconstruct").global("numpy", "ndarray");
    integer(0).raw(0x85).text("b").raw(0x87, 'R', '(').integer(1);
    for (int size : shape) {
      integer(size);
    }
    raw(shape.length == 1 ? 0x85 : 0x86);
    global("numpy", "dtype").text(type).integer(0).integer(1).raw(0x87, 'R', '(').integer(3);
    text("<").raw('N', 'N', 'N').integer(-1).integer(-1).integer(0).raw('t', 'b');
    return raw(0x89).text(content).raw('t', 'b');
  }

  PickleBytes global(String module, String name) {
    return raw('c').latin1(module + "\n" + name + "\n");
  }

  PickleBytes integer(int value) {
    if (value >= 0 && value < 256) {
      return raw('K', value);
    }
    return raw('J').append(ints(value));
  }

  PickleBytes text(String text) {
    return text(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  PickleBytes text(byte[] content) {
    if (content.length < 256) {
      return raw('U', content.length).append(content);
    }
    return raw('T').append(ints(content.length)).append(content);
  }

  PickleBytes latin1(String text) {
    return append(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  PickleBytes raw(int... codes) {
    for (int code : codes) {
      out.write(code);
    }
    return this;
  }

  PickleBytes append(byte[] content) {
    out.writeBytes(content);
    return this;
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  static byte[] ints(int... values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asIntBuffer().put(values);
    return buffer.array();
  }

  static byte[] floats(float... values) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asFloatBuffer().put(values);
    return buffer.array();
  }
}
