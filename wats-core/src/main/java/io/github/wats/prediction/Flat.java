package io.github.wats.prediction;

import io.github.wats.internal.Check;

/** Row-major arrays of node × class values. */
final class Flat {
  private Flat() {}

  static double[] of(double[][] rows, int width) {
    double[] values = new double[rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      Check.argument(
          rows[i].length == width,
          "rows must be equally long: row 0 has %d entries, row %d has %d",
          width,
          i,
          rows[i].length);
      System.arraycopy(rows[i], 0, values, i * width, width);
    }
    return values;
  }

  static void checkShape(String name, int nodeCount, int classCount, int length) {
    Check.argument(classCount >= 1, "%s must have at least one class, got %d", name, classCount);
    Check.argument(
        length == (long) nodeCount * classCount,
        "%s of %d nodes × %d classes need %d values, got %d",
        name,
        nodeCount,
        classCount,
        (long) nodeCount * classCount,
        length);
  }

  static int argmax(double[] values, int start, int width) {
    int best = 0;
    for (int c = 1; c < width; c++) {
      if (values[start + c] > values[start + best]) {
        best = c;
      }
    }
    return best;
  }

  static double[] select(double[] values, int width, NodeSet nodes) {
    double[] selected = new double[nodes.size() * width];
    for (int k = 0; k < nodes.size(); k++) {
      System.arraycopy(values, nodes.get(k) * width, selected, k * width, width);
    }
    return selected;
  }
}
