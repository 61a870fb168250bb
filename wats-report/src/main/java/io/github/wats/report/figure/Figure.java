package io.github.wats.report.figure;

import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Svg;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A figure and everything said about it.
 *
 * @param name short, for file names, such as {@code reliability}
 * @param title the finding, in a sentence
 * @param reading how to read the figure, in a sentence
 * @param alt what it shows, for those who do not see it
 * @param wide the drawing for screens and paper
 * @param narrow the drawing for phones
 * @param series what a reader may hide and show again, may be empty
 * @param table the numbers behind the drawing
 */
public record Figure(
    String name,
    String title,
    String reading,
    String alt,
    Scene wide,
    Scene narrow,
    List<Series> series,
    DataTable table) {
  /** The width of a drawing for screens and paper. */
  public static final double WIDE = 800;

  /** The width of a drawing for phones. */
  public static final double NARROW = 380;

  /** A part of the drawing that can be hidden: its name in the scene, and for people. */
  public record Series(String id, String name) {}

  public Figure {
    series = List.copyOf(series);
  }

  /** Draws both forms. */
  static Figure of(
      String name, Words words, List<Series> series, DataTable table, DoubleFunction<Scene> draw) {
    return new Figure(
        name,
        words.title,
        words.reading,
        words.title + ". " + words.description,
        draw.apply(WIDE),
        draw.apply(NARROW),
        series,
        table);
  }

  /** This figure under another name, so that two of a kind can share a page. */
  public Figure named(String newName) {
    return new Figure(newName, title, reading, alt, wide, narrow, series, table);
  }

  /** The same with only those rows of its table that are about {@code side}. */
  public Figure of(Measured side) {
    List<List<String>> rows =
        table.rows().stream().filter(row -> row.get(0).startsWith(side.name())).toList();
    DataTable part = new DataTable(table.header(), rows);
    return new Figure(name, title, reading, alt, wide, narrow, series, part);
  }

  /** The wide drawing as an SVG file. */
  public String svg() {
    return Svg.file(wide, title, alt);
  }

  /**
   * What is said about a figure; {@code description} follows the title for those who cannot see.
   */
  record Words(String title, String reading, String description) {}
}
