package io.github.wats.engine.kernel;

/**
 * Some columns of a row-major matrix, from {@code first} on; with stride 0 the same ones for every
 * row. A view: it shares the array.
 */
public final class Columns {
  private final float[] values;
  private final int stride;
  private final int first;

  public Columns(float[] values, int stride, int first) {
    this.values = values;
    this.stride = stride;
    this.first = first;
  }

  float[] values() {
    return values;
  }

  /** Where they begin in {@code row}. */
  int at(int row) {
    return row * stride + first;
  }
}
