package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The type of the elements of an array, such as {@code <f8}.
 *
 * @param kind numbers, booleans or text
 * @param size the bytes of one element
 * @param order the order of the bytes of one element
 */
public record NpyType(Kind kind, int size, ByteOrder order) {
  public static final NpyType FLOAT64 = parse("<f8");
  public static final NpyType FLOAT32 = parse("<f4");
  public static final NpyType INT64 = parse("<i8");
  public static final NpyType INT32 = parse("<i4");
  public static final NpyType BOOLEAN = parse("|b1");

  private static final int MOST_CHARACTERS = 1 << 20;
  private static final int CODE_POINT_BYTES = 4;

  /** The kinds of element that are read and written. */
  public enum Kind {
    FLOAT('f'),
    /** The upper half of a float, in tensors only. */
    BFLOAT16('\0'),
    SIGNED('i'),
    UNSIGNED('u'),
    BOOLEAN('b'),
    /** Unicode strings, four bytes a character. */
    TEXT('U'),
    /** Strings of one byte a character. */
    BYTES('S');

    private final char letter;

    Kind(char letter) {
      this.letter = letter;
    }
  }

  /** Text of up to {@code characters} code points an element. */
  public static NpyType text(int characters) {
    return new NpyType(Kind.TEXT, characters * CODE_POINT_BYTES, ByteOrder.LITTLE_ENDIAN);
  }

  /** The type of a NumPy description: byte order, letter, size. */
  public static NpyType parse(String description) {
    Matcher parts = Pattern.compile("([<>|])([a-zA-Z])([0-9]{0,9})").matcher(description);
    Check.argument(parts.matches(), "an element type must look like '<f8', got '%s'", description);
    char letter = parts.group(2).charAt(0);
    Check.argument(
        letter != 'O',
        "arrays of Python objects ('|O') are not read: write .astype(int), .astype(float) or"
            + " .astype(str)");
    int number = parts.group(3).isEmpty() ? 0 : Integer.parseInt(parts.group(3));
    for (Kind kind : Kind.values()) {
      if (kind.letter == letter && sizeFits(kind, number)) {
        int size = kind == Kind.TEXT ? number * CODE_POINT_BYTES : number;
        ByteOrder order =
            parts.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        return new NpyType(kind, size, order);
      }
    }
    throw new IllegalArgumentException(
        "elements must be f2 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1, U or S strings, got '"
            + description
            + "'");
  }

  private static boolean sizeFits(Kind kind, int number) {
    return switch (kind) {
      case FLOAT -> number == 2 || number == 4 || number == 8;
      case SIGNED, UNSIGNED -> number == 1 || number == 2 || number == 4 || number == 8;
      case BFLOAT16 -> false;
      case BOOLEAN -> number == 1;
      case TEXT, BYTES -> number >= 1 && number <= MOST_CHARACTERS;
    };
  }

  /** The NumPy description of this type. */
  public String description() {
    if (kind == Kind.BFLOAT16) {
      return "bfloat16";
    }
    String prefix =
        size == 1 || kind == Kind.BYTES ? "|" : order == ByteOrder.BIG_ENDIAN ? ">" : "<";
    int number = kind == Kind.TEXT ? size / CODE_POINT_BYTES : size;
    return String.format(Locale.ROOT, "%s%c%d", prefix, kind.letter, number);
  }

  public boolean isFloat() {
    return kind == Kind.FLOAT || kind == Kind.BFLOAT16;
  }

  /** Whether elements are whole numbers or booleans, which count as 0 and 1. */
  public boolean isWhole() {
    return kind == Kind.SIGNED || kind == Kind.UNSIGNED || kind == Kind.BOOLEAN;
  }

  public boolean isText() {
    return kind == Kind.TEXT || kind == Kind.BYTES;
  }

  @Override
  public String toString() {
    return description();
  }
}
