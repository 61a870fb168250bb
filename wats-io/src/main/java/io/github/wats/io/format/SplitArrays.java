package io.github.wats.io.format;

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
 */
final class SplitArrays {
  private static final List<String> PARTS = List.of("train", "val", "test");
  private static final String MASK = "_mask";
  private static final String ROWS = "_idx";
  private static final String IDS = "_ids";
  private static final String MASKS = "_masks";

  private SplitArrays() {}

  static boolean has(NpzFile npz) {
    return PARTS.stream().anyMatch(part -> form(npz, part).isPresent());
  }

  /** The names of the masks. */
  static Stream<String> masks() {
    return PARTS.stream().map(part -> part + MASK);
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

  /** Reads the only split, or number {@code index} of several. */
  static Split read(NpzFile npz, Nodes nodes, OptionalInt index) throws IOException {
    NodeSet train = part(npz, nodes, PARTS.get(0), index);
    NodeSet calibration = part(npz, nodes, PARTS.get(1), index);
    NodeSet test = part(npz, nodes, PARTS.get(2), index);
    return npz.origin().checked(() -> new Split(train, calibration, test));
  }

  /** How the name of a part's array ends. */
  private static Optional<String> form(NpzFile npz, String part) {
    List<String> found = Stream.of(MASK, ROWS, IDS).filter(form -> npz.has(part + form)).toList();
    npz.origin()
        .check(
            found.size() <= 1,
            "must give a part of the split once, got '%s'",
            found.stream().map(part::concat).collect(Collectors.joining("' and '")));
    return found.isEmpty() && npz.has(part + MASKS)
        ? Optional.of(MASKS)
        : found.stream().findFirst();
  }

  /** Ids, or in {@code …_idx} names instead of the numbers of rows. */
  private static boolean isIds(String form, NpyArray array) {
    return form.equals(IDS) || (form.equals(ROWS) && array.type().isText());
  }

  private static NodeSet part(NpzFile npz, Nodes nodes, String part, OptionalInt index)
      throws IOException {
    String form = form(npz, part).orElse("");
    if (form.isEmpty()) {
      return NodeSet.of(nodes.count());
    }
    NpyArray array = npz.array(part + form);
    MaskArray mask = new MaskArray(array, nodes, index);
    return switch (form) {
      case MASK -> mask.read(part + ROWS);
      case MASKS -> mask.oneOf(0);
      default -> list(array, nodes, part, form, index);
    };
  }

  private static NodeSet list(
      NpyArray array, Nodes nodes, String part, String form, OptionalInt index) throws IOException {
    MaskArray.checkOnlySplit(array.withDimensions(1).origin(), index);
    array.check(
        array.type().kind() != NpyType.Kind.BOOLEAN,
        "must be a list of nodes, got true and false: name the array '%s'",
        part + MASK);
    int[] members = isIds(form, array) ? find(array, nodes) : array.toInts();
    return array.origin().checked(() -> NodeSet.of(nodes.count(), members));
  }

  private static int[] find(NpyArray array, Nodes nodes) throws IOException {
    return Arrays.stream(NodeArrays.texts(array))
        .mapToInt(id -> nodes.find(id, array::origin))
        .toArray();
  }
}
