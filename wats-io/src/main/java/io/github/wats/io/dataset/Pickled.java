package io.github.wats.io.dataset;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The few kinds of value that Planetoid pickles hold. Byte strings are slices of the file, and
 * arrays point at such slices, so however often a pickle refers to one nothing is copied.
 */
sealed interface Pickled {
  /** The kind of this value, for messages. */
  String kind();

  /** The values without content. */
  enum Constant implements Pickled {
    NONE,
    TRUE,
    FALSE,
    MARK;

    @Override
    public String kind() {
      return name();
    }
  }

  /** The classes and functions a pickle may name. */
  enum Global implements Pickled {
    CSR_MATRIX("scipy.sparse.csr csr_matrix"),
    RECONSTRUCT("numpy.core.multiarray _reconstruct"),
    NDARRAY("numpy ndarray"),
    DTYPE("numpy dtype"),
    DEFAULTDICT("collections defaultdict"),
    LIST("__builtin__ list");

    final String qualifiedName; // module, blank, name

    Global(String qualifiedName) {
      this.qualifiedName = qualifiedName;
    }

    @Override
    public String kind() {
      return qualifiedName;
    }
  }

  /** An integer. */
  record Int(int value) implements Pickled {
    @Override
    public String kind() {
      return "integer " + value;
    }
  }

  /** A byte string: {@code length} bytes of the file from {@code offset} on. */
  record Text(ByteBuffer file, int offset, int length) implements Pickled {
    static final Text EMPTY = new Text(ByteBuffer.allocate(0), 0, 0);

    /** The bytes read as Latin-1. */
    String latin1() {
      byte[] bytes = new byte[length];
      file.get(offset, bytes);
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    boolean is(String expected) {
      return length == expected.length() && latin1().equals(expected);
    }

    @Override
    public String kind() {
      return "string of " + length + " bytes";
    }
  }

  /** A tuple. */
  record Tuple(List<Pickled> items) implements Pickled {
    static final Tuple EMPTY = new Tuple(List.of());

    @Override
    public String kind() {
      return items.size() + "-tuple";
    }
  }

  /** A list of integers, the only lists there are. */
  final class Numbers implements Pickled {
    private static final int[] NONE = {};

    private int[] values = NONE;
    private int count;

    void add(int value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, Math.max(4, count * 2));
      }
      values[count++] = value;
    }

    int size() {
      return count;
    }

    int get(int index) {
      return values[index];
    }

    @Override
    public String kind() {
      return "list";
    }
  }

  /** A dict whose keys are strings or integers. */
  final class Dict implements Pickled {
    final Map<Object, Pickled> entries = new LinkedHashMap<>(); // its table comes with an entry

    @Override
    public String kind() {
      return "dict";
    }
  }

  /** A numpy type of four bytes; its byte order is known once it is built. */
  final class ElementType implements Pickled {
    final boolean isFloat;
    boolean isBuilt;

    ElementType(boolean isFloat) {
      this.isFloat = isFloat;
    }

    @Override
    public String kind() {
      return isFloat ? "dtype f4" : "dtype i4";
    }
  }

  /** A little-endian numpy array in C order; empty until it is built. */
  final class NumberArray implements Pickled {
    boolean isBuilt;
    boolean isFloat;
    int[] shape = Numbers.NONE;
    Text bytes = Text.EMPTY;

    private ByteBuffer content() {
      return bytes.file().slice(bytes.offset(), bytes.length()).order(ByteOrder.LITTLE_ENDIAN);
    }

    int[] toInts() {
      int[] values = new int[bytes.length() / Integer.BYTES];
      content().asIntBuffer().get(values);
      return values;
    }

    float[] toFloats() {
      float[] values = new float[bytes.length() / Float.BYTES];
      content().asFloatBuffer().get(values);
      return values;
    }

    @Override
    public String kind() {
      return (isFloat ? "float32" : "int32") + " array of shape " + Arrays.toString(shape);
    }
  }

  /** A SciPy matrix in compressed sparse rows; its parts are what it was built with. */
  final class SparseMatrix implements Pickled {
    final Map<Object, Pickled> parts = new HashMap<>();

    @Override
    public String kind() {
      return "csr_matrix";
    }
  }
}
