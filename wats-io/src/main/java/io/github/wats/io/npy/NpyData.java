package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import io.github.wats.io.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An array to be written: elements in row-major order, a shape (none for a single value) and a
 * type. Values are not copied: they are read when the array is written, and may be read twice.
 */
public final class NpyData {
  private static final List<NpyType> WRITTEN =
      List.of(NpyType.FLOAT64, NpyType.FLOAT32, NpyType.INT64, NpyType.INT32, NpyType.BOOLEAN);

  private final NpyType type;
  private final int[] shape;
  private final Elements elements;

  private NpyData(NpyType type, int[] shape, Elements elements) {
    this.type = type;
    this.shape = shape;
    this.elements = elements;
  }

  /** Writes all elements in row-major order, the same each time. */
  @FunctionalInterface
  public interface Elements {
    void writeTo(ElementWriter out) throws IOException;
  }

  /** Writes the element of that index in row-major order. */
  @FunctionalInterface
  private interface Element {
    void writeTo(ElementWriter out, int index) throws IOException;
  }

  /** An array whose elements are computed while it is written, to save memory. */
  public static NpyData of(NpyType type, Elements elements, int... shape) {
    Check.argument(
        WRITTEN.contains(type) || type.kind() == NpyType.Kind.TEXT,
        "arrays are written as %s or text, got %s",
        WRITTEN,
        type);
    for (int axis : shape) {
      Check.argument(axis >= 0, "axes must not be negative, got %d", axis);
    }
    return new NpyData(type, shape.clone(), elements);
  }

  private static NpyData of(NpyType type, int length, Element element, int... shape) {
    long count = elementCount(shape);
    Check.argument(
        length == count, "values must be as many as the shape says: %d, got %d", count, length);
    Elements all =
        out -> {
          for (int i = 0; i < length; i++) {
            element.writeTo(out, i);
          }
        };
    return of(type, all, shape);
  }

  public static NpyData of(double[] values, int... shape) {
    return of(NpyType.FLOAT64, values.length, (out, i) -> out.put(values[i]), shape);
  }

  public static NpyData of(float[] values, int... shape) {
    return of(NpyType.FLOAT32, values.length, (out, i) -> out.put((double) values[i]), shape);
  }

  public static NpyData of(long[] values, int... shape) {
    return of(NpyType.INT64, values.length, (out, i) -> out.put(values[i]), shape);
  }

  public static NpyData of(int[] values, int... shape) {
    return of(NpyType.INT32, values.length, (out, i) -> out.put((long) values[i]), shape);
  }

  public static NpyData of(boolean[] values, int... shape) {
    return of(NpyType.BOOLEAN, values.length, (out, i) -> out.put(values[i] ? 1L : 0L), shape);
  }

  /** Strings, as wide as the longest. */
  public static NpyData of(String[] values, int... shape) {
    int longest = 1;
    for (String value : values) {
      longest = Math.max(longest, value.codePointCount(0, value.length()));
    }
    return of(NpyType.text(longest), values.length, (out, i) -> out.put(values[i]), shape);
  }

  /** Writes an {@code .npy} file, completely or not at all. */
  public void write(Path file) throws IOException {
    AtomicFile.write(file, this::writeTo);
  }

  /** What a header says of an array whose elements begin there. */
  Map<String, Object> described(long begin) {
    List<Long> offsets = List.of(begin, begin + dataBytes());
    return Map.of("dtype", type.description(), "shape", shape, "data_offsets", offsets);
  }

  /** The length of all elements. */
  long dataBytes() {
    return elementCount(shape) * type.size();
  }

  /** The length of an {@code .npy} file of this array. */
  long byteCount() {
    return NpyHeader.write(type, shape).length + dataBytes();
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(NpyHeader.write(type, shape));
    writeElementsTo(out);
  }

  void writeElementsTo(OutputStream out) throws IOException {
    ElementWriter writer = new ElementWriter(type, out);
    elements.writeTo(writer);
    writer.finish(elementCount(shape));
  }

  private static long elementCount(int[] shape) {
    long count = 1;
    for (int axis : shape) {
      count = Math.multiplyExact(count, axis);
    }
    return count;
  }
}
