package io.github.wats.io.dataset;

import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Origin;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the pickles of the Planetoid data sets. It executes nothing: a pickle is a program for a
 * stack machine, and this one knows only the opcodes and the six names those files use ({@link
 * PickleOpcode}, {@link Pickled.Global}). Anything else is refused with its name and byte offset. A
 * length in the file is checked against the remaining bytes before it is used.
 */
final class PickleReader {
  /**
   * Python writes lists and dicts in batches of 1,000, so in a dict of lists no more than about
   * 3,000 values are ever on the stack.
   */
  private static final int HIGHEST_STACK = 1 << 13;

  private final ByteBuffer bytes;
  private final List<Pickled> stack = new ArrayList<>();
  private final Map<Integer, Pickled> memo = new HashMap<>();

  private PickleReader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The one value in {@code bytes}; messages begin with {@code origin}. */
  static Pickled read(Origin origin, byte[] bytes) {
    PickleReader reader = new PickleReader(bytes);
    int offset = 0;
    try {
      reader.header();
      do {
        offset = reader.bytes.position();
      } while (reader.step());
      return reader.result();
    } catch (IllegalArgumentException e) {
      throw new InvalidDataException(origin.name() + ": byte " + offset + ": " + e.getMessage(), e);
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

  /** Executes one opcode; false when it was the last. */
  private boolean step() {
    PickleOpcode opcode = PickleOpcode.of(unsignedByte());
    execute(opcode);
    return opcode != PickleOpcode.STOP;
  }

  private Pickled result() {
    Pickled value = pop();
    Check.argument(stack.isEmpty(), "%d values are left on the stack at STOP", stack.size());
    Check.argument(!bytes.hasRemaining(), "%d bytes follow STOP", bytes.remaining());
    return value;
  }

  private void execute(PickleOpcode opcode) {
    switch (opcode) {
      case STOP -> {}
      case GLOBAL -> push(PickleObjects.global(line() + " " + line()));
      case BINPUT -> memo.put(unsignedByte(), top());
      case LONG_BINPUT -> memo.put(fourBytes(), top());
      case BINGET -> push(remembered(unsignedByte()));
      case MARK -> push(Pickled.Constant.MARK);
      case NONE -> push(Pickled.Constant.NONE);
      case NEWTRUE -> push(Pickled.Constant.TRUE);
      case NEWFALSE -> push(Pickled.Constant.FALSE);
      case BININT -> push(new Pickled.Int(fourBytes()));
      case BININT1 -> push(new Pickled.Int(unsignedByte()));
      case BININT2 -> push(new Pickled.Int(unsignedByte() | unsignedByte() << 8));
      case SHORT_BINSTRING -> push(text(unsignedByte()));
      case BINSTRING -> push(text(fourBytes()));
      case EMPTY_TUPLE -> push(Pickled.Tuple.EMPTY);
      case EMPTY_LIST -> push(new Pickled.Numbers());
      case EMPTY_DICT -> push(new Pickled.Dict());
      case TUPLE -> push(new Pickled.Tuple(popToMark()));
      case TUPLE1 -> push(new Pickled.Tuple(popLast(1)));
      case TUPLE2 -> push(new Pickled.Tuple(popLast(2)));
      case TUPLE3 -> push(new Pickled.Tuple(popLast(3)));
      case APPEND -> appendTo(popLast(1));
      case APPENDS -> appendTo(popToMark());
      case SETITEMS -> {
        List<Pickled> items = popToMark();
        PickleObjects.setItems(top(), items);
      }
      case REDUCE -> {
        Pickled arguments = pop();
        push(PickleObjects.reduce(pop(), arguments));
      }
      case NEWOBJ -> {
        Pickled arguments = pop();
        push(PickleObjects.newObject(pop(), arguments));
      }
      case BUILD -> {
        Pickled state = pop();
        PickleObjects.build(top(), state);
      }
    }
  }

  private void appendTo(List<Pickled> items) {
    PickleObjects.append(top(), items);
  }

  private void push(Pickled value) {
    Check.argument(
        stack.size() < HIGHEST_STACK, "more than %d values are on the stack", HIGHEST_STACK);
    stack.add(value);
  }

  private Pickled top() {
    Check.argument(!stack.isEmpty(), "a value is missing: the stack is empty");
    Pickled value = stack.get(stack.size() - 1);
    Check.argument(
        value != Pickled.Constant.MARK, "a value is missing: the top of the stack is a MARK");
    return value;
  }

  private Pickled pop() {
    Pickled value = top();
    stack.remove(stack.size() - 1);
    return value;
  }

  private List<Pickled> popLast(int count) {
    Pickled[] values = new Pickled[count];
    for (int k = count - 1; k >= 0; k--) {
      values[k] = pop();
    }
    return Arrays.asList(values);
  }

  private List<Pickled> popToMark() {
    int mark = stack.lastIndexOf(Pickled.Constant.MARK);
    Check.argument(mark >= 0, "there is no MARK on the stack");
    List<Pickled> above = stack.subList(mark + 1, stack.size());
    List<Pickled> values = List.copyOf(above);
    above.clear();
    stack.remove(mark);
    return values;
  }

  private Pickled remembered(int index) {
    Pickled value = memo.get(index);
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

  private Pickled.Text text(int length) {
    Check.argument(length >= 0, "a string's length must not be negative, got %d", length);
    require(length);
    int start = bytes.position();
    bytes.position(start + length);
    return new Pickled.Text(bytes, start, length);
  }

  /** The bytes up to the next line feed. */
  private String line() {
    int start = bytes.position();
    int end = start;
    int last = Math.min(bytes.limit(), start + PickleObjects.LONGEST_NAME) - 1;
    while (end < last && bytes.get(end) != '\n') {
      end++;
    }
    Check.argument(
        end <= last && bytes.get(end) == '\n',
        "a module or class name must end with a line feed within %d bytes",
        PickleObjects.LONGEST_NAME);
    byte[] name = new byte[end - start];
    bytes.get(name);
    bytes.position(end + 1);
    return new String(name, StandardCharsets.ISO_8859_1);
  }
}
