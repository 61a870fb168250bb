package io.github.wats.io.dataset;

import io.github.wats.internal.Check;
import java.util.Arrays;
import java.util.List;

/**
 * What the opcodes that make or change an object do with the six names a Planetoid pickle may use.
 * A broken rule is an {@link IllegalArgumentException}, to which the reader adds file and offset.
 */
final class PickleObjects {
  static final int LONGEST_NAME = 256;

  private PickleObjects() {}

  static Pickled.Global global(String name) {
    for (Pickled.Global global : Pickled.Global.values()) {
      if (global.qualifiedName.equals(name)) {
        return global;
      }
    }
    throw new IllegalArgumentException(
        "the name '" + name + "' does not belong in a Planetoid file");
  }

  /** {@code callable(*arguments)} for the three callables there are. */
  static Pickled reduce(Pickled callable, Pickled arguments) {
    List<Pickled> items = items(arguments, "the arguments of REDUCE");
    if (callable == Pickled.Global.RECONSTRUCT) {
      Check.argument(
          items.size() == 3 && items.get(0) == Pickled.Global.NDARRAY,
          "_reconstruct makes a numpy ndarray only");
      return new Pickled.NumberArray();
    }
    if (callable == Pickled.Global.DTYPE) {
      return elementType(items);
    }
    if (callable == Pickled.Global.DEFAULTDICT) {
      Check.argument(
          items.size() == 1 && items.get(0) == Pickled.Global.LIST,
          "a defaultdict must be one of lists");
      return new Pickled.Dict();
    }
    throw new IllegalArgumentException("REDUCE does not apply to " + callable.kind());
  }

  private static Pickled elementType(List<Pickled> arguments) {
    Check.argument(!arguments.isEmpty(), "dtype needs a type's name, got no argument");
    Pickled.Text name = text(arguments.get(0), "a dtype's name");
    Check.argument(
        name.is("i4") || name.is("f4"),
        "a dtype must be i4 or f4, got %s",
        name.length() <= 16 ? "'" + name.latin1() + "'" : name.kind());
    return new Pickled.ElementType(name.is("f4"));
  }

  /** {@code type.__new__(type, *arguments)}: an empty csr_matrix. */
  static Pickled newObject(Pickled type, Pickled arguments) {
    Check.argument(
        type == Pickled.Global.CSR_MATRIX && items(arguments, "the arguments of NEWOBJ").isEmpty(),
        "NEWOBJ makes an empty csr_matrix only, got %s with %s",
        type.kind(),
        arguments.kind());
    return new Pickled.SparseMatrix();
  }

  /** Gives {@code target}, made before, its content. */
  static void build(Pickled target, Pickled state) {
    if (target instanceof Pickled.NumberArray array) {
      buildArray(array, items(state, "an array's state"));
    } else if (target instanceof Pickled.ElementType type) {
      List<Pickled> parts = items(state, "a dtype's state");
      Check.argument(
          parts.size() >= 2 && parts.get(1) instanceof Pickled.Text order && order.is("<"),
          "a dtype must be little-endian ('<')");
      type.isBuilt = true;
    } else if (target instanceof Pickled.SparseMatrix matrix) {
      Check.argument(matrix.parts.isEmpty(), "a csr_matrix is built twice");
      if (!(state instanceof Pickled.Dict dict)) {
        throw wrong("a matrix's state", "a dict", state);
      }
      matrix.parts.putAll(dict.entries);
    } else {
      throw new IllegalArgumentException("BUILD does not apply to " + target.kind());
    }
  }

  /** State: version, shape, dtype, whether in Fortran order, bytes. */
  private static void buildArray(Pickled.NumberArray array, List<Pickled> state) {
    Check.argument(!array.isBuilt, "an array is built twice");
    Check.argument(state.size() == 5, "an array's state has 5 parts, got %d", state.size());
    if (!(state.get(2) instanceof Pickled.ElementType type) || !type.isBuilt) {
      throw wrong("an array's third part", "a finished dtype", state.get(2));
    }
    Check.argument(state.get(3) == Pickled.Constant.FALSE, "an array must be in C order");
    Pickled.Text content = text(state.get(4), "an array's content");
    int[] shape = shape(state.get(1));
    long entries = 1; // at most two sizes below 2^31: no overflow
    for (int size : shape) {
      entries *= size;
    }
    Check.argument(
        content.length() % Integer.BYTES == 0 && entries == content.length() / Integer.BYTES,
        "an array of shape %s needs 4 bytes for each of its %d entries, got %d bytes",
        Arrays.toString(shape),
        entries,
        content.length());
    array.shape = shape;
    array.isFloat = type.isFloat;
    array.bytes = content;
    array.isBuilt = true;
  }

  /** The one or two sizes of a shape, none negative. */
  static int[] shape(Pickled value) {
    List<Pickled> sizes = items(value, "a shape");
    Check.argument(
        sizes.size() == 1 || sizes.size() == 2,
        "a shape must have 1 or 2 sizes, got %d",
        sizes.size());
    int[] shape = new int[sizes.size()];
    for (int k = 0; k < shape.length; k++) {
      shape[k] = integer(sizes.get(k), "a size");
      Check.argument(shape[k] >= 0, "a size must not be negative, got %d", shape[k]);
    }
    return shape;
  }

  static void append(Pickled target, List<Pickled> items) {
    if (!(target instanceof Pickled.Numbers list)) {
      throw wrong("what is appended to", "a list", target);
    }
    for (Pickled item : items) {
      list.add(integer(item, "a list's item"));
    }
  }

  static void setItems(Pickled target, List<Pickled> items) {
    if (!(target instanceof Pickled.Dict dict)) {
      throw wrong("what items are set in", "a dict", target);
    }
    Check.argument(items.size() % 2 == 0, "SETITEMS needs pairs, got %d values", items.size());
    for (int k = 0; k < items.size(); k += 2) {
      Object key = key(items.get(k));
      Pickled old = dict.entries.put(key, items.get(k + 1));
      Check.argument(old == null, "key %s is set twice", key);
    }
  }

  private static Object key(Pickled key) {
    if (key instanceof Pickled.Int number) {
      return number.value();
    }
    Pickled.Text text = text(key, "a dict's key");
    Check.argument(
        text.length() <= LONGEST_NAME,
        "a dict's key has at most %d bytes, got %d",
        LONGEST_NAME,
        text.length());
    return text.latin1();
  }

  private static int integer(Pickled value, String role) {
    if (value instanceof Pickled.Int number) {
      return number.value();
    }
    throw wrong(role, "an integer", value);
  }

  private static Pickled.Text text(Pickled value, String role) {
    if (value instanceof Pickled.Text text) {
      return text;
    }
    throw wrong(role, "a string", value);
  }

  private static List<Pickled> items(Pickled value, String role) {
    if (value instanceof Pickled.Tuple tuple) {
      return tuple.items();
    }
    throw wrong(role, "a tuple", value);
  }

  private static IllegalArgumentException wrong(String role, String rule, Pickled value) {
    return new IllegalArgumentException(role + " must be " + rule + ", got " + value.kind());
  }
}
