package io.github.wats.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** {@link Kernels#addChosenRows} in vector registers. */
final class VectorChosenRows {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  private VectorChosenRows() {}

  static void add(BinaryMatrix x, float[] b, int width, int q, float[] sums, int from, int to) {
    int[] words = x.words();
    int count = to - from;
    int wordsPerRow = x.wordsPerRow();
    // made here, so that the compiler knows the length and leaves out checks of bounds
    float[] table = new float[BinaryMatrix.TABLE];
    for (int k = 0; k < wordsPerRow; k++) {
      fill(table, b, width, q, k * BinaryMatrix.PER_WORD, x.columns());
      int start = k * x.rows() + from;
      for (int i = 0; i < count; i++) {
        int word = words[start + i];
        int p0 = BinaryMatrix.place(word, 0);
        int p1 = BinaryMatrix.place(word, 1);
        int p2 = BinaryMatrix.place(word, 2);
        int p3 = BinaryMatrix.place(word, 3);
        int p4 = BinaryMatrix.place(word, 4);
        int r = i * BinaryMatrix.STRIPE;
        eight(table, p0)
            .add(eight(table, p1))
            .add(eight(table, p2).add(eight(table, p3)))
            .add(eight(table, p4).add(eight(sums, r)))
            .intoArray(sums, r);
        eight(table, p0 + 8)
            .add(eight(table, p1 + 8))
            .add(eight(table, p2 + 8).add(eight(table, p3 + 8)))
            .add(eight(table, p4 + 8).add(eight(sums, r + 8)))
            .intoArray(sums, r + 8);
      }
    }
  }

  /** The sums of all choices of rows of B for the word that begins with column {@code first}. */
  private static void fill(float[] table, float[] b, int width, int q, int first, int rows) {
    int last = Math.min(rows, first + BinaryMatrix.PER_WORD);
    for (int j = first; j < last; j++) {
      int half = BinaryMatrix.STRIPE << (j - first) % BinaryMatrix.BITS;
      int start = (j - first) / BinaryMatrix.BITS * BinaryMatrix.GROUP;
      System.arraycopy(
          b, j * width + q, table, start + half, Math.min(BinaryMatrix.STRIPE, width - q));
      addToChoices(table, start, half);
    }
  }

  /** All choices so far and the row at {@code start + half}. */
  private static void addToChoices(float[] table, int start, int half) {
    FloatVector x0 = eight(table, start + half);
    FloatVector x1 = eight(table, start + half + 8);
    for (int e = start + BinaryMatrix.STRIPE; e < start + half; e += BinaryMatrix.STRIPE) {
      eight(table, e).add(x0).intoArray(table, e + half);
      eight(table, e + 8).add(x1).intoArray(table, e + half + 8);
    }
  }

  private static FloatVector eight(float[] values, int start) {
    return FloatVector.fromArray(EIGHT, values, start);
  }
}
