package io.github.wats.engine.kernel;

import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;

/**
 * A sparse pattern beside its transpose: what a sum over rows needs to be differentiated with one
 * writer per row. Immutable.
 */
public final class PatternWithTranspose {
  private final SparsePattern rows;
  private final SparsePattern transposed;
  final int[] entries; // (entries) entry k of the transpose is entry entries[k] of the pattern

  private PatternWithTranspose(SparsePattern rows, SparsePattern transposed, int[] entries) {
    this.rows = rows;
    this.transposed = transposed;
    this.entries = entries;
  }

  /** Transposes {@code rows}. */
  public static PatternWithTranspose of(SparsePattern rows) {
    int[] entries = new int[rows.entryCount()];
    return new PatternWithTranspose(rows, rows.transposed(entries), entries);
  }

  public SparsePattern rows() {
    return rows;
  }

  public SparsePattern transposed() {
    return transposed;
  }

  /** The place in {@link #rows()} of entry number {@code k} of {@link #transposed()}. */
  public int entry(int k) {
    return entries[k];
  }

  /**
   * {@code to_kh = values_(entry k)h}: values of the pattern's entries in the transpose's order.
   */
  public void transpose(float[] values, int heads, float[] to) {
    Rows.forEach(
        transposed.rowCount(),
        4L * to.length,
        (from, end) -> {
          for (int k = transposed.offsets()[from]; k < transposed.offsets()[end]; k++) {
            for (int h = 0; h < heads; h++) {
              to[k * heads + h] = values[entries[k] * heads + h];
            }
          }
        });
  }
}
