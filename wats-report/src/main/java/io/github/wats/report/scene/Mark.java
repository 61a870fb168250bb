package io.github.wats.report.scene;

import java.util.List;

/** Something drawn. A {@code tip} is the text of its tooltip, empty for none. */
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
      implements Mark {
    /** The width of the line around a hollow marker. */
    static final double HOLLOW_WIDTH = 1.6;

    /** The corners of a marker that is no circle, about as large as a circle of its radius. */
    List<Point> corners() {
      return switch (shape) {
        case SQUARE -> List.of(at(-0.9, -0.9), at(0.9, -0.9), at(0.9, 0.9), at(-0.9, 0.9));
        case TRIANGLE -> List.of(at(0, -1.2), at(1.1, 0.8), at(-1.1, 0.8));
        case DIAMOND -> List.of(at(0, -1.3), at(1.3, 0), at(0, 1.3), at(-1.3, 0));
        case CIRCLE -> throw new IllegalStateException("a circle has no corners");
      };
    }

    private Point at(double x, double y) {
      return new Point(at.x() + x * radius, at.y() + y * radius);
    }
  }

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

  /** Marks of a drawing of its own, moved to {@code at}; a page writes equal ones once. */
  record Panel(Point at, List<Mark> marks) implements Mark {
    public Panel {
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

    /** Browsers draw with fonts of their own; the widest common ones need this much more room. */
    private static final double ROOM = 1.12;

    /** The width in pixels to reserve for {@code text}. */
    public double width(String text) {
      return ROOM * TextWidth.of(text, this);
    }

    /** The text itself if it is not wider than {@code most}, else its beginning and an ellipsis. */
    public String shortened(String text, double most) {
      if (width(text) <= most) {
        return text;
      }
      int end = text.length();
      while (end > 1 && width(text.substring(0, end).strip() + "…") > most) {
        end = text.offsetByCodePoints(end, -1);
      }
      return text.substring(0, end).strip() + "…";
    }
  }
}
