package io.github.wats.report.scene;

import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Letters as outlines, and how wide a text is. They are read from resources, so that text has the
 * same width and looks the same on machines with and without fonts. A character that is not among
 * them is drawn as an empty box.
 */
record Glyphs(Map<Integer, Glyph> byCodePoint) {
  private static final double EM = 1000;

  private static final Glyphs REGULAR = read("regular.glyphs");
  private static final Glyphs BOLD = read("bold.glyphs");

  private static final Glyph MISSING =
      new Glyph(600, "M60,0L60,-720L540,-720L540,0ZM110,-50L490,-50L490,-670L110,-670Z");

  record Glyph(double advance, String path) {}

  static Glyphs of(Mark.Font font) {
    return font.bold() ? BOLD : REGULAR;
  }

  /** The width of {@code text} in pixels. */
  static double width(String text, Mark.Font font) {
    Glyphs glyphs = of(font);
    double units = text.codePoints().mapToDouble(point -> glyphs.glyph(point).advance).sum();
    return units * font.size() / EM;
  }

  /** The outline of {@code text} on a base line that begins at the origin. */
  static Path2D outline(String text, Mark.Font font) {
    Glyphs glyphs = of(font);
    Path2D.Double outline = new Path2D.Double(Path2D.WIND_NON_ZERO);
    double x = 0;
    for (int point : text.codePoints().toArray()) {
      Glyph glyph = glyphs.glyph(point);
      append(outline, glyph.path, x);
      x += glyph.advance;
    }
    outline.transform(AffineTransform.getScaleInstance(font.size() / EM, font.size() / EM));
    return outline;
  }

  private Glyph glyph(int codePoint) {
    return byCodePoint.getOrDefault(codePoint, MISSING);
  }

  private static void append(Path2D outline, String path, double dx) {
    for (String step : path.split("(?=[MLQZ])", -1)) {
      if (step.equals("Z")) {
        outline.closePath();
      } else if (!step.isEmpty()) {
        String[] numbers = step.substring(1).split(",", -1);
        double[] to = Arrays.stream(numbers).mapToDouble(Double::parseDouble).toArray();
        switch (step.charAt(0)) {
          case 'M' -> outline.moveTo(dx + to[0], to[1]);
          case 'L' -> outline.lineTo(dx + to[0], to[1]);
          default -> outline.quadTo(dx + to[0], to[1], dx + to[2], to[3]);
        }
      }
    }
  }

  private static Glyphs read(String resource) {
    Map<Integer, Glyph> glyphs = new HashMap<>();
    try (InputStream in = Objects.requireNonNull(Glyphs.class.getResourceAsStream(resource))) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      for (String line : text.lines().toList()) {
        String[] parts = line.split(" ", 3);
        glyphs.put(
            Integer.parseInt(parts[0], 16),
            new Glyph(Integer.parseInt(parts[1]), parts.length < 3 ? "" : parts[2]));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Glyphs(glyphs);
  }
}
