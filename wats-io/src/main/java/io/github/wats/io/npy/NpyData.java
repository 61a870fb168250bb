package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import io.github.wats.io.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * An array to be written: elements in row-major order, a shape (none for a single value) and a
 * type. Values are not copied: they are read when the array is written, and may be read twice.
 */
public final class NpyData {
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

  /** An array whose elements are computed while it is written, to save memory. */
  public static NpyData of(NpyType type, Elements elements, int... shape) {
    for (int axis : shape) {
      Check.argument(axis >= 0, "axes must not be negative, got %d", axis);
    }
    return new NpyData(type, shape.clone(), elements);
  }

  public static NpyData of(double[] values, int... shape) {
    checkLength(values.length, shape);
    return of(
        NpyType.FLOAT64,
        out -> {
          for (double value : values) {
            out.put(value);
          }
        },
        shape);
  }

  public static NpyData of(float[] values, int... shape) {
    checkLength(values.length, shape);
    return of(
        NpyType.FLOAT32,
        out -> {
          for (float value : values) {
            out.put((double) value);
          }
        },
        shape);
  }

  public static NpyData of(long[] values, int... shape) {
    checkLength(values.length, shape);
    return of(
        NpyType.INT64,
        out -> {
          for (long value : values) {
            out.put(value);
          }
        },
        shape);
  }

  public static NpyData of(int[] values, int... shape) {
    checkLength(values.length, shape);
    return of(
        NpyType.INT32,
        out -> {
          for (int value : values) {
            out.put((long) value);
          }
        },
        shape);
  }

  public static NpyData of(boolean[] values, int... shape) {
    checkLength(values.length, shape);
    return of(
        NpyType.BOOLEAN,
        out -> {
          for (boolean value : values) {
            out.put(value ? 1L : 0L);
          }
        },
        shape);
  }

  /** Strings, as wide as the longest. */
  public static NpyData of(String[] values, int... shape) {
    checkLength(values.length, shape);
    int longest = 1;
    for (String value : values) {
      longest = Math.max(longest, value.codePointCount(0, value.length()));
    }
    return of(
        NpyType.text(longest),
        out -> {
          for (String value : values) {
            out.put(value);
          }
        },
        shape);
  }

  /** The same elements written as another type; one that does not fit is refused. */
  public NpyData as(NpyType other) {
    return new NpyData(other, shape, elements);
  }

  /** Writes an {@code .npy} file, completely or not at all. */
  public void write(Path file) throws IOException {
    AtomicFile.write(file, this::writeTo);
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(NpyHeader.write(type, shape));
    ElementWriter writer = new ElementWriter(type, out);
    elements.writeTo(writer);
    writer.finish(elementCount(shape));
  }

  private static void checkLength(int length, int[] shape) {
    Check.argument(
        length == elementCount(shape),
        "values must be as many as the shape says: %d, got %d",
        elementCount(shape),
        length);
  }

  private static long elementCount(int[] shape) {
    long count = 1;
    for (int axis : shape) {
      count = Math.multiplyExact(count, axis);
    }
    return count;
  }
}
