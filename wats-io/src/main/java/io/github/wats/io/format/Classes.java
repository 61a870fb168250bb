package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.util.List;
import java.util.OptionalInt;

/**
 * What is known about the classes.
 *
 * @param count how many there are; where unknown, the labels tell
 * @param names in the order of the columns of logits, empty if classes have numbers only
 */
public record Classes(OptionalInt count, List<String> names) {
  /** Nothing is known. */
  public static final Classes UNKNOWN = new Classes(OptionalInt.empty(), List.of());

  public Classes {
    names = List.copyOf(names);
  }

  /** The columns of a file; {@code names} is empty or has different names. */
  static Classes of(Location location, int count, List<String> names) {
    location.check(
        names.stream().distinct().count() == names.size(),
        "class names must differ, got %s",
        names);
    return new Classes(OptionalInt.of(count), names);
  }
}
