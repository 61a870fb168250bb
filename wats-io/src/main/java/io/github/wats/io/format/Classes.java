package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/**
 * What is known about the classes.
 *
 * @param count how many there are; where unknown, the labels tell
 * @param names in the order of the columns of logits, empty if classes have numbers only
 */
public record Classes(OptionalInt count, List<String> names) {
  /** Nothing is known. */
  public static final Classes UNKNOWN = new Classes(OptionalInt.empty(), List.of());

  /** Larger numbers are no classes; their sums would take memory without bounds. */
  private static final int MOST = 1 << 16;

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

  /**
   * Those that occur among labels and predictions, numbers or names in alphabetical order.
   *
   * @param names of all classes, in order; empty if no one names them
   */
  static Classes ofTexts(Location location, List<String> names, List<String> labels) {
    if (!names.isEmpty()) {
      location.check(names.size() >= 2, "two classes or more must be named, got %s", names);
      return of(location, names.size(), names);
    }
    TreeSet<String> texts = new TreeSet<>();
    labels.forEach(label -> texts.add(NamedLabels.whole(label)));
    texts.removeIf(NamedLabels::isUnknown);
    if (texts.stream().allMatch(NamedLabels::isWhole)) {
      int count = LabelAdvice.classes(texts.stream().mapToInt(Integer::parseInt).toArray());
      String rule = "must have class numbers below %d, got %d";
      location.check(count <= MOST, rule, MOST, count - 1);
      return of(location, Math.max(2, count), List.of());
    }
    Optional<String> number = texts.stream().filter(NumberTable::isNumber).findFirst();
    String rule = "must have numbers or names as classes, got %s and %s; or add --class-names";
    location.check(number.isEmpty(), rule, number.orElse(""), texts.last());
    if (texts.size() == 1) {
      texts.add("other than " + texts.first());
    }
    return of(location, texts.size(), List.copyOf(texts));
  }
}
