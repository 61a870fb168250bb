package io.github.wats.decision;

import io.github.wats.metrics.Evaluation.Interval;

/** Tails of the binomial distribution, and the bounds of Clopper and Pearson (Biometrika 1934). */
final class Binomial {
  private static final double HALF_LOG_TWO_PI = 0.9189385332046727;
  private static final double NEGLIGIBLE = 1e-17; // does not change a sum
  private static final int BISECTIONS = 60; // below the spacing of doubles

  private Binomial() {}

  /** {@code P(X ≤ k)} for X hits in n trials of probability p. */
  static double atMost(int k, int n, double p) {
    if (k < 0 || k >= n || p <= 0 || p >= 1) {
      return k >= n || (k >= 0 && p <= 0) ? 1 : 0;
    }
    return k <= n * p ? lowerTail(k, n, p) : 1 - lowerTail(n - k - 1, n, 1 - p);
  }

  /** The sum of the terms k, k−1, …, which fall if k is at most n p. */
  private static double lowerTail(int k, int n, double p) {
    double logChoices = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
    double term = Math.exp(logChoices + k * Math.log(p) + (n - k) * StrictMath.log1p(-p));
    double sum = term;
    for (int i = k; i > 0 && term > NEGLIGIBLE * sum; i--) {
      term *= i * (1 - p) / ((n - i + 1) * p);
      sum += term;
    }
    return sum;
  }

  /** {@code ln n!}: from 16 on by Stirling's series, whose error is below 1e-15 there. */
  private static double logFactorial(int n) {
    double log = 0;
    for (int i = 2; n < 16 && i <= n; i++) {
      log += Math.log(i);
    }
    double x2 = (double) n * n;
    double series = (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1 / (1680 * x2)) / x2) / x2) / n;
    return n < 16 ? log : (n + 0.5) * Math.log(n) - n + HALF_LOG_TWO_PI + series;
  }

  /** The upper bound of a probability after k hits in n trials: it holds with the given level. */
  static double upperBound(int k, int n, double level) {
    double low = n == 0 ? 1 : (double) k / n;
    double high = 1;
    for (int step = 0; step < BISECTIONS && k < n; step++) {
      double middle = (low + high) / 2;
      boolean above = atMost(k, n, middle) > 1 - level;
      low = above ? middle : low;
      high = above ? high : middle;
    }
    return high;
  }

  /** The two-sided 95 % interval of a probability after k hits in n trials; 0 … 1 without any. */
  static Interval interval(int k, int n) {
    return new Interval(1 - upperBound(n - k, n, 0.975), upperBound(k, n, 0.975), 0.95);
  }
}
