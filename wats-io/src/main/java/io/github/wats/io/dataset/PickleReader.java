package io.github.wats.io.dataset;

import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.dataset.Pickled.Constant;
import io.github.wats.io.dataset.Pickled.Csr;
import io.github.wats.io.dataset.Pickled.ElementType;
import io.github.wats.io.dataset.Pickled.Global;
import io.github.wats.io.dataset.Pickled.NumberArray;
import io.github.wats.io.dataset.Pickled.Text;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the pickles of the Planetoid data sets. It executes nothing: a pickle is a program for a
 * stack machine, and this one knows only the opcodes and the six names those files use ({@link
 * Global}). Anything else is refused with its byte offset. A length in the file is checked against
 * the remaining bytes before it is used.
 *
 * <p>A value is an {@link Integer}, an array of objects for a tuple, a list of integers, a map, or
 * one of the types of {@link Pickled}.
 */
final class PickleReader {
  private static final int LONGEST_NAME = 256;

  /**
   * Python writes lists and dicts in batches of 1,000, so in a dict of lists no more than about
   * 3,000 values are ever on the stack.
   */
  private static final int HIGHEST_STACK = 1 << 13;

  private final ByteBuffer bytes;
  private final List<Object> stack = new ArrayList<>();
  private final Map<Integer, Object> memo = new HashMap<>();

  private PickleReader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The one value in {@code bytes}; messages begin with {@code location}. */
  static Object read(Location location, byte[] bytes) {
    PickleReader reader = new PickleReader(bytes);
    int offset = 0;
    try {
      reader.header();
      do {
        offset = reader.bytes.position();
      } while (reader.step());
      return reader.result();
    } catch (IllegalArgumentException e) {
      throw new InvalidDataException(
          location.name() + ": byte " + offset + ": " + e.getMessage(), e);
    }
  }

  private void header() {
    int first = unsignedByte();
    int protocol = unsignedByte();
    Check.argument(
        first == 0x80 && protocol == 2,
        "a Planetoid pickle begins with 80 02 (protocol 2), got %02x %02x",
        first,
        protocol);
  }

  private Object result() {
    Object value = pop();
    Check.argument(stack.isEmpty(), "%d values are left on the stack at STOP", stack.size());
    Check.argument(!bytes.hasRemaining(), "%d bytes follow STOP", bytes.remaining());
    return value;
  }

  /** Executes one opcode; false when it was the last. */
  private boolean step() {
    int opcode = unsignedByte();
    switch (opcode) {
      case '.' -> {} // STOP
      case 'c' -> push(Global.of(line() + " " + line())); // GLOBAL
      case 'q' -> memo.put(unsignedByte(), top()); // BINPUT
      case 'r' -> memo.put(fourBytes(), top()); // LONG_BINPUT
      case 'h' -> push(remembered(unsignedByte())); // BINGET
      case '(' -> push(Constant.MARK);
      case 'N' -> push(Constant.NONE);
      case 0x88 -> push(Constant.TRUE); // NEWTRUE
      case 0x89 -> push(Constant.FALSE); // NEWFALSE
      case 'J' -> push(fourBytes()); // BININT
      case 'K' -> push(unsignedByte()); // BININT1
      case 'M' -> push(unsignedByte() | unsignedByte() << 8); // BININT2
      case 'U' -> push(text(unsignedByte())); // SHORT_BINSTRING
      case 'T' -> push(text(fourBytes())); // BINSTRING
      case ')' -> push(new Object[0]); // EMPTY_TUPLE
      case ']' -> push(new ArrayList<>(0)); // EMPTY_LIST
      case '}' -> push(new LinkedHashMap<>()); // EMPTY_DICT
      case 't' -> push(popToMark()); // TUPLE
      case 0x85 -> push(popLast(1)); // TUPLE1
      case 0x86 -> push(popLast(2)); // TUPLE2
      case 0x87 -> push(popLast(3)); // TUPLE3
      case 'a' -> append(popLast(1)); // APPEND
      case 'e' -> append(popToMark()); // APPENDS
      case 'u' -> setItems(popToMark()); // SETITEMS
      case 'R' -> { // REDUCE
        Object[] arguments = Pickled.tuple(pop(), "the arguments of REDUCE");
        push(reduce(pop(), arguments));
      }
      case 0x81 -> { // NEWOBJ
        Object[] arguments = Pickled.tuple(pop(), "the arguments of NEWOBJ");
        Check.argument(
            pop() == Global.CSR_MATRIX && arguments.length == 0,
            "NEWOBJ makes an empty csr_matrix only");
        push(new Csr());
      }
      case 'b' -> { // BUILD
        Object state = pop();
        build(top(), state);
      }
      default ->
          throw new IllegalArgumentException(
              "opcode 0x%02x does not belong in a Planetoid file".formatted(opcode));
    }
    return opcode != '.';
  }

  /** {@code callable(*arguments)} for the three callables there are. */
  private static Object reduce(Object callable, Object[] arguments) {
    if (callable == Global.RECONSTRUCT) {
      Check.argument(
          arguments.length == 3 && arguments[0] == Global.NDARRAY,
          "_reconstruct makes a numpy ndarray only");
      return new NumberArray();
    }
    if (callable == Global.DTYPE) {
      Check.argument(arguments.length > 0, "dtype needs a type's name, got no argument");
      Text name = Pickled.text(arguments[0], "a dtype's name");
      Check.argument(
          name.is("i4") || name.is("f4"),
          "a dtype must be i4 or f4, got %s",
          name.length() <= 16 ? "'" + name.latin1() + "'" : name);
      return new ElementType(name.is("f4"));
    }
    Check.argument(
        callable == Global.DEFAULTDICT, "REDUCE does not apply to %s", Pickled.kind(callable));
    Check.argument(
        arguments.length == 1 && arguments[0] == Global.LIST, "a defaultdict must be one of lists");
    return new LinkedHashMap<>();
  }

  /** Gives {@code target}, made before, its content. */
  private static void build(Object target, Object state) {
    if (target instanceof NumberArray array) {
      array.build(Pickled.tuple(state, "an array's state"));
    } else if (target instanceof ElementType type) {
      Object[] parts = Pickled.tuple(state, "a dtype's state");
      Check.argument(
          parts.length >= 2 && parts[1] instanceof Text order && order.is("<"),
          "a dtype must be little-endian ('<')");
      type.isBuilt = true;
    } else if (target instanceof Csr matrix) {
      Check.argument(matrix.parts.isEmpty(), "a csr_matrix is built twice");
      Map<?, ?> dict = Pickled.checked(Map.class, state, "a matrix's state", "a dict");
      matrix.parts.putAll(dict);
    } else {
      throw new IllegalArgumentException("BUILD does not apply to " + Pickled.kind(target));
    }
  }

  @SuppressWarnings("unchecked") // lists hold integers only
  private void append(Object[] items) {
    List<Integer> list = Pickled.checked(List.class, top(), "what is appended to", "a list");
    for (Object item : items) {
      list.add(Pickled.integer(item, "a list's item"));
    }
  }

  @SuppressWarnings("unchecked")
  private void setItems(Object[] items) {
    Map<Object, Object> dict = Pickled.checked(Map.class, top(), "what items are set in", "a dict");
    Check.argument(items.length % 2 == 0, "SETITEMS needs pairs, got %d values", items.length);
    for (int k = 0; k < items.length; k += 2) {
      Object key = key(items[k]);
      Check.argument(dict.put(key, items[k + 1]) == null, "key %s is set twice", key);
    }
  }

  private static Object key(Object key) {
    if (key instanceof Integer) {
      return key;
    }
    Text text = Pickled.text(key, "a dict's key");
    Check.argument(
        text.length() <= LONGEST_NAME,
        "a dict's key has at most %d bytes, got %d",
        LONGEST_NAME,
        text.length());
    return text.latin1();
  }

  private void push(Object value) {
    Check.argument(
        stack.size() < HIGHEST_STACK, "more than %d values are on the stack", HIGHEST_STACK);
    stack.add(value);
  }

  private Object top() {
    Check.argument(!stack.isEmpty(), "a value is missing: the stack is empty");
    Object value = stack.get(stack.size() - 1);
    Check.argument(value != Constant.MARK, "a value is missing: the top of the stack is a MARK");
    return value;
  }

  private Object pop() {
    Object value = top();
    stack.remove(stack.size() - 1);
    return value;
  }

  private Object[] popLast(int count) {
    Object[] values = new Object[count];
    for (int k = count - 1; k >= 0; k--) {
      values[k] = pop();
    }
    return values;
  }

  private Object[] popToMark() {
    int mark = stack.lastIndexOf(Constant.MARK);
    Check.argument(mark >= 0, "there is no MARK on the stack");
    Object[] values = popLast(stack.size() - mark - 1);
    stack.remove(mark);
    return values;
  }

  private Object remembered(int index) {
    Object value = memo.get(index);
    if (value == null) {
      throw new IllegalArgumentException("memo entry " + index + " is used before it is set");
    }
    return value;
  }

  private void require(int count) {
    Check.argument(
        count <= bytes.remaining(),
        "the file ends early: %d more bytes are needed, %d are there",
        count,
        bytes.remaining());
  }

  private int unsignedByte() {
    require(1);
    return bytes.get() & 0xff;
  }

  private int fourBytes() {
    require(Integer.BYTES);
    return bytes.getInt();
  }

  private Text text(int length) {
    Check.argument(length >= 0, "a string's length must not be negative, got %d", length);
    require(length);
    int start = bytes.position();
    bytes.position(start + length);
    return new Text(bytes, start, length);
  }

  /** The bytes up to the next line feed. */
  private String line() {
    int start = bytes.position();
    int last = Math.min(bytes.limit(), start + LONGEST_NAME) - 1;
    int end = start;
    while (end < last && bytes.get(end) != '\n') {
      end++;
    }
    Check.argument(
        end <= last && bytes.get(end) == '\n',
        "a module or class name must end with a line feed within %d bytes",
        LONGEST_NAME);
    bytes.position(end + 1);
    return new Text(bytes, start, end - start).latin1();
  }
}
