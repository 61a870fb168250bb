package io.github.wats.calibration.ridge;

/** Sums of products of columns, three by three: nine sums that stay in registers. */
final class ColumnProducts {
  private static final int TILE = 3;

  private ColumnProducts() {}

  /** So many columns of equal length from a place on, one after the other. */
  record Columns(double[] values, int from, int count) {}

  /**
   * Adds {@code sign Σ_j a_rj b_sj} to {@code target[start + r line + s]}.
   *
   * @param triangle whether only s ≥ r is wanted; others may be written
   */
  static void add(
      Columns a,
      Columns b,
      int length,
      int sign,
      boolean triangle,
      double[] target,
      int start,
      int line) {
    for (int r = 0; r < a.count; r += TILE) {
      if (isZero(a.values, a.from + r * length, Math.min(TILE, a.count - r) * length)) {
        continue; // most predicted classes
      }
      for (int s = triangle ? r : 0; s < b.count; s += TILE) {
        addTile(a, r, b, s, length, sign, target, start + r * line + s, line);
      }
    }
  }

  private static boolean isZero(double[] values, int from, int length) {
    for (int j = from; j < from + length; j++) {
      if (values[j] != 0) {
        return false;
      }
    }
    return true;
  }

  private static void addTile(
      Columns left,
      int r,
      Columns right,
      int s,
      int length,
      int sign,
      double[] target,
      int place,
      int line) {
    double[] a = left.values;
    double[] b = right.values;
    int rows = Math.min(TILE, left.count - r);
    int width = Math.min(TILE, right.count - s);
    int a0 = left.from + r * length;
    int a1 = rows > 1 ? a0 + length : a0;
    int a2 = rows > 2 ? a1 + length : a0;
    int b0 = right.from + s * length;
    int b1 = width > 1 ? b0 + length : b0;
    int b2 = width > 2 ? b1 + length : b0;
    double sum00 = 0;
    double sum01 = 0;
    double sum02 = 0;
    double sum10 = 0;
    double sum11 = 0;
    double sum12 = 0;
    double sum20 = 0;
    double sum21 = 0;
    double sum22 = 0;
    for (int j = 0; j < length; j++) {
      double x0 = a[a0 + j];
      double x1 = a[a1 + j];
      double x2 = a[a2 + j];
      double y0 = b[b0 + j];
      double y1 = b[b1 + j];
      double y2 = b[b2 + j];
      sum00 += x0 * y0;
      sum01 += x0 * y1;
      sum02 += x0 * y2;
      sum10 += x1 * y0;
      sum11 += x1 * y1;
      sum12 += x1 * y2;
      sum20 += x2 * y0;
      sum21 += x2 * y1;
      sum22 += x2 * y2;
    }
    addLine(target, place, width, sign * sum00, sign * sum01, sign * sum02);
    if (rows > 1) {
      addLine(target, place + line, width, sign * sum10, sign * sum11, sign * sum12);
    }
    if (rows > 2) {
      addLine(target, place + 2 * line, width, sign * sum20, sign * sum21, sign * sum22);
    }
  }

  private static void addLine(
      double[] target, int place, int width, double first, double second, double third) {
    target[place] += first;
    if (width > 1) {
      target[place + 1] += second;
    }
    if (width > 2) {
      target[place + 2] += third;
    }
  }
}
