package io.github.wats.report.scene;

/** Text made safe to stand in HTML or SVG. */
public final class Escape {
  private Escape() {}

  /**
   * {@code text} for element content and quoted attributes: markup becomes entities, and what XML
   * does not allow (control characters, lone surrogates) becomes U+FFFD.
   */
  public static String text(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(point -> append(safe, point));
    return safe.toString();
  }

  private static void append(StringBuilder safe, int point) {
    switch (point) {
      case '&' -> safe.append("&amp;");
      case '<' -> safe.append("&lt;");
      case '>' -> safe.append("&gt;");
      case '"' -> safe.append("&quot;");
      case '\'' -> safe.append("&#39;");
      default -> safe.appendCodePoint(isAllowed(point) ? point : 0xFFFD);
    }
  }

  /** The characters of XML 1.0 without C1 controls. */
  private static boolean isAllowed(int point) {
    return point == '\t'
        || point == '\n'
        || (point >= 0x20 && point < 0x7f)
        || (point >= 0xa0 && point <= 0xd7ff)
        || (point >= 0xe000 && point <= 0xfffd)
        || point >= 0x10000;
  }
}
