package io.github.wats.io.format;

import io.github.wats.io.Origin;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyType;
import io.github.wats.prediction.NodeSet;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * A part of the split as a mask over these nodes, or as the masks of several splits.
 *
 * @param index the number of the split, if it was given
 */
record MaskArray(NpyArray array, Nodes nodes, OptionalInt index) {
  /** A mask, or a column for each split; as a list of nodes it would be called {@code listName}. */
  NodeSet read(String listName) throws IOException {
    if (array.dimensions() == 2) {
      return oneOf(1);
    }
    checkOnlySplit(array.withDimensions(1).origin(), index);
    array.check(
        !isList(),
        "must be true or false for each of the %d nodes (%s), got a list of %d numbers: if they are"
            + " nodes, name the array '%s'",
        nodes.count(),
        nodes.reason(),
        array.elementCount(),
        listName);
    nodes.checkCount(array.elementCount(), array.origin(), "entries");
    return NodeSet.ofMask(array.toBooleans());
  }

  private boolean isList() throws IOException {
    return array.type().kind() != NpyType.Kind.BOOLEAN
        && (array.elementCount() != nodes.count()
            || Arrays.stream(array.toLongs()).anyMatch(value -> value < 0 || value > 1));
  }

  /** The nodes of the chosen split; {@code splitAxis} counts the splits, the other the nodes. */
  NodeSet oneOf(int splitAxis) throws IOException {
    int count = array.withDimensions(2).length(1 - splitAxis);
    nodes.checkCount(count, array.origin(), splitAxis == 0 ? "columns" : "rows");
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
  static void checkOnlySplit(Origin origin, OptionalInt index) {
    origin.check(index.orElse(0) == 0, "must have several splits for --split-index");
  }
}
