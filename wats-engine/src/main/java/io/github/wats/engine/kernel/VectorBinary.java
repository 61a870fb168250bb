package io.github.wats.engine.kernel;

import static io.github.wats.engine.kernel.VectorKernels.load;

import jdk.incubator.vector.FloatVector;

/** {@link BinaryFeatures#addChosenRows} in vector registers. */
final class VectorBinary {
  private VectorBinary() {}

  static void add(BinaryFeatures x, MatrixView b, float[] sums, int from, int to) {
    int[] words = x.words();
    int count = to - from;
    int wordsPerRow = x.wordsPerRow();
    // made here, so that the compiler knows the length and leaves out checks of bounds
    float[] table = new float[BinaryFeatures.TABLE];
    for (int k = 0; k < wordsPerRow; k++) {
      fill(table, b, k * BinaryFeatures.PER_WORD, x.columns());
      int start = k * x.rows() + from;
      for (int i = 0; i < count; i++) {
        int word = words[start + i];
        int p0 = BinaryFeatures.place(word, 0);
        int p1 = BinaryFeatures.place(word, 1);
        int p2 = BinaryFeatures.place(word, 2);
        int p3 = BinaryFeatures.place(word, 3);
        int p4 = BinaryFeatures.place(word, 4);
        int r = i * BinaryFeatures.STRIPE;
        load(table, p0)
            .add(load(table, p1))
            .add(load(table, p2).add(load(table, p3)))
            .add(load(table, p4).add(load(sums, r)))
            .intoArray(sums, r);
        load(table, p0 + 8)
            .add(load(table, p1 + 8))
            .add(load(table, p2 + 8).add(load(table, p3 + 8)))
            .add(load(table, p4 + 8).add(load(sums, r + 8)))
            .intoArray(sums, r + 8);
      }
    }
  }

  /** The sums of all choices of rows of B for the word that begins with column {@code first}. */
  private static void fill(float[] table, MatrixView b, int first, int rows) {
    int last = Math.min(rows, first + BinaryFeatures.PER_WORD);
    for (int j = first; j < last; j++) {
      int half = BinaryFeatures.STRIPE << (j - first) % BinaryFeatures.BITS;
      int start = (j - first) / BinaryFeatures.BITS * BinaryFeatures.GROUP;
      System.arraycopy(b.array(), b.start(j), table, start + half, b.columns());
      addToChoices(table, start, half);
    }
  }

  /** All choices so far and the row at {@code start + half}. */
  private static void addToChoices(float[] table, int start, int half) {
    FloatVector x0 = load(table, start + half);
    FloatVector x1 = load(table, start + half + 8);
    for (int e = start + BinaryFeatures.STRIPE; e < start + half; e += BinaryFeatures.STRIPE) {
      load(table, e).add(x0).intoArray(table, e + half);
      load(table, e + 8).add(x1).intoArray(table, e + half + 8);
    }
  }
}
