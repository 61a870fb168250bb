package io.github.wats.io.format;

import io.github.wats.internal.Check;
import io.github.wats.io.Location;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the columns of text tables hold, as the user says it; where nothing is said, their names do.
 *
 * @param id the column of the node ids; a table that begins with {@code id} may lack it
 * @param classes the columns of the logits or probabilities in the order of the classes; if empty,
 *     all but those that are named like ids, labels, parts of a split or results
 * @param classNames of classes that have no names in any file, in order; empty if they have none
 * @param binary whether logits are one score for each node, that of class 1
 * @param multiLabel whether each column is a label of its own: logits are scores of labels, and
 *     labels have a column of outcomes for each
 */
public record Columns(
    Optional<String> id,
    List<String> classes,
    List<String> classNames,
    boolean binary,
    boolean multiLabel) {
  /** The names alone say what columns hold. */
  public static final Columns BY_NAME = new Columns(Optional.empty(), List.of());

  static final Set<String> LABELS =
      Set.of("label", "labels", "label_id", "y", "y_true", "class", "class_id", "target");
  static final Set<String> PARTS = Set.of("part", "split", "set");
  private static final Pattern RESULTS =
      Pattern.compile(
          "((y|network)_)?pred(iction|icted)?|(network_)?confidence|temperature|accept|fold|.*_mask");
  private static final Set<String> ID_WORDS = Set.of("id", "nid", "node", "node_id", "name");
  private static final Pattern IDS = Pattern.compile("(?i:.*[ _.-]ids?)|.*[a-z]I[dD]");

  /** As pandas and R write them. */
  private static final Pattern ROW_NUMBERS = Pattern.compile("(?i:index|unnamed: \\d.*)?");

  public Columns {
    classes = List.copyOf(classes);
    classNames = List.copyOf(classNames);
    Check.argument(
        new HashSet<>(classNames).size() == classNames.size() && !classNames.contains(""),
        "class names must differ and have a letter each, got %s",
        classNames);
    Check.argument(
        new HashSet<>(classes).size() == classes.size()
            && !id.filter(classes::contains).isPresent(),
        "columns of ids and classes must differ, got %s and %s",
        id.orElse("none"),
        classes);
  }

  public Columns(Optional<String> id, List<String> classes) {
    this(id, classes, List.of(), false);
  }

  public Columns(
      Optional<String> id, List<String> classes, List<String> classNames, boolean binary) {
    this(id, classes, classNames, binary, false);
  }

  /** Whether the user names columns. */
  public boolean areGiven() {
    return id.isPresent() || !classes.isEmpty();
  }

  static boolean isRowNumber(String name) {
    return ROW_NUMBERS.matcher(name).matches();
  }

  /** Whether a first row that begins with this word is a header. */
  static boolean isIdWord(String name) {
    return ID_WORDS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether the name is that of ids or row numbers. */
  static boolean isId(String name) {
    return isRowNumber(name) || isNodeId(name);
  }

  private static boolean isNodeId(String name) {
    return isIdWord(name) || (IDS.matcher(name).matches() && !isValue(name));
  }

  /** Whether a column of this name holds no class; a name may be missing above row numbers only. */
  static boolean isOther(String name, int column) {
    return isId(name) ? column == 0 || !name.isEmpty() : isValue(name);
  }

  /** Whether the name is that of labels, parts of a split or results. */
  static boolean isValue(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return LABELS.contains(lower) || PARTS.contains(lower) || RESULTS.matcher(lower).matches();
  }

  /** The column of the ids, or −1 if no name tells it. */
  int idColumn(Location location, List<String> names) {
    String front = names.get(0);
    if (id.isPresent() && (names.contains(id.get()) || !isIdWord(front))) {
      return only(location, names, id.get());
    }
    List<String> ids =
        names.stream().filter(name -> isNodeId(name) && !classes.contains(name)).toList();
    location.check(ids.size() < 2, "must have one column of ids, got %s: add --id-column", ids);
    boolean numbered = isRowNumber(front) && !classes.contains(front);
    return !ids.isEmpty() ? names.indexOf(ids.get(0)) : numbered ? 0 : -1;
  }

  /** The one column of this name. */
  static int only(Location location, List<String> names, String name) {
    int count = Collections.frequency(names, name);
    location.check(count == 1, "must have one column '%s' in its header, got %s", name, names);
    return names.indexOf(name);
  }
}
