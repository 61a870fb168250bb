package io.github.wats.io.format;

import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The split of an archive: for each part a mask, a list of rows, or a list of ids; absent parts are
 * empty.
 */
final class SplitArrays {
  private static final List<String> PARTS = List.of("train", "val", "test");
  private static final List<String> FORMS = List.of("_mask", "_idx", "_ids");

  private SplitArrays() {}

  static boolean has(NpzFile npz) {
    return PARTS.stream().anyMatch(part -> form(npz, part).isPresent());
  }

  /** The masks that this archive has. */
  static Stream<String> masks(NpzFile npz) {
    return PARTS.stream().map(part -> part + "_mask").filter(npz::has);
  }

  /** Whether all parts are lists of ids. */
  static boolean namesNodes(NpzFile npz) throws IOException {
    for (String part : PARTS) {
      Optional<String> form = form(npz, part);
      if (form.isPresent() && !isIds(form.get(), npz.array(form.get()))) {
        return false;
      }
    }
    return true;
  }

  static Split read(NpzFile npz, Nodes nodes) throws IOException {
    NodeSet train = part(npz, nodes, PARTS.get(0));
    NodeSet calibration = part(npz, nodes, PARTS.get(1));
    NodeSet test = part(npz, nodes, PARTS.get(2));
    return npz.origin().checked(() -> new Split(train, calibration, test));
  }

  /** The array of a part. */
  private static Optional<String> form(NpzFile npz, String part) {
    List<String> found = FORMS.stream().map(part::concat).filter(npz::has).toList();
    npz.origin()
        .check(
            found.size() <= 1,
            "must give a part of the split once, got '%s'",
            String.join("' and '", found));
    return found.stream().findFirst();
  }

  /** Ids, or in {@code …_idx} names instead of the numbers of rows. */
  private static boolean isIds(String name, NpyArray array) {
    return name.endsWith("_ids") || (name.endsWith("_idx") && array.type().isText());
  }

  private static NodeSet part(NpzFile npz, Nodes nodes, String part) throws IOException {
    Optional<String> form = form(npz, part);
    if (form.isEmpty()) {
      return NodeSet.of(nodes.count());
    }
    NpyArray array = npz.array(form.get());
    if (form.get().endsWith("_mask")) {
      NodeArrays.checkPerNode(
          array, nodes, "write one split alone, such as " + form.get() + "[:, 0]");
      return NodeSet.ofMask(array.toBooleans());
    }
    array.withDimensions(1);
    int[] members = isIds(form.get(), array) ? find(array, nodes) : array.toInts();
    return array.origin().checked(() -> NodeSet.of(nodes.count(), members));
  }

  private static int[] find(NpyArray array, Nodes nodes) throws IOException {
    return Arrays.stream(NodeArrays.texts(array))
        .mapToInt(id -> nodes.find(id, array::origin))
        .toArray();
  }
}
