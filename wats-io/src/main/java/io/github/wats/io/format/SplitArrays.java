package io.github.wats.io.format;

import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.util.stream.Stream;

/** The split of an archive: a mask or a list of nodes for each part; absent parts are empty. */
final class SplitArrays {
  static final String[] MASKS = {"train_mask", "val_mask", "test_mask"};
  private static final String[] LISTS = {"train_idx", "val_idx", "test_idx"};

  private SplitArrays() {}

  static boolean has(NpzFile npz) {
    return Stream.of(MASKS, LISTS).flatMap(Stream::of).anyMatch(npz::has);
  }

  static Split read(NpzFile npz, Nodes nodes) throws IOException {
    NodeSet train = part(npz, nodes, 0);
    NodeSet calibration = part(npz, nodes, 1);
    NodeSet test = part(npz, nodes, 2);
    return npz.origin().checked(() -> new Split(train, calibration, test));
  }

  private static NodeSet part(NpzFile npz, Nodes nodes, int part) throws IOException {
    boolean masked = npz.has(MASKS[part]);
    boolean listed = npz.has(LISTS[part]);
    npz.origin()
        .check(
            !(masked && listed),
            "must give a part of the split once, got '%s' and '%s'",
            MASKS[part],
            LISTS[part]);
    if (masked) {
      NpyArray mask = npz.array(MASKS[part]);
      NodeArrays.checkPerNode(
          mask, nodes, "write one split alone, such as " + MASKS[part] + "[:, 0]");
      return NodeSet.ofMask(mask.toBooleans());
    }
    if (listed) {
      NpyArray list = npz.array(LISTS[part]).withDimensions(1);
      int[] members = list.toInts();
      return list.origin().checked(() -> NodeSet.of(nodes.count(), members));
    }
    return NodeSet.of(nodes.count());
  }
}
