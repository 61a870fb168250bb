package io.github.wats.report.figure;

import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Stroke;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What the marks of a figure mean: samples with their names. */
final class Legend {
  private static final double SAMPLE = 18;
  private static final double LINE = 18;

  private final List<Entry> entries = new ArrayList<>();

  /** A name and how its sample is drawn on a canvas moved to the place of the sample. */
  private record Entry(String text, Consumer<Sample> sample) {}

  /** Where a sample is drawn: from x to the right, y is its middle. */
  private record Sample(Canvas canvas, double x, double y) {
    void box(Fill fill) {
      canvas.box(x + 2, y - 5, 14, 10, fill, "");
    }

    void line(Stroke stroke) {
      canvas.line(x, y, x + SAMPLE, y, stroke);
    }

    void dot(Shape shape, Ink ink) {
      canvas.dot(new Point(x + SAMPLE / 2, y), 4, shape, ink, "");
    }
  }

  Legend box(String text, Ink ink) {
    return add(text, sample -> sample.box(Fill.of(ink)));
  }

  Legend band(String text, Ink ink) {
    return add(text, sample -> sample.box(new Fill(ink, 0.3)));
  }

  Legend line(String text, Stroke stroke) {
    return add(text, sample -> sample.line(stroke));
  }

  Legend dot(String text, Ink ink, Shape shape) {
    return add(text, sample -> sample.dot(shape, ink));
  }

  Legend lineAndDot(String text, Stroke stroke, Shape shape) {
    return add(
        text,
        sample -> {
          sample.line(stroke);
          sample.dot(shape, stroke.ink());
        });
  }

  private Legend add(String text, Consumer<Sample> sample) {
    entries.add(new Entry(text, sample));
    return this;
  }

  /** A plot of numbers in a new figure under this legend. */
  Plot plot(double width, double height) {
    Canvas canvas = new Canvas();
    double top = draw(canvas, width);
    return new Plot(canvas, Plot.LEFT, top + 8, width - 20, top + height - Plot.BELOW);
  }

  /** The same for a plot with named columns. */
  Plot columnPlot(double width, double height) {
    Canvas canvas = new Canvas();
    double top = draw(canvas, width);
    return new Plot(canvas, Plot.LEFT, top + 8, width - 8, top + height - Plot.BELOW_COLUMNS);
  }

  /** Draws at the top, in as many lines as it takes, and returns where the figure may go on. */
  double draw(Canvas canvas, double width) {
    Canvas shared = new Canvas(); // by all figures of a page with the same legend
    double x = 1;
    double y = 14;
    for (Entry entry : entries) {
      double room = SAMPLE + 6 + Font.PLAIN.width(entry.text);
      if (x > 1 && x + room > width) {
        x = 1;
        y += LINE;
      }
      entry.sample.accept(new Sample(shared, x, y - 4));
      shared.text(x + SAMPLE + 6, y, entry.text, Font.PLAIN, Anchor.START, Ink.TEXT);
      x += room + 18;
    }
    canvas.panel(new Point(0, 0), shared);
    return y + 10;
  }
}
