package io.github.wats.engine.kernel;

import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;

/**
 * A sparse pattern beside its transpose: a sum over rows and its backward pass, with one writer per
 * row. Immutable.
 */
public final class PatternWithTranspose {
  private final ColumnBlocks rows;
  private final ColumnBlocks transposed;
  private final int[] entries; // entry k of the transpose is entry entries[k] of the pattern

  private PatternWithTranspose(SparsePattern rows, SparsePattern transposed, int[] entries) {
    this.rows = ColumnBlocks.of(rows);
    this.transposed = ColumnBlocks.of(transposed);
    this.entries = entries;
  }

  /** Transposes {@code rows}. */
  public static PatternWithTranspose of(SparsePattern rows) {
    int[] entries = new int[rows.entryCount()];
    return new PatternWithTranspose(rows, rows.transposed(entries), entries);
  }

  public SparsePattern rows() {
    return rows.pattern();
  }

  public SparsePattern transposed() {
    return transposed.pattern();
  }

  /** {@link #rows()} for products. */
  public ColumnBlocks blocks() {
    return rows;
  }

  /** {@link #transposed()} for products. */
  public ColumnBlocks transposedBlocks() {
    return transposed;
  }

  /** {@code to_kh = values_(entry k)h}: (entries × heads) values in the transpose's order. */
  public void transpose(float[] values, int heads, float[] to) {
    int[] offsets = transposed.pattern().offsets();
    Rows.forEach(
        transposed.pattern().rowCount(),
        4L * to.length,
        (from, end) -> {
          for (int k = offsets[from]; k < offsets[end]; k++) {
            for (int h = 0; h < heads; h++) {
              to[k * heads + h] = values[entries[k] * heads + h];
            }
          }
        });
  }
}
