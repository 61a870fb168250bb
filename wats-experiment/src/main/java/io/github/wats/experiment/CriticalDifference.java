package io.github.wats.experiment;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The difference of mean ranks from which two methods differ at the level 0.05 (Nemenyi 1963;
 * Demšar, JMLR 2006): {@code q √(k (k + 1) / (6 n))} for k methods on n data sets, where {@code q
 * √2} is a quantile of the range of k standard normal numbers.
 */
public final class CriticalDifference {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final double STEP = 1.0 / 64;
  private static final double FAR = 8; // the density beyond is below 1e-14
  private static final int BISECTIONS = 50;

  private CriticalDifference() {}

  public static double of(int methods, int comparisons) {
    double low = 0;
    double high = 2 * FAR;
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (low + high) / 2;
      boolean below = rangeAtMost(middle, methods) < 1 - PairedDifference.SIGNIFICANT;
      low = below ? middle : low;
      high = below ? high : middle;
    }
    return high / Math.sqrt(2) * Math.sqrt(methods * (methods + 1) / (6.0 * comparisons));
  }

  /** The probability {@code k ∫ φ(z) (Φ(z) − Φ(z − range))^(k − 1) dz}, by the trapezoidal rule. */
  private static double rangeAtMost(double range, int count) {
    double sum = 0;
    for (double z = -FAR; z <= FAR; z += STEP) {
      sum += NORMAL.density(z) * Math.pow(NORMAL.probability(z - range, z), count - 1);
    }
    return count * sum * STEP;
  }
}
