package io.github.wats.features;

import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Named numbers for each node (n × columns), stored by columns. Immutable. */
public final class FeatureTable {
  private final int nodeCount;
  private final List<String> names; // of the columns
  private final double[][] columns; // (columns) × (n)

  /** Takes the arrays without a copy. */
  FeatureTable(int nodeCount, List<String> names, double[][] columns) {
    this.nodeCount = nodeCount;
    this.names = List.copyOf(names);
    this.columns = columns;
  }

  /** Copies {@code values}, row by row, one per node and name. */
  public static FeatureTable copyOfRows(int nodeCount, List<String> names, double[] values) {
    Check.argument(
        values.length == (long) nodeCount * names.size(),
        "there must be %d × %d values, got %d",
        nodeCount,
        names.size(),
        values.length);
    double[][] columns = new double[names.size()][nodeCount];
    for (int k = 0; k < values.length; k++) {
      columns[k % names.size()][k / names.size()] = values[k];
    }
    return new FeatureTable(nodeCount, names, columns);
  }

  public int nodeCount() {
    return nodeCount;
  }

  public int columnCount() {
    return names.size();
  }

  public List<String> names() {
    return names;
  }

  /** All values as floats (n × columns). */
  public DenseMatrix toMatrix() {
    float[] values = new float[Math.multiplyExact(nodeCount, columns.length)];
    for (int k = 0; k < values.length; k++) {
      values[k] = (float) columns[k % columns.length][k / columns.length];
    }
    return DenseMatrix.wrap(nodeCount, columns.length, values);
  }

  public double get(int node, int column) {
    return columns[column][node];
  }

  /** The values of each column (n) by its name: copies. */
  public Map<String, double[]> columns() {
    Map<String, double[]> all = new LinkedHashMap<>();
    for (int j = 0; j < columns.length; j++) {
      all.put(names.get(j), columns[j].clone());
    }
    return all;
  }

  /** All values, row by row: a copy. */
  public double[] toArray() {
    long size = (long) nodeCount * columns.length;
    Check.argument(
        size <= Integer.MAX_VALUE - 16,
        "an array holds at most 2^31 − 17 values, got %d nodes × %d columns",
        nodeCount,
        columns.length);
    double[] values = new double[(int) size];
    for (int k = 0; k < values.length; k++) {
      values[k] = columns[k % columns.length][k / columns.length];
    }
    return values;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FeatureTable that
        && names.equals(that.names)
        && Arrays.deepEquals(columns, that.columns);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(columns);
  }

  @Override
  public String toString() {
    return "FeatureTable[" + nodeCount + " × " + names + "]";
  }
}
