package io.github.wats.report.scene;

import java.util.List;

/** A drawing: its size and what is on it, later marks over earlier ones. Immutable. */
public record Scene(double width, double height, List<Mark> marks) {
  public Scene {
    marks = List.copyOf(marks);
  }
}
