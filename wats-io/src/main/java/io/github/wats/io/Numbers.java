package io.github.wats.io;

/** Numbers in text. */
final class Numbers {
  /** Nothing that is a node number has more digits. */
  private static final int MOST_DIGITS = 10;

  private Numbers() {}

  /** The value of plain digits that fit an int, or −1 for any other text. */
  static int nonNegative(String text) {
    if (text.isEmpty() || text.length() > MOST_DIGITS) {
      return -1;
    }
    long value = 0;
    for (int k = 0; k < text.length(); k++) {
      int digit = text.charAt(k) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value <= Integer.MAX_VALUE ? (int) value : -1;
  }
}
