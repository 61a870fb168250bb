package io.github.wats.io.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Changes bytes in the ways files go wrong, and in those that find weak spots in readers. */
final class Mutation {
  private static final String[] WORDS = {
    "0",
    "-1",
    "2147483647",
    "2147483648",
    "9223372036854775807",
    "99999999999999999999",
    "NaN",
    "inf",
    "\"",
    "'",
    ",",
    "\n",
    "#",
    "(",
    "True",
    "<U9",
    "|O",
    ">f8",
    "\u00e9",
    "PK\u0001\u0002",
    "\u0000\u0000\u0000\u0000",
    "\u00ff\u00ff\u00ff\u00ff"
  };

  private Mutation() {}

  /** One to four changes of {@code bytes}; {@code other} may lend a piece. */
  static byte[] of(byte[] bytes, byte[] other, SplittableRandom random) {
    byte[] changed = bytes.clone();
    int changes = 1 + random.nextInt(4);
    for (int k = 0; k < changes && changed.length > 0; k++) {
      changed = once(changed, other, random);
    }
    return changed;
  }

  private static byte[] once(byte[] bytes, byte[] other, SplittableRandom random) {
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(7)) {
      case 0:
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        return bytes;
      case 1:
        bytes[at] = (byte) random.nextInt(256);
        return bytes;
      case 2:
        return Arrays.copyOf(bytes, at);
      case 3:
        int length = random.nextInt(1 + Math.min(64, bytes.length - at));
        return spliced(bytes, at, at + length, new byte[0]);
      case 4:
        byte[] word = word(random);
        return spliced(bytes, at, Math.min(bytes.length, at + word.length), word);
      case 5:
        return spliced(bytes, at, at, word(random));
      default:
        int from = random.nextInt(other.length);
        int to = from + random.nextInt(1 + Math.min(64, other.length - from));
        return spliced(bytes, at, at, Arrays.copyOfRange(other, from, to));
    }
  }

  private static byte[] word(SplittableRandom random) {
    return WORDS[random.nextInt(WORDS.length)].getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] spliced(byte[] bytes, int from, int to, byte[] piece) {
    byte[] result = new byte[bytes.length - (to - from) + piece.length];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(piece, 0, result, from, piece.length);
    System.arraycopy(bytes, to, result, from + piece.length, bytes.length - to);
    return result;
  }
}
