package io.github.wats.report.scene;

import java.util.List;

/** How a line is drawn. */
public record Stroke(Ink ink, double width, Dash dash) {
  /** The pattern of a line. */
  public enum Dash {
    SOLID,
    DASHED,
    DOTTED,
    MIXED;

    /** Lengths of strokes and gaps in turn; none for a solid line. */
    List<Double> lengths() {
      return switch (this) {
        case SOLID -> List.of();
        case DASHED -> List.of(6.0, 4.0);
        case DOTTED -> List.of(1.5, 3.5);
        case MIXED -> List.of(8.0, 3.0, 2.0, 3.0);
      };
    }

    /** The pattern of the series at {@code index}. */
    public static Dash series(int index) {
      return values()[index % values().length];
    }
  }

  public static Stroke of(Ink ink, double width) {
    return new Stroke(ink, width, Dash.SOLID);
  }
}
