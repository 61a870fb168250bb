package io.github.wats.report.scene;

import io.github.wats.report.scene.Mark.Anchor;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Scenes as SVG. Inside a page colors are classes ({@code f-after}, {@code s-after}), so that its
 * style sheet decides between light and dark; a file of its own carries the light colors.
 */
public final class Svg {
  /** What browsers and drawing programs have; all are about as wide as {@link Texts} thinks. */
  static final String FONTS = "system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

  private final boolean themed;
  private final StringBuilder out = new StringBuilder();

  private Svg(boolean themed) {
    this.themed = themed;
  }

  /** An element for a page with {@link #styleSheet}; {@code alt} is what it shows, in words. */
  public static String inline(Scene scene, String alt, String cssClass) {
    Svg svg = new Svg(true);
    svg.out
        .append("<svg class=\"")
        .append(Escape.text(cssClass))
        .append("\" viewBox=\"0 0 ")
        .append(number(scene.width()))
        .append(' ')
        .append(number(scene.height()))
        .append("\" role=\"img\" aria-label=\"")
        .append(Escape.text(alt))
        .append("\">");
    scene.marks().forEach(svg::mark);
    return svg.out.append("</svg>").toString();
  }

  /** A file of its own on white paper, with a title and a description. */
  public static String file(Scene scene, String title, String description) {
    Svg svg = new Svg(false);
    String width = number(scene.width());
    String height = number(scene.height());
    svg.out
        .append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width)
        .append("\" height=\"" + height + "\" viewBox=\"0 0 " + width + " " + height)
        .append("\" font-family=\"" + FONTS + "\">\n<title>")
        .append(Escape.text(title))
        .append("</title>\n<desc>")
        .append(Escape.text(description))
        .append(
            "</desc>\n<rect width=\"" + width + "\" height=\"" + height + "\" fill=\"#ffffff\"/>");
    scene.marks().forEach(svg::mark);
    return svg.out.append("\n</svg>\n").toString();
  }

  /** The rules for {@link #inline}; the colors themselves are the custom properties of a page. */
  public static String styleSheet() {
    StringBuilder rules = new StringBuilder();
    for (Ink ink : Ink.values()) {
      String name = ink.cssName();
      rules.append(".f-" + name + "{fill:var(--" + name + ")}");
      rules.append(".s-" + name + "{stroke:var(--" + name + ");fill:none}\n");
    }
    return rules.toString();
  }

  private void mark(Mark mark) {
    out.append('\n');
    if (mark instanceof Mark.Box box) {
      box(box);
    } else if (mark instanceof Mark.Area area) {
      out.append("<polygon points=\"").append(points(area.corners())).append('"');
      fill(area.fill().ink(), area.fill().opacity());
      out.append("/>");
    } else if (mark instanceof Mark.Line line) {
      line(line);
    } else if (mark instanceof Mark.Dot dot) {
      dot(dot);
    } else if (mark instanceof Mark.Label label) {
      label(label);
    } else if (mark instanceof Mark.Group group) {
      out.append("<g data-series=\"").append(Escape.text(group.series())).append("\">");
      group.marks().forEach(this::mark);
      out.append("</g>");
    }
  }

  private void box(Mark.Box box) {
    attribute("<rect x", box.x());
    attribute("y", box.y());
    attribute("width", box.width());
    attribute("height", box.height());
    fill(box.fill().ink(), box.fill().opacity());
    close("rect", box.tip());
  }

  private void line(Mark.Line line) {
    out.append("<polyline points=\"").append(points(line.points())).append('"');
    stroke(line.stroke().ink(), line.stroke().width());
    List<Double> dashes = line.stroke().dash().lengths();
    if (!dashes.isEmpty()) {
      out.append(" stroke-dasharray=\"")
          .append(dashes.stream().map(Svg::number).collect(Collectors.joining(" ")))
          .append('"');
    }
    out.append("/>");
  }

  private void dot(Mark.Dot dot) {
    String element = dot.shape() == Mark.Shape.CIRCLE ? "circle" : "polygon";
    if (dot.shape() == Mark.Shape.CIRCLE) {
      attribute("<circle cx", dot.at().x());
      attribute("cy", dot.at().y());
      attribute("r", dot.radius());
    } else {
      out.append("<polygon points=\"").append(points(Markers.corners(dot))).append('"');
    }
    if (dot.hollow()) {
      hollow(dot.ink());
    } else {
      fill(dot.ink(), 1);
    }
    close(element, dot.tip());
  }

  private void label(Mark.Label label) {
    attribute("<text x", label.at().x());
    attribute("y", label.at().y());
    attribute("font-size", label.font().size());
    if (label.font().bold()) {
      out.append(" font-weight=\"600\"");
    }
    if (label.anchor() != Anchor.START) {
      out.append(" text-anchor=\"")
          .append(label.anchor().name().toLowerCase(Locale.ROOT))
          .append('"');
    }
    if (label.upwards()) {
      out.append(" transform=\"rotate(-90 ")
          .append(number(label.at().x()))
          .append(' ')
          .append(number(label.at().y()))
          .append(")\"");
    }
    fill(label.ink(), 1);
    out.append('>').append(Escape.text(label.text())).append("</text>");
  }

  private void fill(Ink ink, double opacity) {
    if (themed) {
      out.append(" class=\"f-").append(ink.cssName()).append('"');
    } else {
      out.append(" fill=\"").append(ink.light()).append('"');
    }
    if (opacity < 1) {
      out.append(" fill-opacity=\"").append(number(opacity, 3)).append('"');
    }
  }

  private void stroke(Ink ink, double width) {
    if (themed) {
      out.append(" class=\"s-").append(ink.cssName()).append('"');
    } else {
      out.append(" fill=\"none\" stroke=\"").append(ink.light()).append('"');
    }
    attribute("stroke-width", width);
  }

  private void hollow(Ink ink) {
    if (themed) {
      out.append(" class=\"hollow s-").append(ink.cssName()).append('"');
    } else {
      out.append(" fill=\"#ffffff\" stroke=\"").append(ink.light()).append('"');
    }
    attribute("stroke-width", Markers.HOLLOW_WIDTH);
  }

  private void close(String element, String tip) {
    if (tip.isEmpty()) {
      out.append("/>");
    } else {
      out.append("><title>").append(Escape.text(tip)).append("</title></" + element + ">");
    }
  }

  private void attribute(String name, double value) {
    out.append(name.startsWith("<") ? "" : " ").append(name).append("=\"");
    out.append(number(value)).append('"');
  }

  private static String points(List<Point> points) {
    StringBuilder text = new StringBuilder();
    for (Point point : points) {
      text.append(text.isEmpty() ? "" : " ");
      text.append(number(point.x())).append(',').append(number(point.y()));
    }
    return text.toString();
  }

  /** A tenth of a pixel is finer than anyone sees. */
  private static String number(double value) {
    return number(value, 1);
  }

  private static String number(double value, int decimals) {
    String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
    text = text.replaceFirst("\\.?0+$", "");
    return text.equals("-0") || text.isEmpty() ? "0" : text;
  }
}
