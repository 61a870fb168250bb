package io.github.wats.io.synthetic;

/**
 * Draws an index in proportion to given weights in constant time (Walker 1977, in the linear-time
 * construction of Vose 1991).
 *
 * @param keep (n) the probability to keep an index, in 0 … 1
 * @param alias (n) the index drawn otherwise
 */
record AliasTable(float[] keep, int[] alias) {
  /** Weights must not be negative, and at least one must be positive. */
  static AliasTable of(double[] weights) {
    int n = weights.length;
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double[] scaled = new double[n]; // mean 1
    int[] order = new int[n]; // places below 1 from the front, others from the back
    int small = 0;
    int large = n;
    for (int i = 0; i < n; i++) {
      scaled[i] = weights[i] / sum * n;
      if (scaled[i] < 1) {
        order[small++] = i;
      } else {
        order[--large] = i;
      }
    }
    return filled(scaled, order, small, large);
  }

  private static AliasTable filled(double[] scaled, int[] order, int smallCount, int firstLarge) {
    int n = scaled.length;
    float[] keep = new float[n];
    int[] alias = new int[n];
    int small = smallCount;
    int large = firstLarge;
    while (small > 0 && large < n) {
      int low = order[--small];
      int high = order[large];
      keep[low] = (float) scaled[low];
      alias[low] = high;
      scaled[high] -= 1 - scaled[low];
      if (scaled[high] < 1) {
        large++;
        order[small++] = high;
      }
    }
    // What is left differs from 1 by rounding only.
    for (; small > 0; small--) {
      keep[order[small - 1]] = 1;
    }
    for (; large < n; large++) {
      keep[order[large]] = 1;
    }
    return new AliasTable(keep, alias);
  }

  /** The index drawn by {@code unit}, a random number in [0, 1). */
  int draw(double unit) {
    double place = unit * keep.length;
    int index = (int) place;
    return place - index < keep[index] ? index : alias[index];
  }
}
