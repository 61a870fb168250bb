package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.prediction.Labels;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Labels, and the names of the classes if they have names.
 *
 * @param names in the order of the classes, empty if classes have numbers only
 */
public record NamedLabels(Labels labels, List<String> names) {
  public NamedLabels {
    names = List.copyOf(names);
  }

  /**
   * Labels given as text; an empty text or −1 is an unknown label, and 1.0 is 1. They are names if
   * any of them is the name of a class; else numbers from 0; or, where classes have no names and no
   * label is a number, names whose classes are in alphabetical order.
   *
   * @param place where the label of a node stands
   */
  static NamedLabels ofTexts(
      Location location, String[] labels, IntFunction<Location> place, Classes classes) {
    Set<String> exact = Set.copyOf(classes.names());
    String[] texts =
        Arrays.stream(labels).map(t -> exact.contains(t) ? t : whole(t)).toArray(String[]::new);
    Set<String> distinct = new HashSet<>(Arrays.asList(texts));
    distinct.removeIf(NamedLabels::isUnknown);
    boolean words = !distinct.isEmpty() && distinct.stream().noneMatch(NumberTable::isNumber);
    boolean own = words && classes.names().isEmpty();
    List<String> names = own ? distinct.stream().sorted().toList() : classes.names();
    int columns = classes.count().orElse(names.size());
    location.check(
        !own || names.size() == columns,
        "must have %d class names, one for each column of the logits, got %d: name the columns in"
            + " a header of the logits or in an array 'class_names'",
        columns,
        names.size());
    boolean named = names.stream().anyMatch(distinct::contains);
    String rule =
        named
            ? "labels must be one of the classes " + names
            : "must have a whole number%s as label"
                .formatted(names.isEmpty() ? "" : " or one of " + names);
    Map<String, Integer> numbers = new HashMap<>();
    names.forEach(name -> numbers.put(name, numbers.size()));
    int[] values = new int[texts.length];
    Arrays.fill(values, Labels.UNKNOWN);
    for (int i = 0; i < values.length; i++) {
      String text = texts[i];
      if (!isUnknown(text)) {
        if (named ? !numbers.containsKey(text) : !isWhole(text)) {
          throw place.apply(i).invalid("%s, got '%s'", rule, text);
        }
        values[i] = named ? numbers.getOrDefault(text, Labels.UNKNOWN) : Integer.parseInt(text);
      }
    }
    return new NamedLabels(NodeArrays.labels(location, values, classes.count(), place), names);
  }

  /** A whole number without fraction or exponent; any other text as it is. */
  static String whole(String text) {
    double value = NumberTable.number(text).orElse(Double.NaN);
    return value == (int) value ? Integer.toString((int) value) : text;
  }

  static boolean isUnknown(String text) {
    return text.isEmpty() || text.equals("-1");
  }

  /** Whether the text is an int. */
  static boolean isWhole(String text) {
    try {
      Integer.parseInt(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
