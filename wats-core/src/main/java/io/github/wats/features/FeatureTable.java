package io.github.wats.features;

import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Named numbers for each node (n × columns). Immutable. */
public final class FeatureTable {
  private final int nodeCount;
  private final List<String> names; // of the columns
  private final double[] values; // (n × columns), row-major

  /** Takes the array without a copy. */
  FeatureTable(int nodeCount, List<String> names, double[] values) {
    this.nodeCount = nodeCount;
    this.names = List.copyOf(names);
    this.values = values;
  }

  /** Copies {@code values}, row by row, one per node and name. */
  public static FeatureTable of(int nodeCount, List<String> names, double[] values) {
    Check.argument(
        values.length == (long) nodeCount * names.size(),
        "there must be %d × %d values, got %d",
        nodeCount,
        names.size(),
        values.length);
    return new FeatureTable(nodeCount, names, values.clone());
  }

  /** Room for the values of a table: (n × columns). */
  static double[] room(int nodeCount, int columns) {
    long size = (long) nodeCount * columns;
    Check.argument(
        size <= Integer.MAX_VALUE - 16,
        "a feature table holds at most 2^31 − 17 values, got %d nodes × %d columns",
        nodeCount,
        columns);
    return new double[(int) size];
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

  public double get(int node, int column) {
    return values[node * names.size() + column];
  }

  /** The columns of the given names, in that order. */
  public FeatureTable select(List<String> wanted) {
    int[] places = new int[wanted.size()];
    for (int j = 0; j < places.length; j++) {
      places[j] = names.indexOf(wanted.get(j));
      Check.argument(places[j] >= 0, "column must be one of %s, got %s", names, wanted.get(j));
    }
    double[] selected = room(nodeCount, places.length);
    for (int i = 0; i < nodeCount; i++) {
      for (int j = 0; j < places.length; j++) {
        selected[i * places.length + j] = get(i, places[j]);
      }
    }
    return new FeatureTable(nodeCount, wanted, selected);
  }

  /** The values of each column (n) by its name. */
  public Map<String, double[]> columns() {
    Map<String, double[]> columns = new LinkedHashMap<>();
    for (int j = 0; j < names.size(); j++) {
      double[] column = new double[nodeCount];
      for (int i = 0; i < nodeCount; i++) {
        column[i] = get(i, j);
      }
      columns.put(names.get(j), column);
    }
    return columns;
  }

  /** All values, row by row: a copy. */
  public double[] toArray() {
    return values.clone();
  }

  /** All rows as floats, the form in which networks take them. */
  public DenseMatrix toDenseMatrix() {
    DenseMatrix matrix = DenseMatrix.zeros(nodeCount, names.size());
    for (int k = 0; k < values.length; k++) {
      matrix.array()[k] = (float) values[k];
    }
    return matrix;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FeatureTable that
        && names.equals(that.names)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "FeatureTable[" + nodeCount + " × " + names + "]";
  }
}
