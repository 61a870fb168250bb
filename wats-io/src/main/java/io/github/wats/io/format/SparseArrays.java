package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.io.IOException;
import java.util.Arrays;

/**
 * A sparse matrix in compressed rows as SciPy stores it in an archive: the arrays {@code data},
 * {@code indices}, {@code indptr} and {@code shape}, all with the same prefix ({@code adj_} and
 * {@code attr_} in the files of gnn-benchmark). Columns may have any order within a row. The
 * archive must stay open while this is used.
 */
public final class SparseArrays {
  private final NpzFile npz;
  private final String prefix;
  private final int rows;
  private final int columns;
  private final int[] offsets; // (rows + 1)
  private final NpyArray indices;

  private SparseArrays(
      NpzFile npz, String prefix, int rows, int columns, int[] offsets, NpyArray indices) {
    this.npz = npz;
    this.prefix = prefix;
    this.rows = rows;
    this.columns = columns;
    this.offsets = offsets;
    this.indices = indices;
  }

  /** Whether the archive has a matrix in compressed rows under this prefix. */
  public static boolean has(NpzFile npz, String prefix) {
    return npz.has(prefix + "indptr") && npz.has(prefix + "indices");
  }

  /** Reads and checks the shape and {@code indptr}; columns and values are not read yet. */
  public static SparseArrays open(NpzFile npz, String prefix) throws IOException {
    checkFormat(npz, prefix);
    int[] shape = shape(npz.array(prefix + "shape"));
    NpyArray indices = npz.array(prefix + "indices").withDimensions(1);
    int[] offsets = offsets(npz.array(prefix + "indptr"), shape[0], indices);
    return new SparseArrays(npz, prefix, shape[0], shape[1], offsets, indices);
  }

  private static void checkFormat(NpzFile npz, String prefix) throws IOException {
    if (npz.has(prefix + "format")) {
      NpyArray format = npz.array(prefix + "format");
      String[] text = format.toStrings();
      format.check(
          text.length == 1 && text[0].equals("csr"),
          "compressed rows must have the format 'csr' (convert with .tocsr()), got '%s'",
          String.join(" ", text));
    }
  }

  /** Rows and columns of a sparse matrix. */
  static int[] shape(NpyArray array) throws IOException {
    array.check(array.elementCount() == 2, "must be rows and columns, got %s", array.shapeText());
    int[] shape = array.toInts();
    array.check(
        shape[0] >= 0 && shape[1] >= 0, "must not be negative, got %d × %d", shape[0], shape[1]);
    return shape;
  }

  private static int[] offsets(NpyArray array, int rows, NpyArray indices) throws IOException {
    array.check(
        array.withDimensions(1).elementCount() == rows + 1L,
        "must have one entry more than the %d rows, got %d",
        rows,
        array.elementCount());
    int[] offsets = array.toInts();
    int entries = indices.length(0);
    return array
        .location()
        .checked(
            () -> {
              SparsePattern.checkOffsets(offsets, entries);
              return offsets;
            });
  }

  public int rows() {
    return rows;
  }

  /** The graph of every stored entry as an edge from its row to its column, whatever its value. */
  Graph graph() throws IOException {
    int[] targets = indices.toInts();
    for (int k = 0; k < targets.length; k++) {
      checkColumn(targets[k], k);
    }
    return indices.location().checked(() -> Graph.adoptRows(offsets, targets));
  }

  private void checkColumn(int column, int entry) {
    if (column < 0 || column >= columns) {
      throw indices
          .location()
          .invalid("columns must be in 0 … %d, got %d at [%d]", columns - 1, column, entry);
    }
  }

  /** The matrix with columns sorted; duplicate entries are summed, as in SciPy. */
  public SparseMatrix toMatrix() throws IOException {
    int[] order = indices.toInts();
    NpyArray data = npz.array(prefix + "data").withDimensions(1);
    data.check(
        data.elementCount() == order.length,
        "must have as many entries as the indices: %d, got %d",
        order.length,
        data.elementCount());
    float[] values = data.toFloats();
    for (int k = 0; k < order.length; k++) {
      checkColumn(order[k], k);
      if (!Float.isFinite(values[k])) {
        throw data.location().invalid("values must be finite, got %s at [%d]", values[k], k);
      }
    }
    return sorted(order, values);
  }

  private SparseMatrix sorted(int[] order, float[] values) {
    int[] starts = new int[rows + 1];
    int end = 0;
    for (int i = 0; i < rows; i++) {
      sortRow(order, values, offsets[i], offsets[i + 1]);
      for (int k = offsets[i]; k < offsets[i + 1]; k++) {
        if (end > starts[i] && order[end - 1] == order[k]) {
          values[end - 1] += values[k];
        } else {
          order[end] = order[k];
          values[end++] = values[k];
        }
      }
      starts[i + 1] = end;
    }
    int[] kept = end == order.length ? order : Arrays.copyOf(order, end);
    float[] sums = end == order.length ? values : Arrays.copyOf(values, end);
    return SparseMatrix.wrap(SparsePattern.wrap(columns, starts, kept), sums);
  }

  /** Sorts the columns of a row and its values with them; equal columns keep their order. */
  private static void sortRow(int[] columns, float[] values, int from, int to) {
    int sorted = from + 1;
    while (sorted < to && columns[sorted - 1] <= columns[sorted]) {
      sorted++;
    }
    if (sorted >= to) {
      return;
    }
    long[] keys = new long[to - from]; // column, then place: one sort, stable
    for (int k = from; k < to; k++) {
      keys[k - from] = (long) columns[k] << Integer.SIZE | (k - from);
    }
    Arrays.sort(keys);
    float[] old = Arrays.copyOfRange(values, from, to);
    for (int k = from; k < to; k++) {
      columns[k] = (int) (keys[k - from] >> Integer.SIZE);
      values[k] = old[(int) keys[k - from]];
    }
  }
}
