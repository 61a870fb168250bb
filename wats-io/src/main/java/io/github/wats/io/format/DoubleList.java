package io.github.wats.io.format;

import io.github.wats.io.Origin;
import java.util.Arrays;

/** Doubles from a file, as many as there are. */
final class DoubleList {
  private static final int MOST = Integer.MAX_VALUE - 16;

  private final Origin origin;
  private double[] values = new double[64];
  private int size;

  DoubleList(Origin origin) {
    this.origin = origin;
  }

  void add(double value) {
    if (size == values.length) {
      origin.check(size < MOST, "must have at most %d values", MOST);
      values = Arrays.copyOf(values, (int) Math.min(MOST, size * 2L));
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  double get(int index) {
    return values[index];
  }

  double[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
