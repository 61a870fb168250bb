package io.github.wats.report.scene;

import java.awt.Font;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.awt.geom.PathIterator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/**
 * Writes the outlines of a TrueType font as the text that {@link Glyphs} reads, 1000 units to the
 * em. Not a test: run it by hand, {@code java GlyphFileMaker.java FONT.ttf OUT.glyphs}, to make the
 * files in {@code src/main/resources} anew.
 */
final class GlyphFileMaker {
  private static final int EM = 1000;

  /** Latin letters, the punctuation and the signs figures use, and the Greek alphabet. */
  private static final String SIGNS = "–—‘’“”…•‰′″←↑→↓−≈≠≤≥∞√∑Δ⌀";

  private GlyphFileMaker() {}

  public static void main(String[] arguments) throws Exception {
    Font font = Font.createFont(Font.TRUETYPE_FONT, Path.of(arguments[0]).toFile());
    StringBuilder file = new StringBuilder();
    IntStream.concat(
            IntStream.concat(IntStream.rangeClosed(0x20, 0x7e), IntStream.rangeClosed(0xa0, 0x17f)),
            IntStream.concat(IntStream.rangeClosed(0x391, 0x3c9), SIGNS.codePoints()))
        .distinct()
        .sorted()
        .filter(font::canDisplay)
        .forEach(point -> file.append(line(font.deriveFont((float) EM), point)).append('\n'));
    write(Path.of(arguments[1]), file.toString());
  }

  private static String line(Font font, int point) {
    FontRenderContext context = new FontRenderContext(null, true, true);
    GlyphVector glyphs = font.createGlyphVector(context, Character.toString(point));
    long advance = Math.round(glyphs.getGlyphMetrics(0).getAdvanceX());
    return (Integer.toHexString(point) + " " + advance + " " + path(glyphs.getOutline())).strip();
  }

  private static String path(Shape outline) {
    StringBuilder path = new StringBuilder();
    double[] to = new double[6];
    for (PathIterator i = outline.getPathIterator(null); !i.isDone(); i.next()) {
      int kind = i.currentSegment(to);
      int numbers =
          switch (kind) {
            case PathIterator.SEG_MOVETO, PathIterator.SEG_LINETO -> 2;
            case PathIterator.SEG_QUADTO -> 4;
            case PathIterator.SEG_CLOSE -> 0;
            default -> throw new IllegalArgumentException("a TrueType outline has no cubic curves");
          };
      path.append("MLQ?Z".charAt(kind));
      for (int n = 0; n < numbers; n++) {
        path.append(n == 0 ? "" : ",").append(Math.round(to[n]));
      }
    }
    return path.toString();
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text, StandardCharsets.US_ASCII);
  }
}
