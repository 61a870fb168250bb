package io.github.wats.engine.autodiff;

import io.github.wats.internal.Seeds;
import io.github.wats.matrix.DenseMatrix;
import java.util.function.LongToDoubleFunction;

/** Starting values of parameters. Entry e depends on the seed and e alone. */
public final class Initializers {
  private Initializers() {}

  /** Uniform in ±√(6 / (rows + columns)) (Glorot, Bengio, AISTATS 2010). */
  public static DenseMatrix glorotUniform(int rows, int columns, long seed) {
    return uniform(rows, columns, Math.sqrt(6.0 / (rows + columns)), seed);
  }

  /** Normal with standard deviation {@code gain · √(2 / (fanIn + columns))}. */
  public static DenseMatrix glorotNormal(int rows, int columns, int fanIn, double gain, long seed) {
    double deviation = gain * Math.sqrt(2.0 / (fanIn + columns));
    return fill(rows, columns, e -> deviation * normal(seed, e));
  }

  /** Uniform in ±{@code bound}. */
  public static DenseMatrix uniform(int rows, int columns, double bound, long seed) {
    return fill(rows, columns, e -> bound * (2 * Seeds.unit(Seeds.bits(seed, e)) - 1));
  }

  /** Standard normal. */
  public static DenseMatrix normal(int rows, int columns, long seed) {
    return fill(rows, columns, e -> normal(seed, e));
  }

  /** Draw number {@code index} of a standard normal stream (Box, Muller 1958). */
  static double normal(long seed, long index) {
    double radius = 1 - Seeds.unit(Seeds.bits(seed, 2 * index)); // in (0, 1]
    double angle = Seeds.unit(Seeds.bits(seed, 2 * index + 1));
    return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
  }

  private static DenseMatrix fill(int rows, int columns, LongToDoubleFunction entry) {
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    float[] array = matrix.array();
    for (int e = 0; e < array.length; e++) {
      array[e] = (float) entry.applyAsDouble(e);
    }
    return matrix;
  }
}
