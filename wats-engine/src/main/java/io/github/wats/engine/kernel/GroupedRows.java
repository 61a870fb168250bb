package io.github.wats.engine.kernel;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparseMatrix;

/**
 * Rows of a few kinds, those of a kind one after the other, and their products with what belongs to
 * their kind. Parallel; the results do not depend on the threads.
 */
public final class GroupedRows {
  private static final int LANES = Kernels.LANES;

  /** Rows for a thread at a time: loops take several together, and pieces of a group end early. */
  private static final int LEAST = 256;

  private final Products products;
  private final int[] starts; // (groups + 1)

  private GroupedRows(Products products, int[] starts) {
    this.products = products;
    this.starts = starts;
  }

  /** Group g has the rows {@code starts[g]} to {@code starts[g + 1] − 1}. */
  public static GroupedRows of(Products products, int[] starts) {
    Check.argument(starts.length > 0 && starts[0] == 0, "groups must start at row 0");
    for (int g = 1; g < starts.length; g++) {
      Check.argument(starts[g - 1] <= starts[g], "a group cannot start before row %d", starts[g]);
    }
    return new GroupedRows(products, starts.clone());
  }

  private int groups() {
    return starts.length - 1;
  }

  private int count() {
    return starts[groups()];
  }

  /** Works on the rows {@code from} to {@code to − 1}, all of one group. */
  @FunctionalInterface
  public interface Piece {
    void run(int group, int from, int to);
  }

  /** Runs {@code body} over all rows. */
  public void forEach(long work, Piece body) {
    Rows.forEach(
        count(),
        work,
        LEAST,
        (from, to) -> {
          for (int g = 0; g < groups(); g++) {
            int first = Math.max(from, starts[g]);
            int last = Math.min(to, starts[g + 1]);
            if (first < last) {
              body.run(g, first, last);
            }
          }
        });
  }

  /** {@code C_k = A_k B_g} for each row k of group g; A is (rows × inner), C (rows × width). */
  public void multiply(float[] a, float[][] b, float[] c, int inner, int width) {
    long work = (long) count() * inner * width;
    Kernels loops = products.kernelsFor(KernelWarmUp.Routine.MULTIPLY, width, work);
    forEach(work, (g, from, to) -> loops.multiply(a, b[g], c, inner, width, from, to, false));
  }

  /**
   * {@code C_g = C_g + A_gᵀ B_g}; A is (rows × inner), B (rows × width), C (groups · inner ×
   * width).
   */
  public void addTransposed(float[] a, float[] b, float[] c, int inner, int width) {
    long work = (long) count() * inner * width;
    Kernels loops = products.kernelsFor(KernelWarmUp.Routine.MULTIPLY_TRANSPOSED, width, work);
    Rows.forEach(
        groups(),
        work,
        (first, last) -> {
          for (int g = first; g < last; g++) {
            loops.multiplyTransposed(
                a, b, c, g * inner * width, inner, width, starts[g], starts[g + 1], 0, inner, true);
          }
        });
  }

  /**
   * {@code C_k = Σ_j s_ij B_g,j} with {@code i = rows_k} for each row k of group g; where B is too
   * large for a cache, part after part.
   */
  public void gather(SparseMatrix s, int[] rows, float[][] b, float[] c, int width) {
    long work = (long) count() * s.entryCount() / Math.max(1, s.rows()) * width;
    Kernels loops = products.kernelsFor(KernelWarmUp.Routine.GATHER, width, work);
    boolean adding = false;
    for (RowParts part : s.pattern().parts((long) s.columns() * width)) {
      boolean add = adding;
      RowParts own = chosen(part, rows, 0, count());
      forEach(
          work,
          (g, from, to) ->
              loops.gather(
                  own, s.pattern().columns(), s.values(), 1, b[g], c, width, from, to, add));
      adding = true;
    }
  }

  /** {@code C_j = C_j + Σ_k s_ij A_k} with {@code i = rows_k} over the rows k of one group. */
  public void addScattered(SparseMatrix s, int[] rows, int group, float[] a, float[] c, int width) {
    int first = starts[group];
    int last = starts[group + 1];
    long work = (long) (last - first) * s.entryCount() / Math.max(1, s.rows()) * width;
    int strip = strip(width);
    Kernels loops = products.kernelsFor(KernelWarmUp.Routine.SCATTER, strip, work);
    RowParts own = chosen(RowParts.all(s.pattern().offsets()), rows, first, last);
    Rows.forEach(
        (width + strip - 1) / strip,
        work,
        (from, to) -> {
          for (int q = from * strip; q < Math.min(width, to * strip); q += strip) {
            int end = Math.min(width, q + strip);
            loops.scatter(own, s.pattern().columns(), s.values(), a, c, width, q, end, first, last);
          }
        });
  }

  /** Columns for a thread: entries of different rows meet in C, so columns are shared out. */
  private static int strip(int width) {
    int registers = (width + LANES - 1) / LANES;
    int threads = Math.min(registers, Rows.threads());
    return LANES * ((registers + threads - 1) / threads);
  }

  /** The rows {@code rows_k} of {@code all}, as row k, from {@code first} to {@code last − 1}. */
  private static RowParts chosen(RowParts all, int[] rows, int first, int last) {
    int[] bounds = new int[2 * last];
    for (int k = first; k < last; k++) {
      bounds[2 * k] = all.first(rows[k]);
      bounds[2 * k + 1] = all.end(rows[k]);
    }
    return RowParts.between(bounds);
  }
}
