package io.github.wats.io.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes one change to a valid document, in a way that suits its format. */
public interface Editor {
  /** Text and numbers that are in range for one field and out of range for another. */
  String[] WORDS = {
    "0",
    "1",
    "2",
    "-1",
    "0.5",
    "2147483647",
    "2147483648",
    "-9223372036854775808",
    "99999999999999999999",
    "1e300",
    "1e-320",
    "NaN",
    "inf",
    "Infinity",
    "\"",
    "'",
    ",",
    ";",
    "\t",
    "\n",
    " ",
    "",
    "#",
    "=",
    ":",
    "(",
    "[]",
    "{}",
    "null",
    "True",
    "false",
    "id",
    "label",
    "<U9",
    "|O",
    "|b1",
    ">f8",
    "<i2",
    "\u00e9",
    "\u0000\u0000\u0000\u0000",
    "\u00ff\u00ff\u00ff\u00ff",
    "\u0001\u0000\u0000\u0000"
  };

  byte[] edit(byte[] document, Script script);

  /** Changes any byte, or inserts, removes or repeats some. */
  static byte[] bytes(byte[] document, Script script) {
    int at = script.next(document.length + 1);
    int length = Math.min(document.length - at, script.next(64));
    byte[] piece =
        switch (script.next(6)) {
          case 0 -> script.piece(1);
          case 1 -> script.piece(8);
          case 2 -> new byte[0];
          case 3 -> {
            int from = script.next(document.length + 1);
            yield Arrays.copyOfRange(
                document, from, Math.min(document.length, from + script.next(64)));
          }
          default -> script.pick(WORDS).getBytes(StandardCharsets.ISO_8859_1);
        };
    int removed = script.next(2) == 0 ? Math.min(piece.length, document.length - at) : length;
    return spliced(document, at, at + removed, piece);
  }

  /** Changes bytes after the first {@code header} ones, three times in four without moving any. */
  static Editor after(int header) {
    return (document, script) -> {
      if (document.length <= header || script.next(8) == 0) {
        return bytes(document, script);
      }
      byte[] body = Arrays.copyOfRange(document, header, document.length);
      if (script.next(4) == 0) {
        body = bytes(body, script);
      } else {
        byte[] piece = script.piece(8);
        int at = script.next(body.length);
        System.arraycopy(piece, 0, body, at, Math.min(piece.length, body.length - at));
      }
      return spliced(document, header, document.length, body);
    };
  }

  /** As NumPy writes them; the last digits are the bytes of an element, or of text its letters. */
  String[] TYPES = {
    "<f8", "<f4", "<f2", "<i8", "<i4", "<i2", "|i1", "<u8", "<u4", "|u1", "|b1", "<U3", "|S4", ">f4"
  };

  /** The length of the header of a small array. */
  int NPY_HEADER = 128;

  /** Changes elements of an {@code .npy} file, or gives it another type and shape that fit. */
  static byte[] npy(byte[] document, Script script) {
    if (document.length < NPY_HEADER || script.next(4) != 0) {
      return after(NPY_HEADER).edit(document, script);
    }
    String type = script.pick(TYPES);
    int bytes = (type.charAt(2) - '0') * (type.charAt(1) == 'U' ? 4 : 1);
    StringBuilder shape = new StringBuilder();
    for (int axes = script.next(4); axes > 0; axes--) {
      int length = script.next(6);
      shape.append(length).append(", ");
      bytes *= length;
    }
    String text =
        String.format(
            "{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }",
            type, script.next(4) == 0 ? "True" : "False", shape.toString().strip());
    byte[] changed = Arrays.copyOf(document, NPY_HEADER + bytes);
    byte[] header =
        String.format("\u0093NUMPY\u0001\u0000v\u0000%-117s\n", text)
            .getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(header, 0, changed, 0, NPY_HEADER);
    return changed;
  }

  Pattern TOKENS = Pattern.compile("[\\w.+-]+|\\s|[^\\w\\s]");

  /** Replaces, inserts, removes or moves one word of a text; now and then any byte. */
  static byte[] text(byte[] document, Script script) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKENS.matcher(new String(document, StandardCharsets.UTF_8));
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    if (tokens.isEmpty() || script.next(8) == 0) {
      return bytes(document, script);
    }
    int at = script.next(tokens.size());
    switch (script.next(5)) {
      case 0 -> tokens.set(at, script.pick(WORDS));
      case 1 -> tokens.set(at, tokens.get(script.next(tokens.size())));
      case 2 -> tokens.add(at, tokens.get(script.next(tokens.size())));
      case 3 -> tokens.remove(at);
      default -> tokens.add(at, script.pick(WORDS));
    }
    return String.join("", tokens).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] piece) {
    byte[] result = new byte[bytes.length - (to - from) + piece.length];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(piece, 0, result, from, piece.length);
    System.arraycopy(bytes, to, result, from + piece.length, bytes.length - to);
    return result;
  }
}
