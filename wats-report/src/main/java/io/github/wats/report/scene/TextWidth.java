package io.github.wats.report.scene;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How wide a text is, from the widths of the letters of DejaVu Sans Condensed: the same on machines
 * with and without fonts. A line of the resource has a character, as a hexadecimal code point, and
 * its regular and its bold width, 1000 units to the em.
 */
final class TextWidth {
  private static final double EM = 1000;
  private static final int[] MISSING = {600, 600};
  private static final Map<Integer, int[]> WIDTHS = read("widths.txt");

  private TextWidth() {}

  /** The width of {@code text} in pixels. */
  static double of(String text, Mark.Font font) {
    int weight = font.bold() ? 1 : 0;
    int units = text.codePoints().map(point -> WIDTHS.getOrDefault(point, MISSING)[weight]).sum();
    return units * font.size() / EM;
  }

  private static Map<Integer, int[]> read(String resource) {
    Map<Integer, int[]> widths = new HashMap<>();
    try (InputStream in = Objects.requireNonNull(TextWidth.class.getResourceAsStream(resource))) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      for (String line : text.lines().toList()) {
        String[] parts = line.split(" ", 3);
        int[] both = {Integer.parseInt(parts[1]), Integer.parseInt(parts[2])};
        widths.put(Integer.parseInt(parts[0], 16), both);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return widths;
  }
}
