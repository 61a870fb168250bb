package io.github.wats.features;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;

/** The columns of a recipe for the nodes of one graph. Immutable and thread-safe. */
public interface NodeColumns {
  /** The number of nodes. */
  int nodeCount();

  /** The number of columns. */
  int width();

  /** Writes the columns of a node. */
  void write(int node, double[] target, int start);

  /** Whether there is a known label that neighbors could read. */
  default boolean hasLabels() {
    return false;
  }

  /** Columns that were computed before (n × width), row by row; the array is not copied. */
  static NodeColumns ofRows(int nodeCount, int width, double[] rows) {
    Check.argument(
        rows.length == (long) nodeCount * width,
        "there must be %d × %d values, got %d",
        nodeCount,
        width,
        rows.length);
    return new ColumnRows(nodeCount, width, rows, false);
  }

  /** Columns of zeros, for a model that gives all of them a weight of 0. */
  static NodeColumns zeros(int nodeCount, int width) {
    return new ColumnRows(nodeCount, width, new double[width], true);
  }

  /** All values with the names of their recipe. */
  default FeatureTable toTable(NodeInputs recipe) {
    double[][] columns = new double[width()][nodeCount()];
    Rows.forEach(
        nodeCount(),
        10L * nodeCount() * width(),
        (from, to) -> {
          double[] row = new double[width()];
          for (int i = from; i < to; i++) {
            write(i, row, 0);
            for (int k = 0; k < row.length; k++) {
              columns[k][i] = row[k];
            }
          }
        });
    return new FeatureTable(nodeCount(), recipe.names(), columns);
  }
}

/**
 * Stored rows.
 *
 * @param shared whether there is one row for all nodes
 */
record ColumnRows(int nodeCount, int width, double[] rows, boolean shared) implements NodeColumns {
  @Override
  public void write(int node, double[] target, int start) {
    System.arraycopy(rows, shared ? 0 : node * width, target, start, width);
  }
}
