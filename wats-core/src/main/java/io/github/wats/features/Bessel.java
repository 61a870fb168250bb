package io.github.wats.features;

/** Modified Bessel functions of the first kind. */
final class Bessel {
  /** Values above this are scaled down; far from overflow, since a step grows by 2k/x + 1. */
  private static final double LARGE = 1e200;

  private Bessel() {}

  /**
   * {@code e^(−x) I_k(x)} for k = 0 … order and x > 0, by Miller's backward recurrence {@code
   * I_(k−1) = I_(k+1) + (2k/x) I_k} from far above, normalized by {@code I_0 + 2 Σ_k I_k = e^x}.
   * All terms are positive, so nothing cancels and each value is exact to a few units in the last
   * place.
   */
  static double[] scaledI(int order, double x) {
    double[] values = new double[order + 1];
    double above = 0;
    double here = Double.MIN_NORMAL;
    double sum = 0;
    for (int k = start(order, x); k >= 1; k--) {
      if (k <= order) {
        values[k] = here;
      }
      sum += 2 * here;
      double below = above + 2 * k / x * here;
      above = here;
      here = below;
      if (here > LARGE) {
        here /= LARGE;
        above /= LARGE;
        sum /= LARGE;
        for (int j = k; j <= order; j++) {
          values[j] /= LARGE;
        }
      }
    }
    values[0] = here;
    sum += here;
    for (int k = 0; k <= order; k++) {
      values[k] /= sum;
    }
    return values;
  }

  /**
   * Where the recurrence may start from zero: {@code I_k(x)/I_0(x)} is at most {@code e^(−k²/2x)}
   * for k below x and falls faster above, and √(100 x) makes that e^(−50). The error of the start
   * decays on the way down; 40 more steps are for small x.
   */
  private static int start(int order, double x) {
    return order + 40 + (int) Math.ceil(Math.sqrt(100 * x));
  }
}
