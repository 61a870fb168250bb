package io.github.wats.calibration.internal;

/** Sums of multiples of rows, in loops that are compiled to vector instructions. */
final class Products {
  private static final int STEP = 8; // rows of B at a time: what T is read and written for

  private Products() {}

  /** {@code target += factor · values}, for {@code count} entries. */
  static void add(double factor, double[] values, int from, double[] target, int to, int count) {
    for (int k = 0; k < count; k++) {
      target[to + k] += factor * values[from + k];
    }
  }

  /**
   * {@code T += A B}, row by row: {@code T_r += Σ_k a_rk B_k}, A (rows × inner), B (inner ×
   * columns). Entry (r, k) of A is at {@code aStart + r aRow + k aColumn}; rows of T begin every
   * {@code tRow}.
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
    int steps = (inner + STEP - 1) / STEP;
    boolean rowsOutside = rows > inner; // the shorter loop inside: what it reads stays in the cache
    for (int turn = 0; turn < rows * steps; turn++) {
      int r = rowsOutside ? turn / steps : turn % rows;
      int first = STEP * (rowsOutside ? turn % steps : turn / rows);
      int to = tStart + r * tRow;
      int at = aStart + r * aRow + first * aColumn;
      if (first + STEP <= inner) {
        addEight(a, at, aColumn, b, bStart + first * columns, t, to, columns);
      } else {
        for (int k = first; k < inner; k++) {
          add(a[aStart + r * aRow + k * aColumn], b, bStart + k * columns, t, to, columns);
        }
      }
    }
  }

  private static void addEight(
      double[] a, int at, int next, double[] b, int b0, double[] t, int to, int columns) {
    double a0 = a[at];
    double a1 = a[at + next];
    double a2 = a[at + 2 * next];
    double a3 = a[at + 3 * next];
    double a4 = a[at + 4 * next];
    double a5 = a[at + 5 * next];
    double a6 = a[at + 6 * next];
    double a7 = a[at + 7 * next];
    int b1 = b0 + columns;
    int b2 = b1 + columns;
    int b3 = b2 + columns;
    int b4 = b3 + columns;
    int b5 = b4 + columns;
    int b6 = b5 + columns;
    int b7 = b6 + columns;
    for (int c = 0; c < columns; c++) {
      double low = a0 * b[b0 + c] + a1 * b[b1 + c] + (a2 * b[b2 + c] + a3 * b[b3 + c]);
      double high = a4 * b[b4 + c] + a5 * b[b5 + c] + (a6 * b[b6 + c] + a7 * b[b7 + c]);
      t[to + c] += low + high;
    }
  }
}
