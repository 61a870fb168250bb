package io.github.wats.report.scene;

import io.github.wats.internal.Check;
import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Scenes as PNG, on white paper, by Java2D; needs neither a screen nor an installed font. */
public final class Png {
  /** Pixels per unit that make a figure sharp in print. */
  public static final double DEFAULT_SCALE = 2;

  private final Graphics2D graphics;

  private Png(Graphics2D graphics) {
    this.graphics = graphics;
  }

  /** The bytes of the file; {@code scale} is pixels per unit of the scene. */
  public static byte[] of(Scene scene, double scale) {
    Check.argument(scale > 0 && scale <= 16, "scale must be above 0 and at most 16, got %s", scale);
    BufferedImage image =
        new BufferedImage(
            (int) Math.ceil(scene.width() * scale),
            (int) Math.ceil(scene.height() * scale),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setColor(color(Ink.PAPER));
      graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
      graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      graphics.setRenderingHint(
          RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      graphics.scale(scale, scale);
      Png png = new Png(graphics);
      scene.marks().forEach(png::mark);
    } finally {
      graphics.dispose();
    }
    return bytes(image);
  }

  private void mark(Mark mark) {
    if (mark instanceof Mark.Box box) {
      fill(new Rectangle2D.Double(box.x(), box.y(), box.width(), box.height()), box.fill());
    } else if (mark instanceof Mark.Area area) {
      fill(path(area.corners(), true), area.fill());
    } else if (mark instanceof Mark.Line line) {
      line(line);
    } else if (mark instanceof Mark.Dot dot) {
      dot(dot);
    } else if (mark instanceof Mark.Label label) {
      label(label);
    } else if (mark instanceof Mark.Group group) {
      group.marks().forEach(this::mark);
    }
  }

  private void line(Mark.Line line) {
    List<Double> dashes = line.stroke().dash().lengths();
    float[] pattern = new float[dashes.size()];
    for (int i = 0; i < pattern.length; i++) {
      pattern[i] = dashes.get(i).floatValue();
    }
    graphics.setStroke(
        new BasicStroke(
            (float) line.stroke().width(),
            BasicStroke.CAP_BUTT,
            BasicStroke.JOIN_ROUND,
            10,
            pattern.length == 0 ? null : pattern,
            0));
    graphics.setColor(color(line.stroke().ink()));
    graphics.draw(path(line.points(), false));
  }

  private void dot(Mark.Dot dot) {
    double r = dot.radius();
    java.awt.Shape shape =
        dot.shape() == Mark.Shape.CIRCLE
            ? new Ellipse2D.Double(dot.at().x() - r, dot.at().y() - r, 2 * r, 2 * r)
            : path(dot.corners(), true);
    fill(shape, Fill.of(dot.hollow() ? Ink.PAPER : dot.ink()));
    if (dot.hollow()) {
      graphics.setStroke(new BasicStroke((float) Mark.Dot.HOLLOW_WIDTH));
      graphics.setColor(color(dot.ink()));
      graphics.draw(shape);
    }
  }

  private void label(Mark.Label label) {
    double width = Glyphs.width(label.text(), label.font());
    double start =
        switch (label.anchor()) {
          case START -> 0;
          case MIDDLE -> -width / 2;
          case END -> -width;
        };
    AffineTransform place = new AffineTransform();
    place.translate(label.at().x(), label.at().y());
    if (label.upwards()) {
      place.rotate(-Math.PI / 2);
    }
    place.translate(start, 0);
    Path2D outline = Glyphs.outline(label.text(), label.font());
    outline.transform(place);
    fill(outline, Fill.of(label.ink()));
  }

  private void fill(java.awt.Shape shape, Fill fill) {
    graphics.setColor(color(fill.ink()));
    graphics.setComposite(AlphaComposite.SrcOver.derive((float) fill.opacity()));
    graphics.fill(shape);
    graphics.setComposite(AlphaComposite.SrcOver);
  }

  private static Path2D path(List<Point> points, boolean closed) {
    Path2D.Double path = new Path2D.Double();
    for (int i = 0; i < points.size(); i++) {
      if (i == 0) {
        path.moveTo(points.get(i).x(), points.get(i).y());
      } else {
        path.lineTo(points.get(i).x(), points.get(i).y());
      }
    }
    if (closed) {
      path.closePath();
    }
    return path;
  }

  private static Color color(Ink ink) {
    return Color.decode(ink.light());
  }

  private static byte[] bytes(BufferedImage image) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ImageOutputStream memory = new MemoryCacheImageOutputStream(out)) {
      ImageIO.write(image, "png", memory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
