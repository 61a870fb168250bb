package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyType;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The split of an archive: for each part a mask, a list of rows, or a list of ids; absent parts are
 * empty. A mask may have a column for each of several splits; where there is nothing else, the
 * masks of the heterophilous graphs are read, which have a row for each.
 *
 * @param index the number of the split, if it was given
 */
record SplitArrays(NpzFile npz, Nodes nodes, OptionalInt index) {
  private static final List<String> PARTS = List.of("train", "val", "test");
  private static final String MASK = "_mask";
  private static final String ROWS = "_idx";
  private static final String IDS = "_ids";
  private static final String MASKS = "_masks";

  static boolean has(NpzFile npz) {
    return PARTS.stream().anyMatch(part -> form(npz, part).isPresent());
  }

  /** The arrays that are read. */
  static List<String> names(NpzFile npz) {
    return PARTS.stream().flatMap(part -> form(npz, part).map(part::concat).stream()).toList();
  }

  /** The names of the masks. */
  static Stream<String> masks() {
    return Stream.of(MASK, MASKS).flatMap(form -> PARTS.stream().map(part -> part + form));
  }

  /** The axis of the nodes in an array of this name. */
  static int nodeAxis(String name) {
    return name.endsWith(MASKS) ? 1 : 0;
  }

  /** Whether all parts are lists of ids. */
  static boolean namesNodes(NpzFile npz) throws IOException {
    for (String part : PARTS) {
      Optional<String> form = form(npz, part);
      if (form.isPresent() && !isIds(form.get(), npz.array(part + form.get()))) {
        return false;
      }
    }
    return true;
  }

  /** Reads the only split, or the chosen one of several. */
  Split read() throws IOException {
    NodeSet train = part(PARTS.get(0));
    NodeSet calibration = part(PARTS.get(1));
    NodeSet test = part(PARTS.get(2));
    return npz.location().checked(() -> new Split(train, calibration, test));
  }

  /** How the name of a part's array ends. */
  private static Optional<String> form(NpzFile npz, String part) {
    List<String> forms = Stream.of(MASK, ROWS, IDS).filter(form -> npz.has(part + form)).toList();
    npz.location()
        .check(
            forms.size() <= 1,
            "must give a part of the split once, got '%s'",
            forms.stream().map(part::concat).collect(Collectors.joining("' and '")));
    return forms.isEmpty() && npz.has(part + MASKS)
        ? Optional.of(MASKS)
        : forms.stream().findFirst();
  }

  /** Ids, or in {@code …_idx} names instead of the numbers of rows. */
  private static boolean isIds(String form, NpyArray array) {
    return form.equals(IDS) || (form.equals(ROWS) && array.type().isText());
  }

  private NodeSet part(String part) throws IOException {
    String form = form(npz, part).orElse("");
    if (form.isEmpty()) {
      return NodeSet.of(nodes.count());
    }
    NpyArray array = npz.array(part + form);
    return switch (form) {
      case MASK -> mask(array, part + ROWS);
      case MASKS -> oneOf(array, 0);
      default -> list(array, part + MASK, isIds(form, array));
    };
  }

  /** The numbers of rows, or ids; as a mask it would be called {@code maskName}. */
  private NodeSet list(NpyArray array, String maskName, boolean ids) throws IOException {
    checkOnlySplit(array.withDimensions(1).location(), index);
    array.check(
        array.type().kind() != NpyType.Kind.BOOLEAN,
        "must be a list of nodes, got true and false: name the array '%s'",
        maskName);
    int[] members =
        ids
            ? Stream.of(NodeArrays.texts(array))
                .mapToInt(id -> nodes.find(id, array::location))
                .toArray()
            : array.toInts();
    return array.location().checked(() -> NodeSet.of(nodes.count(), members));
  }

  /** A mask, or a column for each split; as a list of nodes it would be called {@code listName}. */
  private NodeSet mask(NpyArray array, String listName) throws IOException {
    if (array.dimensions() == 2) {
      return oneOf(array, 1);
    }
    checkOnlySplit(array.withDimensions(1).location(), index);
    array.check(
        !isList(array),
        "must be true or false for each of the %d nodes (%s), got a list of %d numbers: if they are"
            + " nodes, name the array '%s'",
        nodes.count(),
        nodes.reason(),
        array.elementCount(),
        listName);
    nodes.checkCount(array.elementCount(), array.location(), "entries");
    return NodeSet.ofMask(array.toBooleans());
  }

  private boolean isList(NpyArray array) throws IOException {
    return array.type().kind() != NpyType.Kind.BOOLEAN
        && (array.elementCount() != nodes.count()
            || Arrays.stream(array.toLongs()).anyMatch(value -> value < 0 || value > 1));
  }

  /** The nodes of the chosen split; {@code splitAxis} counts the splits, the other the nodes. */
  private NodeSet oneOf(NpyArray array, int splitAxis) throws IOException {
    int count = array.withDimensions(2).length(1 - splitAxis);
    nodes.checkCount(count, array.location(), splitAxis == 0 ? "columns" : "rows");
    int splits = array.length(splitAxis);
    int chosen = index.orElse(splits == 1 ? 0 : -1);
    String rule = "has %d splits: choose one with --split-index 0 … %d";
    array.check(chosen >= 0 && chosen < splits, rule, splits, splits - 1);
    boolean[] all = array.toBooleans();
    boolean[] mask = new boolean[count];
    for (int i = 0; i < count; i++) {
      mask[i] = all[splitAxis == 0 ? chosen * count + i : i * splits + chosen];
    }
    return NodeSet.ofMask(mask);
  }

  /** Refuses another number than 0 where there is one split. */
  static void checkOnlySplit(Location location, OptionalInt index) {
    location.check(index.orElse(0) == 0, "must have several splits for --split-index");
  }
}
