package io.github.wats.io.format;

import io.github.wats.io.NodeData;
import io.github.wats.io.npy.NpyArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;

/** A column that a user gives beside a node file: a word or a number for each node. */
public final class NodeColumn {
  private NodeColumn() {}

  /**
   * The entries in the order of the nodes, empty where there is none: a {@code .npy} array with an
   * entry for each node, or text like a file of labels, with or without ids.
   */
  public static String[] read(Path file, NodeData data) throws IOException {
    Nodes nodes =
        new Nodes(data.ids(), data.location().name() + " has " + data.nodeCount() + " nodes");
    if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".npy")) {
      return LabelTable.read(file, NodeField.LABELS, Columns.BY_NAME).texts(nodes);
    }
    NpyArray array = NpyArray.read(file);
    NodeArrays.checkPerNode(array, nodes);
    if (array.type().isFloat()) {
      double[] values = array.toDoubles();
      return Arrays.stream(values)
          .mapToObj(value -> Double.isNaN(value) ? "" : Double.toString(value))
          .toArray(String[]::new);
    }
    return NodeArrays.texts(array);
  }

  /** The number that an entry is, if it is a finite one. */
  public static OptionalDouble number(String entry) {
    try {
      double value = Double.parseDouble(entry);
      return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    } catch (NumberFormatException word) {
      return OptionalDouble.empty();
    }
  }
}
