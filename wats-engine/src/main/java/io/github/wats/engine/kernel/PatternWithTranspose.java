package io.github.wats.engine.kernel;

import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;

/**
 * A sparse pattern beside its transpose: a sum over rows and its backward pass, with one writer per
 * row. Immutable.
 *
 * @param entries entry k of the transpose is entry {@code entries[k]} of the pattern
 */
public record PatternWithTranspose(ColumnBlocks rows, ColumnBlocks transposed, int[] entries) {
  /** Transposes {@code rows}. */
  public static PatternWithTranspose of(SparsePattern rows) {
    int[] entries = new int[rows.entryCount()];
    SparsePattern transposed = rows.transposed(entries);
    return new PatternWithTranspose(new ColumnBlocks(rows), new ColumnBlocks(transposed), entries);
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
