package io.github.wats.report.scene;

/** Fitting text into figures. */
public final class Texts {
  private Texts() {}

  /** The width of {@code text} in pixels; fonts of browsers differ from it by a few percent. */
  public static double width(String text, Mark.Font font) {
    return Glyphs.width(text, font);
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
