package io.github.wats.report.scene;

/** Fitting text into figures. */
public final class Texts {
  private Texts() {}

  /** Browsers draw with fonts of their own, of which the widest common ones need so much more. */
  private static final double ROOM = 1.12;

  /** The width in pixels to keep for {@code text}. */
  public static double width(String text, Mark.Font font) {
    return ROOM * Glyphs.width(text, font);
  }

  /** The text itself if it is not wider than {@code most}, else its beginning and an ellipsis. */
  public static String shortened(String text, Mark.Font font, double most) {
    if (width(text, font) <= most) {
      return text;
    }
    int end = text.length();
    while (end > 1 && width(text.substring(0, end).strip() + "…", font) > most) {
      end = text.offsetByCodePoints(end, -1);
    }
    return text.substring(0, end).strip() + "…";
  }
}
