package io.github.wats.io.dataset;

import io.github.wats.internal.Check;
import io.github.wats.io.pickle.PickleMachine;
import io.github.wats.io.pickle.Text;
import io.github.wats.io.pickle.Values;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The kinds of value in Planetoid pickles that Java has no type for. Arrays point at slices of the
 * file, so however often a pickle refers to one nothing is copied.
 */
final class Pickled {
  private Pickled() {}

  /** A numpy type of four bytes; its byte order is known once it is built. */
  static final class ElementType {
    private final boolean isFloat;
    boolean isBuilt;

    ElementType(boolean isFloat) {
      this.isFloat = isFloat;
    }

    @Override
    public String toString() {
      return isFloat ? "dtype f4" : "dtype i4";
    }
  }

  /** A little-endian numpy array in C order; empty until it is built. */
  static final class NumberArray {
    private boolean isBuilt;
    private boolean isFloat;
    private int[] shape = {};
    private ByteBuffer content = ByteBuffer.allocate(0);

    /** State: version, shape, dtype, whether in Fortran order, bytes. */
    void build(Object[] state) {
      Check.argument(!isBuilt, "an array is built twice");
      Check.argument(state.length == 5, "an array's state has 5 parts, got %d", state.length);
      ElementType type =
          Values.checked(ElementType.class, state[2], "an array's third part", "a finished dtype");
      Check.argument(type.isBuilt, "an array's third part must be a finished dtype, got %s", type);
      Check.argument(state[3] == PickleMachine.Constant.FALSE, "an array must be in C order");
      Text bytes = Values.text(state[4], "an array's content");
      int[] sizes = shape(state[1]);
      long entries = 1; // at most two sizes below 2^31: no overflow
      for (int size : sizes) {
        entries *= size;
      }
      Check.argument(
          bytes.length() % Integer.BYTES == 0 && entries == bytes.length() / Integer.BYTES,
          "an array of shape %s needs 4 bytes for each of its %d entries, got %d bytes",
          Arrays.toString(sizes),
          entries,
          bytes.length());
      shape = sizes;
      isFloat = type.isFloat;
      content = bytes.content();
      isBuilt = true;
    }

    boolean is(boolean wantsFloat, int axes) {
      return isBuilt && isFloat == wantsFloat && shape.length == axes;
    }

    int length(int axis) {
      return shape[axis];
    }

    int[] toInts() {
      int[] values = new int[content.capacity() / Integer.BYTES];
      content.asIntBuffer().get(values);
      return values;
    }

    float[] toFloats() {
      float[] values = new float[content.capacity() / Float.BYTES];
      content.asFloatBuffer().get(values);
      return values;
    }

    @Override
    public String toString() {
      return (isFloat ? "float32" : "int32") + " array of shape " + Arrays.toString(shape);
    }
  }

  /** A SciPy matrix in compressed sparse rows; its parts are what it was built with. */
  static final class Csr {
    final Map<Object, Object> parts = new HashMap<>();

    @Override
    public String toString() {
      return "csr_matrix";
    }
  }

  /** The one or two sizes of a shape, none negative. */
  static int[] shape(Object value) {
    Object[] sizes = Values.tuple(value, "a shape");
    Check.argument(
        sizes.length == 1 || sizes.length == 2,
        "a shape must have 1 or 2 sizes, got %d",
        sizes.length);
    int[] shape = new int[sizes.length];
    for (int k = 0; k < shape.length; k++) {
      shape[k] = Values.integer(sizes[k], "a size");
      Check.argument(shape[k] >= 0, "a size must not be negative, got %d", shape[k]);
    }
    return shape;
  }
}
