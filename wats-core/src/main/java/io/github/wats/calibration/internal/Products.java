package io.github.wats.calibration.internal;

import java.util.Arrays;

/** Sums of multiples of rows, in loops that are compiled to vector instructions. */
final class Products {
  private static final int STEP = 4; // rows of B that two rows of T are read and written for

  private Products() {}

  /** {@code target += factor · values}, for {@code count} entries. */
  static void add(double factor, double[] values, int from, double[] target, int to, int count) {
    for (int k = 0; k < count; k++) {
      target[to + k] += factor * values[from + k];
    }
  }

  /**
   * {@code T += A B}: {@code T_r += Σ_k a_rk B_k}, A (rows × inner), B (inner × columns). Entry (r,
   * k) of A is at {@code aStart + r aRow + k aColumn}; rows of T begin every {@code tRow}.
   */
  static void addAll(
      double[] a,
      int aStart,
      int aRow,
      int aColumn,
      double[] b,
      int bStart,
      double[] t,
      int tStart,
      int tRow,
      int rows,
      int columns,
      int inner) {
    double[] first = new double[columns];
    double[] second = new double[columns];
    for (int r = 0; r < rows; r += 2) {
      int next = r + 1 < rows ? aRow : 0; // an odd last row is computed twice and stored once
      int row = aStart + r * aRow;
      int k = 0;
      for (; k + STEP <= inner; k += STEP) {
        int at = row + k * aColumn;
        addFour(a, at, at + next, aColumn, b, bStart + k * columns, first, second);
      }
      for (; k < inner; k++) {
        int at = row + k * aColumn;
        add(a[at], b, bStart + k * columns, first, 0, columns);
        add(a[at + next], b, bStart + k * columns, second, 0, columns);
      }
      move(first, t, tStart + r * tRow);
      if (next > 0) {
        move(second, t, tStart + (r + 1) * tRow);
      }
      Arrays.fill(second, 0);
    }
  }

  /** Adds four rows of B to two rows of T: of two, since each row of B is then read once. */
  private static void addFour(
      double[] a, int at, int at2, int next, double[] b, int b0, double[] first, double[] second) {
    double a0 = a[at];
    double a1 = a[at + next];
    double a2 = a[at + 2 * next];
    double a3 = a[at + 3 * next];
    double c0 = a[at2];
    double c1 = a[at2 + next];
    double c2 = a[at2 + 2 * next];
    double c3 = a[at2 + 3 * next];
    int columns = first.length;
    int b1 = b0 + columns;
    int b2 = b1 + columns;
    int b3 = b2 + columns;
    for (int c = 0; c < columns; c++) {
      double x0 = b[b0 + c];
      double x1 = b[b1 + c];
      double x2 = b[b2 + c];
      double x3 = b[b3 + c];
      first[c] += a0 * x0 + a1 * x1 + (a2 * x2 + a3 * x3);
      second[c] += c0 * x0 + c1 * x1 + (c2 * x2 + c3 * x3);
    }
  }

  private static void move(double[] sums, double[] t, int to) {
    add(1, sums, 0, t, to, sums.length);
    Arrays.fill(sums, 0);
  }
}
