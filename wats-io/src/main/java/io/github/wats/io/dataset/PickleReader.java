package io.github.wats.io.dataset;

import io.github.wats.internal.Check;
import io.github.wats.io.Location;
import io.github.wats.io.dataset.Pickled.Csr;
import io.github.wats.io.dataset.Pickled.ElementType;
import io.github.wats.io.dataset.Pickled.NumberArray;
import io.github.wats.io.pickle.PickleMachine;
import io.github.wats.io.pickle.Text;
import io.github.wats.io.pickle.Values;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads the pickles of the Planetoid data sets, with the six names those files use. Lists hold
 * integers; other values are the types of {@link Pickled}.
 */
final class PickleReader extends PickleMachine {
  private static final String CSR_MATRIX = "scipy.sparse.csr csr_matrix"; // module, blank, name
  private static final String RECONSTRUCT = "numpy.core.multiarray _reconstruct";
  private static final String NDARRAY = "numpy ndarray";
  private static final String DTYPE = "numpy dtype";
  private static final String DEFAULTDICT = "collections defaultdict";
  private static final String LIST = "__builtin__ list";
  private static final Set<String> NAMES =
      Set.of(CSR_MATRIX, RECONSTRUCT, NDARRAY, DTYPE, DEFAULTDICT, LIST);

  private PickleReader(byte[] bytes) {
    super(bytes, "Planetoid");
  }

  /** The one value in {@code bytes}; messages begin with {@code location}. */
  static Object read(Location location, byte[] bytes) {
    return new PickleReader(bytes).run(location);
  }

  @Override
  protected Object global(String name) {
    String rule = "the name '%s' does not belong in a Planetoid file";
    Check.argument(NAMES.contains(name), rule, name);
    return name;
  }

  @Override
  protected boolean executes(int opcode) {
    switch (opcode) {
      case 'U' -> push(text(unsignedByte())); // SHORT_BINSTRING
      case 'T' -> push(text(fourBytes())); // BINSTRING
      case 0x81 -> { // NEWOBJ
        Object[] arguments = Values.tuple(pop(), "the arguments of NEWOBJ");
        Check.argument(
            pop().equals(CSR_MATRIX) && arguments.length == 0,
            "NEWOBJ makes an empty csr_matrix only");
        push(new Csr());
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  @Override
  protected Object reduce(Object callable, Object[] arguments) {
    if (callable.equals(RECONSTRUCT)) {
      Check.argument(
          arguments.length == 3 && arguments[0].equals(NDARRAY),
          "_reconstruct makes a numpy ndarray only");
      return new NumberArray();
    }
    if (callable.equals(DTYPE)) {
      Check.argument(arguments.length > 0, "dtype needs a type's name, got no argument");
      Text name = Values.text(arguments[0], "a dtype's name");
      Check.argument(
          name.is("i4") || name.is("f4"),
          "a dtype must be i4 or f4, got %s",
          name.length() <= 16 ? "'" + name.latin1() + "'" : name);
      return new ElementType(name.is("f4"));
    }
    Check.argument(
        callable.equals(DEFAULTDICT), "REDUCE does not apply to %s", Values.kind(callable));
    Check.argument(
        arguments.length == 1 && arguments[0].equals(LIST), "a defaultdict must be one of lists");
    return new LinkedHashMap<>();
  }

  @Override
  protected void build(Object target, Object state) {
    if (target instanceof NumberArray array) {
      array.build(Values.tuple(state, "an array's state"));
    } else if (target instanceof ElementType type) {
      Object[] parts = Values.tuple(state, "a dtype's state");
      Check.argument(
          parts.length >= 2 && parts[1] instanceof Text order && order.is("<"),
          "a dtype must be little-endian ('<')");
      type.isBuilt = true;
    } else if (target instanceof Csr matrix) {
      Check.argument(matrix.parts.isEmpty(), "a csr_matrix is built twice");
      Map<?, ?> dict = Values.checked(Map.class, state, "a matrix's state", "a dict");
      matrix.parts.putAll(dict);
    } else {
      throw new IllegalArgumentException("BUILD does not apply to " + Values.kind(target));
    }
  }

  @Override
  protected Object item(Object item) {
    return Values.integer(item, "a list's item");
  }
}
