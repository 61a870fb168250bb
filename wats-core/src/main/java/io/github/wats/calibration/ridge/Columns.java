package io.github.wats.calibration.ridge;

/**
 * Some of many columns, each an array: the compiler makes vector instructions of a loop only where
 * all arrays have the same index. Sums of products are taken three by three: nine sums that stay in
 * registers.
 *
 * @param from the first column
 * @param step between two columns
 */
record Columns(double[][] values, int from, int step, int count) {
  private static final int TILE = 3;

  private double[] get(int column) {
    return values[from + step * Math.min(column, count - 1)];
  }

  /** Adds {@code sign Σ_j a_rj b_sj} to {@code target[start + r line + s]}, s from r on. */
  static void add(Columns a, Columns b, int count, int sign, double[] target, int start, int line) {
    for (int r = 0; r < a.count; r += TILE) {
      if (isZero(a.get(r), count) && isZero(a.get(r + 1), count) && isZero(a.get(r + 2), count)) {
        continue; // most predicted classes
      }
      for (int s = r; s < b.count; s += TILE) {
        addTile(a, r, b, s, count, sign, target, start + r * line + s, line);
      }
    }
  }

  private static boolean isZero(double[] values, int count) {
    for (int j = 0; j < count; j++) {
      if (values[j] != 0) {
        return false;
      }
    }
    return true;
  }

  private static void addTile(
      Columns a, int r, Columns b, int s, int n, int sign, double[] target, int place, int line) {
    int rows = Math.min(TILE, a.count - r);
    int width = Math.min(TILE, b.count - s);
    double[] a0 = a.get(r);
    double[] a1 = a.get(r + 1);
    double[] a2 = a.get(r + 2);
    double[] b0 = b.get(s);
    double[] b1 = b.get(s + 1);
    double[] b2 = b.get(s + 2);
    double sum00 = 0;
    double sum01 = 0;
    double sum02 = 0;
    double sum10 = 0;
    double sum11 = 0;
    double sum12 = 0;
    double sum20 = 0;
    double sum21 = 0;
    double sum22 = 0;
    for (int j = 0; j < n; j++) {
      double x0 = a0[j];
      double x1 = a1[j];
      double x2 = a2[j];
      double y0 = b0[j];
      double y1 = b1[j];
      double y2 = b2[j];
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
    addLine(target, place, 1, width, sign * sum00, sign * sum01, sign * sum02);
    if (rows > 1) {
      addLine(target, place + line, 1, width, sign * sum10, sign * sum11, sign * sum12);
    }
    if (rows > 2) {
      addLine(target, place + 2 * line, 1, width, sign * sum20, sign * sum21, sign * sum22);
    }
  }

  private static void addLine(
      double[] target, int place, int step, int width, double first, double second, double third) {
    target[place] += first;
    if (width > 1) {
      target[place + step] += second;
    }
    if (width > 2) {
      target[place + 2 * step] += third;
    }
  }

  /** Adds {@code Σ_k x_k v_k} over so many columns of v. */
  static void addMultiples(
      double[] x,
      int k,
      double[][] v,
      int from,
      int step,
      int columns,
      double[] target,
      int count) {
    int column = 0;
    for (; column + 2 < columns; column += 3) {
      double x0 = x[k + column];
      double x1 = x[k + column + 1];
      double x2 = x[k + column + 2];
      double[] v0 = v[from + column * step];
      double[] v1 = v[from + (column + 1) * step];
      double[] v2 = v[from + (column + 2) * step];
      for (int j = 0; j < count; j++) {
        target[j] += x0 * v0[j] + x1 * v1[j] + x2 * v2[j];
      }
    }
    for (; column < columns; column++) {
      double factor = x[k + column];
      double[] own = v[from + column * step];
      for (int j = 0; j < count; j++) {
        target[j] += factor * own[j];
      }
    }
  }

  /** Adds {@code Σ_k a_k∘b_k} over so many columns, of b from a place on. */
  static void addProducts(
      double[][] a, double[][] b, int from, int columns, double[] target, int count) {
    int column = 0;
    for (; column + 2 < columns; column += 3) {
      double[] a0 = a[column];
      double[] a1 = a[column + 1];
      double[] a2 = a[column + 2];
      double[] b0 = b[from + column];
      double[] b1 = b[from + column + 1];
      double[] b2 = b[from + column + 2];
      for (int j = 0; j < count; j++) {
        target[j] += a0[j] * b0[j] + a1[j] * b1[j] + a2[j] * b2[j];
      }
    }
    for (; column < columns; column++) {
      addProduct(a[column], b[from + column], target, count);
    }
  }

  static void addProduct(double[] a, double[] b, double[] target, int count) {
    for (int j = 0; j < count; j++) {
      target[j] += a[j] * b[j];
    }
  }

  static void multiply(double[] a, double[] b, double[] target, int count) {
    for (int j = 0; j < count; j++) {
      target[j] = a[j] * b[j];
    }
  }

  /** Adds the sums of the first columns to places so far apart. */
  static void addSums(double[][] a, int columns, int count, double[] target, int start, int step) {
    for (int k = 0; k < columns; k += 3) {
      double[] a0 = a[k];
      double[] a1 = a[Math.min(k + 1, columns - 1)];
      double[] a2 = a[Math.min(k + 2, columns - 1)];
      double sum0 = 0;
      double sum1 = 0;
      double sum2 = 0;
      for (int j = 0; j < count; j++) {
        sum0 += a0[j];
        sum1 += a1[j];
        sum2 += a2[j];
      }
      addLine(target, start + k * step, step, columns - k, sum0, sum1, sum2);
    }
  }
}
