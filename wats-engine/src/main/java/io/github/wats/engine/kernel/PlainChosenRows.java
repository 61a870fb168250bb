package io.github.wats.engine.kernel;

/** {@link Kernels#addChosenRows} in plain loops. */
final class PlainChosenRows {
  private PlainChosenRows() {}

  static void add(BinaryMatrix x, float[] b, int width, int q, float[] sums, int from, int to) {
    float[] table = new float[BinaryMatrix.TABLE];
    for (int k = 0; k < x.wordsPerRow(); k++) {
      fill(table, b, width, q, k * BinaryMatrix.PER_WORD, x.columns());
      int start = k * x.rows();
      for (int i = from; i < to; i++) {
        addChoices(table, x.words()[start + i], sums, (i - from) * BinaryMatrix.STRIPE);
      }
    }
  }

  private static void addChoices(float[] table, int word, float[] sums, int r) {
    int p0 = BinaryMatrix.place(word, 0);
    int p1 = BinaryMatrix.place(word, 1);
    int p2 = BinaryMatrix.place(word, 2);
    int p3 = BinaryMatrix.place(word, 3);
    int p4 = BinaryMatrix.place(word, 4);
    for (int j = 0; j < BinaryMatrix.STRIPE; j++) {
      float first = (table[p0 + j] + table[p1 + j]) + (table[p2 + j] + table[p3 + j]);
      sums[r + j] = first + (table[p4 + j] + sums[r + j]);
    }
  }

  /** The sums of all choices of rows of B for the word that begins with column {@code first}. */
  private static void fill(float[] table, float[] b, int width, int q, int first, int rows) {
    int stripe = BinaryMatrix.STRIPE;
    int last = Math.min(rows, first + BinaryMatrix.PER_WORD);
    for (int j = first; j < last; j++) {
      int half = stripe << (j - first) % BinaryMatrix.BITS;
      int start = (j - first) / BinaryMatrix.BITS * BinaryMatrix.GROUP;
      System.arraycopy(b, j * width + q, table, start + half, Math.min(stripe, width - q));
      for (int e = start + stripe; e < start + half; e++) {
        table[e + half] = table[e] + table[start + half + e % stripe];
      }
    }
  }
}
