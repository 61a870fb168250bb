package io.github.wats.testing;

import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Random sparse matrices of ones. */
public final class RandomBits {
  private RandomBits() {}

  /** About this share of entries is 1, none in every seventh row. */
  public static SparseMatrix matrix(int rows, int columns, double density, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] offsets = new int[rows + 1];
    int[] places = new int[rows * columns];
    int count = 0;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns && i % 7 != 6; j++) {
        if (random.nextDouble() < density) {
          places[count++] = j;
        }
      }
      offsets[i + 1] = count;
    }
    float[] ones = new float[count];
    Arrays.fill(ones, 1);
    return SparseMatrix.wrap(
        SparsePattern.wrap(columns, offsets, Arrays.copyOf(places, count)), ones);
  }
}
