package io.github.wats.io.format;

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

  /** Classes with names if {@code names} is not empty. */
  public static Classes of(int count, List<String> names) {
    return new Classes(OptionalInt.of(count), names);
  }
}
