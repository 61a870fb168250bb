package io.github.wats.io.pickle;

import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a pickle of protocol 2 without executing anything: a pickle is a program for a stack
 * machine, and this one knows only containers, numbers, and the opcodes and names that a subclass
 * adds. Anything else is refused with its byte offset. A length in the file is checked against the
 * remaining bytes before it is used.
 *
 * <p>A value is an {@link Integer}, a {@link Constant}, an array of objects for a tuple, a list, a
 * map, a {@link Text}, or what a subclass makes.
 */
public abstract class PickleMachine {
  private static final int LONGEST_NAME = 256;

  /**
   * Python writes lists and dicts in batches of 1,000, so in a dict of lists no more than about
   * 3,000 values are ever on the stack.
   */
  private static final int HIGHEST_STACK = 1 << 13;

  private final ByteBuffer bytes;
  private final String kind; // of file, for messages
  private final List<Object> stack = new ArrayList<>();
  private final Map<Integer, Object> memo = new HashMap<>();

  /** The values without content. */
  public enum Constant {
    NONE,
    TRUE,
    FALSE,
    MARK
  }

  protected PickleMachine(byte[] bytes, String kind) {
    this.bytes = ByteBuffer.wrap(bytes).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    this.kind = kind;
  }

  /** What a module and a name in it, separated by a blank, stand for. */
  protected abstract Object global(String name);

  /** {@code callable(*arguments)}. */
  protected abstract Object reduce(Object callable, Object[] arguments);

  /** Gives {@code target}, made before, its content. */
  protected abstract void build(Object target, Object state);

  /** Executes an opcode that not all pickles have; false if it is unknown. */
  protected abstract boolean executes(int opcode);

  /** The key of a dict. */
  protected Object key(Object key) {
    if (key instanceof Integer) {
      return key;
    }
    Text text = Values.text(key, "a dict's key");
    Check.argument(
        text.length() <= LONGEST_NAME,
        "a dict's key has at most %d bytes, got %d",
        LONGEST_NAME,
        text.length());
    return text.utf8();
  }

  /** The item of a list. */
  protected Object item(Object item) {
    return item;
  }

  /** The one value of the pickle; messages begin with {@code location}. */
  protected final Object run(Location location) {
    int offset = 0;
    try {
      header();
      do {
        offset = bytes.position();
      } while (step());
      return result();
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
        "a %s pickle begins with 80 02 (protocol 2), got %02x %02x",
        kind,
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
      case 'c' -> push(global(line() + " " + line())); // GLOBAL
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
        Object[] arguments = Values.tuple(pop(), "the arguments of REDUCE");
        push(reduce(pop(), arguments));
      }
      case 'b' -> { // BUILD
        Object state = pop();
        build(top(), state);
      }
      default ->
          Check.argument(
              executes(opcode), "opcode 0x%02x does not belong in a %s file", opcode, kind);
    }
    return opcode != '.';
  }

  @SuppressWarnings("unchecked") // lists hold any item
  private void append(Object[] items) {
    List<Object> list = Values.checked(List.class, top(), "what is appended to", "a list");
    for (Object item : items) {
      list.add(item(item));
    }
  }

  /** Puts keys, each followed by its value, into the dict on top of the stack. */
  @SuppressWarnings("unchecked")
  protected final void setItems(Object... items) {
    Map<Object, Object> dict = Values.checked(Map.class, top(), "what items are set in", "a dict");
    Check.argument(items.length % 2 == 0, "SETITEMS needs pairs, got %d values", items.length);
    for (int k = 0; k < items.length; k += 2) {
      Object key = key(items[k]);
      Check.argument(dict.put(key, items[k + 1]) == null, "key %s is set twice", key);
    }
  }

  protected final void push(Object value) {
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

  protected final Object pop() {
    Object value = top();
    stack.remove(stack.size() - 1);
    return value;
  }

  protected final Object[] popLast(int count) {
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

  protected final Object remembered(int index) {
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

  protected final int unsignedByte() {
    require(1);
    return bytes.get() & 0xff;
  }

  protected final int fourBytes() {
    require(Integer.BYTES);
    return bytes.getInt();
  }

  /** The next {@code length} bytes. */
  protected final Text text(int length) {
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
