package io.github.wats.metrics;

import java.util.OptionalDouble;

/** One number about outcomes. */
public interface Metric {
  /** Which way is good. */
  enum Direction {
    LOWER_IS_BETTER,
    HIGHER_IS_BETTER
  }

  /** The name in tables and files, such as {@code degreeEce}. */
  String name();

  Direction direction();

  /** The value, or empty where it is not defined: no outcomes, or no degrees to bin by. */
  OptionalDouble of(Outcomes outcomes);
}
