package io.github.wats.report.scene;

import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Scenes as SVG. Inside a page colors are classes ({@code f-after}, {@code s-after}), so that its
 * style sheet decides between light and dark; a file of its own carries the light colors.
 */
public final class Svg {
  /**
   * What browsers and drawing programs have; all are about as wide as {@link Mark.Font#width} says.
   */
  static final String FONTS = "system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

  private final boolean themed;
  private final Map<List<Mark>, String> panels; // those already written, with their ids
  private final StringBuilder out = new StringBuilder();

  private Svg(boolean themed, Map<List<Mark>, String> panels) {
    this.themed = themed;
    this.panels = panels;
  }

  /**
   * An element for a page with {@link #styleSheet}; {@code alt} is what it shows, in words. A panel
   * that is among the {@code panels} of the page is used again, another is added to them.
   */
  public static String inline(
      Scene scene, String alt, String cssClass, Map<List<Mark>, String> panels) {
    Svg svg = new Svg(true, panels);
    svg.open("svg", "class", cssClass, "viewBox", viewBox(scene), "role", "img", "aria-label", alt);
    svg.attribute("font-size", Font.SMALL.size());
    svg.out.append('>');
    scene.marks().forEach(svg::mark);
    return svg.out.append("</svg>").toString();
  }

  /** A file of its own on white paper, with a title and a description. */
  public static String file(Scene scene, String title, String description) {
    Svg svg = new Svg(false, new HashMap<>());
    String width = number(scene.width());
    String height = number(scene.height());
    svg.out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    svg.open("svg", "xmlns", "http://www.w3.org/2000/svg", "width", width, "height", height);
    svg.attribute("viewBox", viewBox(scene));
    svg.out.append(" font-family=\"" + FONTS + "\">\n<title>").append(Escape.text(title));
    svg.out.append("</title>\n<desc>").append(Escape.text(description)).append("</desc>\n");
    svg.open("rect", "width", width, "height", height, "fill", Ink.PAPER.light());
    svg.out.append("/>");
    scene.marks().forEach(svg::mark);
    return svg.out.append("\n</svg>\n").toString();
  }

  private static String viewBox(Scene scene) {
    return "0 0 " + number(scene.width()) + " " + number(scene.height());
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
      open("rect", "x", box.x(), "y", box.y(), "width", box.width(), "height", box.height());
      fill(box.fill());
      close("rect", box.tip());
    } else if (mark instanceof Mark.Area area) {
      open("polygon", "points", points(area.corners()));
      fill(area.fill());
      out.append("/>");
    } else if (mark instanceof Mark.Line line) {
      line(line);
    } else if (mark instanceof Mark.Dot dot) {
      dot(dot);
    } else if (mark instanceof Mark.Label label) {
      label(label);
    } else if (mark instanceof Mark.Panel panel) {
      panel(panel);
    } else if (mark instanceof Mark.Group group) {
      open("g", "data-series", group.series());
      out.append('>');
      group.marks().forEach(this::mark);
      out.append("</g>");
    }
  }

  /** A file of its own has no references: several may be shown in one document. */
  private void panel(Mark.Panel panel) {
    String known = themed ? panels.get(panel.marks()) : null;
    if (known != null) {
      open("use", "href", "#" + known, "x", panel.at().x(), "y", panel.at().y());
      out.append("/>");
      return;
    }
    String place = number(panel.at().x()) + " " + number(panel.at().y());
    open("g", "transform", "translate(" + place + ")");
    out.append("><g");
    if (themed) {
      attribute("id", "panel" + panels.size());
      panels.put(panel.marks(), "panel" + panels.size());
    }
    out.append('>');
    panel.marks().forEach(this::mark);
    out.append("</g></g>");
  }

  private void line(Mark.Line line) {
    open("polyline", "points", points(line.points()));
    stroke("", "none", line.stroke().ink(), line.stroke().width());
    List<Double> dashes = line.stroke().dash().lengths();
    if (!dashes.isEmpty()) {
      attribute(
          "stroke-dasharray", dashes.stream().map(Svg::number).collect(Collectors.joining(" ")));
    }
    out.append("/>");
  }

  private void dot(Mark.Dot dot) {
    String element = dot.shape() == Mark.Shape.CIRCLE ? "circle" : "polygon";
    if (dot.shape() == Mark.Shape.CIRCLE) {
      open(element, "cx", dot.at().x(), "cy", dot.at().y(), "r", dot.radius());
    } else {
      open(element, "points", points(dot.corners()));
    }
    if (dot.hollow()) {
      stroke("hollow ", Ink.PAPER.light(), dot.ink(), Mark.Dot.HOLLOW_WIDTH);
    } else {
      fill(Fill.of(dot.ink()));
    }
    close(element, dot.tip());
  }

  private void label(Mark.Label label) {
    double x = label.at().x();
    double y = label.at().y();
    open("text", "x", x, "y", y);
    if (!themed || label.font().size() != Font.SMALL.size()) {
      attribute("font-size", label.font().size());
    }
    if (label.font().bold()) {
      attribute("font-weight", "600");
    }
    if (label.anchor() != Anchor.START) {
      attribute("text-anchor", label.anchor().name().toLowerCase(Locale.ROOT));
    }
    if (label.upwards()) {
      attribute("transform", "rotate(-90 " + number(x) + " " + number(y) + ")");
    }
    fill(Fill.of(label.ink()));
    out.append('>').append(Escape.text(label.text())).append("</text>");
  }

  private void fill(Fill fill) {
    Ink ink = fill.ink();
    attribute(themed ? "class" : "fill", themed ? "f-" + ink.cssName() : ink.light());
    if (fill.opacity() < 1) {
      attribute("fill-opacity", number(fill.opacity(), 3));
    }
  }

  /**
   * In a page the style sheet fills what has the class {@code cssClass}, in a file {@code fill}.
   */
  private void stroke(String cssClass, String fill, Ink ink, double width) {
    if (themed) {
      attribute("class", cssClass + "s-" + ink.cssName());
    } else {
      attribute("fill", fill);
      attribute("stroke", ink.light());
    }
    if (width != 1) {
      attribute("stroke-width", width);
    }
  }

  /** Begins an element; {@code attributes} are names and values in turn. */
  private void open(String element, Object... attributes) {
    out.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      attribute(attributes[i].toString(), attributes[i + 1]);
    }
  }

  private void attribute(String name, Object value) {
    String text = value instanceof Double number ? number(number) : Escape.text(value.toString());
    out.append(' ').append(name).append("=\"").append(text).append('"');
  }

  private void close(String element, String tip) {
    if (tip.isEmpty()) {
      out.append("/>");
    } else {
      out.append("><title>").append(Escape.text(tip)).append("</title></" + element + ">");
    }
  }

  private static String points(List<Point> points) {
    return points.stream()
        .map(point -> number(point.x()) + "," + number(point.y()))
        .collect(Collectors.joining(" "));
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
