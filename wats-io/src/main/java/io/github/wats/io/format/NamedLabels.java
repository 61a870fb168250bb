package io.github.wats.io.format;

import io.github.wats.io.Origin;
import io.github.wats.prediction.Labels;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

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
   * Labels given as text; an empty text or −1 is an unknown label. They are names if any of them is
   * the name of a class; else numbers from 0; or, where classes have no names and no label is a
   * number, names whose classes are in alphabetical order.
   *
   * @param place where the label of a node stands
   */
  static NamedLabels ofTexts(
      Origin origin, String[] texts, IntFunction<Origin> place, Classes classes) {
    Set<String> known = new HashSet<>(Arrays.asList(texts));
    known.removeIf(NamedLabels::isUnknown);
    List<String> names = classes.names();
    boolean named = names.stream().anyMatch(known::contains);
    if (names.isEmpty() && !known.isEmpty() && known.stream().noneMatch(NumberTable::isNumber)) {
      named = true;
      names = known.stream().sorted().toList();
      int columns = classes.count().orElse(names.size());
      origin.check(
          names.size() == columns,
          "must have %d class names, one for each column of the logits, got %d: name the columns in"
              + " a header of the logits or in an array 'class_names'",
          columns,
          names.size());
    }
    Map<String, Integer> numbers = new HashMap<>();
    names.forEach(name -> numbers.put(name, numbers.size()));
    List<String> allowed = names;
    IntUnaryOperator number =
        named
            ? i -> byName(texts[i], numbers, allowed, place.apply(i))
            : i -> byNumber(texts[i], classes.names(), place.apply(i));
    int[] values = new int[texts.length];
    Arrays.setAll(values, i -> isUnknown(texts[i]) ? Labels.UNKNOWN : number.applyAsInt(i));
    return new NamedLabels(NodeArrays.labels(origin, values, classes.count(), place), names);
  }

  static boolean isUnknown(String text) {
    return text.isEmpty() || text.equals("-1");
  }

  private static int byName(
      String text, Map<String, Integer> numbers, List<String> names, Origin place) {
    Integer number = numbers.get(text);
    if (number == null) {
      throw place.invalid("labels must be one of the classes %s, got '%s'", names, text);
    }
    return number;
  }

  private static int byNumber(String text, List<String> names, Origin place) {
    place.check(
        isWhole(text),
        "must have a whole number%s as label, got '%s'",
        names.isEmpty() ? "" : " or one of " + names,
        text);
    return Integer.parseInt(text);
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
