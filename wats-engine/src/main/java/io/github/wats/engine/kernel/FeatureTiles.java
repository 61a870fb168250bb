package io.github.wats.engine.kernel;

import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The transpose of a sparse matrix X (n × features) in tiles of rows of X: tile t holds, for each
 * feature, which of its rows have the feature. A tile is small enough for the rows of a dense
 * matrix that belong to it to stay in the cache while all features pass over them, which makes
 * products with {@code Xᵀ} and with X two to three times as fast as over the whole matrix. Where
 * all values are 1, none are stored.
 */
public final class FeatureTiles {
  /** Entries per feature and tile aimed at: enough to pay for starting on a feature. */
  private static final double ENTRIES_PER_FEATURE = 32;

  private static final int SMALLEST_TILE = 64;
  private static final int LARGEST_TILE = 2048;

  /** Blocks of features; few, since each block reads the whole dense matrix. */
  private static final int PARTS = 16;

  private final int rows;
  private final int features;
  private final int tileRows;
  private final long entryCount;
  private final int[][] offsets; // (tiles) × (features + 1)
  private final int[][] places; // (tiles) × (entries): rows of X
  private final float @Nullable [][] values; // (tiles) × (entries), or all ones

  private FeatureTiles(
      int rows,
      int features,
      int tileRows,
      long entryCount,
      int[][] offsets,
      int[][] places,
      float @Nullable [][] values) {
    this.rows = rows;
    this.features = features;
    this.tileRows = tileRows;
    this.entryCount = entryCount;
    this.offsets = offsets;
    this.places = places;
    this.values = values;
  }

  /** Transposes {@code x} tile by tile. */
  public static FeatureTiles from(SparseMatrix x) {
    int tileRows = tileRows(x);
    int tiles = (x.rows() + tileRows - 1) / tileRows;
    FeatureTiles result =
        new FeatureTiles(
            x.rows(),
            x.columns(),
            tileRows,
            x.entryCount(),
            new int[tiles][],
            new int[tiles][],
            x.isAllOnes() ? null : new float[tiles][]);
    Rows.forEach(
        tiles,
        4L * x.entryCount(),
        (from, to) -> {
          for (int t = from; t < to; t++) {
            result.fill(x, t);
          }
        });
    return result;
  }

  private static int tileRows(SparseMatrix x) {
    double wanted = x.entryCount() == 0 ? LARGEST_TILE : ENTRIES_PER_FEATURE / x.density();
    return (int) Math.max(SMALLEST_TILE, Math.min(LARGEST_TILE, wanted));
  }

  private void fill(SparseMatrix x, int t) {
    SparsePattern pattern = x.pattern();
    int firstRow = t * tileRows;
    int lastRow = Math.min(rows, firstRow + tileRows);
    int first = pattern.offsets()[firstRow];
    int last = pattern.offsets()[lastRow];
    int[] starts = new int[features + 1];
    for (int k = first; k < last; k++) {
      starts[pattern.columns()[k] + 1]++;
    }
    for (int f = 0; f < features; f++) {
      starts[f + 1] += starts[f];
    }
    int[] next = starts.clone();
    int[] own = new int[last - first];
    float[] ownValues = new float[values == null ? 0 : last - first];
    for (int i = firstRow; i < lastRow; i++) {
      for (int k = pattern.offsets()[i]; k < pattern.offsets()[i + 1]; k++) {
        int place = next[pattern.columns()[k]]++;
        own[place] = i;
        if (values != null) {
          ownValues[place] = x.values()[k];
        }
      }
    }
    offsets[t] = starts;
    places[t] = own;
    if (values != null) {
      values[t] = ownValues;
    }
  }

  /** Room for what {@link #thin} keeps of these entries. */
  public FeatureTiles emptyCopy() {
    int tiles = offsets.length;
    int[][] room = new int[tiles][];
    int[][] starts = new int[tiles][features + 1];
    float[][] roomForValues = values == null ? null : new float[tiles][];
    for (int t = 0; t < tiles; t++) {
      room[t] = new int[places[t].length];
      if (roomForValues != null) {
        roomForValues[t] = new float[places[t].length];
      }
    }
    return new FeatureTiles(rows, features, tileRows, entryCount, starts, room, roomForValues);
  }

  /**
   * Copies to {@code target} the entries whose 16 random bits are below {@code limit}: dropout. The
   * bits are those of the entry's number, counted through the tiles, in {@code stream}.
   */
  public void thin(long stream, int limit, FeatureTiles target) {
    Rows.forEach(
        offsets.length,
        4 * entryCount,
        (from, to) -> {
          for (int t = from; t < to; t++) {
            long own = Seeds.derive(stream, t);
            if (values == null || target.values == null) {
              thin(own, limit, offsets[t], places[t], target.offsets[t], target.places[t]);
            } else {
              thin(
                  own,
                  limit,
                  offsets[t],
                  places[t],
                  values[t],
                  target.offsets[t],
                  target.places[t],
                  target.values[t]);
            }
          }
        });
  }

  private static void thin(
      long stream, int limit, int[] offsets, int[] places, int[] keptOffsets, int[] kept) {
    int count = 0;
    long bits = 0;
    int k = 0;
    for (int f = 0; f + 1 < offsets.length; f++) {
      keptOffsets[f] = count;
      for (int last = offsets[f + 1]; k < last; k++) {
        bits = (k & 3) == 0 ? Seeds.bits(stream, k >>> 2) : bits >>> 16;
        kept[count] = places[k];
        count += (bits & 0xFFFF) < limit ? 1 : 0;
      }
    }
    keptOffsets[offsets.length - 1] = count;
  }

  private static void thin(
      long stream,
      int limit,
      int[] offsets,
      int[] places,
      float[] values,
      int[] keptOffsets,
      int[] kept,
      float[] keptValues) {
    int count = 0;
    long bits = 0;
    int k = 0;
    for (int f = 0; f + 1 < offsets.length; f++) {
      keptOffsets[f] = count;
      for (int last = offsets[f + 1]; k < last; k++) {
        bits = (k & 3) == 0 ? Seeds.bits(stream, k >>> 2) : bits >>> 16;
        kept[count] = places[k];
        keptValues[count] = values[k];
        count += (bits & 0xFFFF) < limit ? 1 : 0;
      }
    }
    keptOffsets[offsets.length - 1] = count;
  }

  /** {@code C = X B}, tile by tile of C. */
  void multiply(Kernels kernels, DenseMatrix b, DenseMatrix c) {
    int width = b.columns();
    Rows.forEach(
        offsets.length,
        entryCount * width,
        (from, to) -> {
          for (int t = from; t < to; t++) {
            int first = t * tileRows * width;
            int last = Math.min(rows, (t + 1) * tileRows) * width;
            Arrays.fill(c.array(), first, last, 0);
            if (values == null) {
              kernels.scatterOnes(offsets[t], places[t], b.array(), c.array(), width);
            } else {
              kernels.scatter(
                  RowParts.all(offsets[t]),
                  places[t],
                  values[t],
                  b.array(),
                  c.array(),
                  width,
                  0,
                  width,
                  0,
                  features);
            }
          }
        });
  }

  /** {@code C = Xᵀ B}, or added to what is there: tile after tile for a block of features. */
  void multiplyTransposed(Kernels kernels, DenseMatrix b, DenseMatrix c, boolean add) {
    int width = b.columns();
    int each = (features + PARTS - 1) / PARTS;
    Rows.forEach(
        PARTS,
        entryCount * width,
        (first, last) -> {
          int from = Math.min(features, first * each);
          int to = Math.min(features, last * each);
          for (int t = 0; t < offsets.length; t++) {
            RowParts all = RowParts.all(offsets[t]);
            boolean adding = add || t > 0;
            if (values == null) {
              kernels.gatherOnes(all, places[t], b.array(), c.array(), width, from, to, adding);
            } else {
              kernels.gather(
                  all, places[t], values[t], 1, b.array(), c.array(), width, from, to, adding);
            }
          }
        });
  }

  /** How many entries there are, or in a thinned copy how many there may be. */
  long entryCount() {
    return entryCount;
  }

  /** Whether all values are 1. */
  boolean isOnes() {
    return values == null;
  }

  int rows() {
    return rows;
  }

  int features() {
    return features;
  }
}
