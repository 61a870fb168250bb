package io.github.wats.io.format;

import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyType;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The split of an archive: a mask or a list of nodes for each part; absent parts are empty. A mask
 * may have a column for each of several splits; the masks of the heterophilous graphs have a row.
 */
final class SplitArrays {
  static final String[] MASKS = {"train_mask", "val_mask", "test_mask"};
  private static final String[] LISTS = {"train_idx", "val_idx", "test_idx"};
  private static final String[] ROWS = {"train_masks", "val_masks", "test_masks"};

  private SplitArrays() {}

  static boolean has(NpzFile npz) {
    return Stream.of(MASKS, LISTS, ROWS).flatMap(Stream::of).anyMatch(npz::has);
  }

  /** Reads the only split, or number {@code index} of several. */
  static Split read(NpzFile npz, Nodes nodes, OptionalInt index) throws IOException {
    NodeSet train = part(npz, nodes, 0, index);
    NodeSet calibration = part(npz, nodes, 1, index);
    NodeSet test = part(npz, nodes, 2, index);
    return npz.origin().checked(() -> new Split(train, calibration, test));
  }

  private static NodeSet part(NpzFile npz, Nodes nodes, int part, OptionalInt index)
      throws IOException {
    boolean masked = npz.has(MASKS[part]);
    boolean listed = npz.has(LISTS[part]);
    npz.origin()
        .check(
            !(masked && listed),
            "must give a part of the split once, got '%s' and '%s'",
            MASKS[part],
            LISTS[part]);
    if (masked) {
      return new MaskArray(npz.array(MASKS[part]), nodes, index).read(LISTS[part]);
    }
    if (listed) {
      NpyArray list = npz.array(LISTS[part]).withDimensions(1);
      MaskArray.checkOnlySplit(list, index);
      list.check(
          list.type().kind() != NpyType.Kind.BOOLEAN,
          "must be a list of nodes, got true and false: name the array '%s'",
          MASKS[part]);
      int[] members = list.toInts();
      return list.origin().checked(() -> NodeSet.of(nodes.count(), members));
    }
    return npz.has(ROWS[part])
        ? new MaskArray(npz.array(ROWS[part]), nodes, index).oneOf(0)
        : NodeSet.of(nodes.count());
  }
}
