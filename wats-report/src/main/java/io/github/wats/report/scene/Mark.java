package io.github.wats.report.scene;

import java.util.List;

/** Something drawn. A {@code tip} says in words what it shows; the empty one says nothing. */
public sealed interface Mark {
  /** A rectangle. */
  record Box(double x, double y, double width, double height, Fill fill, String tip)
      implements Mark {}

  /** The inside of a polygon. */
  record Area(List<Point> corners, Fill fill) implements Mark {
    public Area {
      corners = List.copyOf(corners);
    }
  }

  /** A line through points. */
  record Line(List<Point> points, Stroke stroke) implements Mark {
    public Line {
      points = List.copyOf(points);
    }
  }

  /** A marker; hollow ones show the paper inside. */
  record Dot(Point at, double radius, Shape shape, Ink ink, boolean hollow, String tip)
      implements Mark {}

  /** A line of text; {@code upwards} turns it a quarter to the left. */
  record Label(Point at, String text, Font font, Anchor anchor, Ink ink, boolean upwards)
      implements Mark {}

  /**
   * Marks of one series, which a reader may hide; {@code series} is a short name like {@code a}.
   */
  record Group(String series, List<Mark> marks) implements Mark {
    public Group {
      marks = List.copyOf(marks);
    }
  }

  /** The form of a marker. */
  enum Shape {
    CIRCLE,
    SQUARE,
    TRIANGLE,
    DIAMOND;

    /** The form of the series at {@code index}. */
    public static Shape series(int index) {
      return values()[index % values().length];
    }
  }

  /** Which part of a text is at its point. */
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** The size in pixels and the weight of a text. */
  record Font(double size, boolean bold) {
    public static final Font SMALL = new Font(11, false);
    public static final Font PLAIN = new Font(12, false);
    public static final Font STRONG = new Font(13, true);
  }
}
