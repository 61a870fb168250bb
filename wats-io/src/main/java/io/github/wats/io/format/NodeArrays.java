package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import java.io.IOException;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/** Converts arrays of a file to the types of the library; errors name the array. */
public final class NodeArrays {
  private NodeArrays() {}

  /** The nodes of an array that has a row (axis 0) or a column (axis 1) of data for each. */
  static Nodes nodes(NpyArray array, String name, int axis) {
    array.check(
        array.dimensions() > axis && (array.elementCount() > 0 || array.length(axis) == 0),
        "must have a %s for each node, got shape %s",
        axis == 0 ? "row" : "column",
        array.shapeText());
    int count = array.length(axis);
    String what = axis == 0 ? " rows" : " columns";
    return Nodes.numbered(count, "array '" + name + "' has " + count + what);
  }

  static long oneNumber(NpyArray array) throws IOException {
    array.check(array.elementCount() == 1, "must be one number, got shape %s", array.shapeText());
    return array.toLongs()[0];
  }

  /** A column for each class, or one number for each node. */
  static int columns(NpyArray array) {
    return array.dimensions() == 1 ? 1 : array.withDimensions(2).length(1);
  }

  /** Integers are numbers of classes, also where names are numbers; strings are names. */
  static NamedLabels labels(NpyArray array, Nodes nodes, Classes classes) throws IOException {
    checkPerNode(array, nodes);
    array.check(
        !array.type().isFloat(),
        "must hold whole numbers, got elements of type %s: write y.astype(int), in PyTorch"
            + " y.long()",
        array.type());
    if (!array.type().isText()) {
      Labels numbers =
          labels(array.location(), array.toInts(), classes.count(), i -> array.location());
      return new NamedLabels(numbers, classes.names());
    }
    IntFunction<Location> place = i -> new Location(array.location().name() + " at [" + i + "]");
    return NamedLabels.ofTexts(array.location(), texts(array), place, classes);
  }

  /** One entry for each node; many tools keep a second axis, and we do not guess. */
  static void checkPerNode(NpyArray array, Nodes nodes) {
    array.check(
        array.dimensions() == 1,
        "must have 1 axis, got shape %s%s",
        array.shapeText(),
        array.dimensions() == 2
            ? ": write y[:, 0], or y.argmax(1) if it is one-hot; add --multi-label if each column"
                + " is a label of its own"
            : "");
    array.check(
        array.elementCount() <= nodes.count(),
        "has %d entries, but %s: every node needs a row, not only the test nodes",
        array.elementCount(),
        nodes.reason());
    nodes.checkCount(array.elementCount(), array.location(), "entries");
  }

  /** Labels that fit the classes; {@code place} is where that of a node stands. */
  static Labels labels(
      Location location, int[] values, OptionalInt classCount, IntFunction<Location> place) {
    int classes = classCount.orElseGet(() -> LabelAdvice.classes(values));
    for (int i = 0; i < values.length; i++) {
      if (values[i] < Labels.UNKNOWN || values[i] >= classes) {
        throw place
            .apply(i)
            .invalid(
                "labels must be in 0 … %d, or -1 for unknown, got %d at node %d%s",
                classes - 1, values[i], i, LabelAdvice.of(values, classes));
      }
    }
    return location.checked(() -> Labels.of(classes, values));
  }

  static NodeIds ids(NpyArray array) throws IOException {
    String[] names = texts(array.withDimensions(1));
    return array.location().checked(() -> NodeIds.of(names));
  }

  /** Strings, or whole numbers as text. */
  static String[] texts(NpyArray array) throws IOException {
    return array.type().isText()
        ? array.toStrings()
        : Arrays.stream(array.toLongs()).mapToObj(Long::toString).toArray(String[]::new);
  }

  /** A dense matrix with a row for each node. */
  public static FeatureMatrix features(NpyArray array, Nodes nodes) throws IOException {
    nodes.checkCount(array.withDimensions(2).length(0), array.location(), "rows");
    return features(array.location(), array.toFloats(), array.length(1));
  }

  /** Row by row these values, which must be finite. */
  static FeatureMatrix features(Location location, float[] values, int columns) {
    for (int k = 0; k < values.length; k++) {
      if (!Float.isFinite(values[k])) {
        throw location.invalid(
            "features must be finite, got %s at node %d, feature %d",
            values[k], k / columns, k % columns);
      }
    }
    int rows = values.length / Math.max(1, columns);
    return FeatureMatrix.wrap(DenseMatrix.wrap(rows, columns, values));
  }

  static FeatureMatrix features(Location location, double[] values, int columns) {
    float[] rounded = new float[values.length];
    for (int k = 0; k < values.length; k++) {
      rounded[k] = (float) values[k];
    }
    return features(location, rounded, columns);
  }
}
