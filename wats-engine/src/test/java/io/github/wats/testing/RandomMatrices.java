package io.github.wats.testing;

import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.SplittableRandom;

/** Matrices with entries in ±1. */
public final class RandomMatrices {
  private RandomMatrices() {}

  public static float[] values(int length, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[length];
    for (int e = 0; e < length; e++) {
      values[e] = (float) (random.nextDouble() * 2 - 1);
    }
    return values;
  }

  public static DenseMatrix dense(int rows, int columns, long seed) {
    return DenseMatrix.wrap(rows, columns, values(rows * columns, seed));
  }

  /** Each entry is there with the given probability. */
  public static SparseMatrix sparse(int rows, int columns, double density, long seed) {
    SparsePattern places = RandomBits.matrix(rows, columns, density, seed).pattern();
    return SparseMatrix.wrap(places, values(places.entryCount(), seed + 1));
  }
}
