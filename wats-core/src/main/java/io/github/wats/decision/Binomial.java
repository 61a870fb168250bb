package io.github.wats.decision;

import io.github.wats.metrics.Evaluation.Interval;

/** Tails of the binomial distribution, and the bounds of Clopper and Pearson (Biometrika 1934). */
final class Binomial {
  private static final double HALF_LOG_TWO_PI = 0.9189385332046727;

  /** Terms below this share of the sum do not change it. */
  private static final double NEGLIGIBLE = 1e-17;

  /** Halves an interval of length 1 below the spacing of doubles. */
  private static final int BISECTIONS = 60;

  private Binomial() {}

  /** {@code P(X ≤ k)} for X hits in n trials of probability p. */
  static double atMost(int k, int n, double p) {
    if (k < 0 || k >= n || p <= 0 || p >= 1) {
      return k >= n || (k >= 0 && p <= 0) ? 1 : 0;
    }
    return k <= n * p ? lowerTail(k, n, p) : 1 - lowerTail(n - k - 1, n, 1 - p);
  }

  /** The sum of the terms k, k−1, …, which fall from k on if k is at most n p. */
  private static double lowerTail(int k, int n, double p) {
    double logTerm =
        logFactorial(n)
            - logFactorial(k)
            - logFactorial(n - k)
            + k * Math.log(p)
            + (n - k) * Math.log1p(-p);
    double term = Math.exp(logTerm);
    double sum = term;
    for (int i = k; i > 0 && term > NEGLIGIBLE * sum; i--) {
      term *= i * (1 - p) / ((n - i + 1) * p);
      sum += term;
    }
    return sum;
  }

  /** {@code ln n!}, by Stirling's series from 16 on: its error is below 1e-15. */
  static double logFactorial(int n) {
    if (n < 16) {
      double product = 1;
      for (int i = 2; i <= n; i++) {
        product *= i;
      }
      return Math.log(product);
    }
    double x = n;
    double series =
        (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - 1 / (1680 * x * x)) / (x * x)) / (x * x)) / x;
    return (x + 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + series;
  }

  /** The upper bound of a probability after k hits in n trials: it holds with the given level. */
  static double upperBound(int k, int n, double level) {
    if (k >= n) {
      return 1;
    }
    double low = (double) k / n;
    double high = 1;
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (low + high) / 2;
      if (atMost(k, n, middle) > 1 - level) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** The two-sided interval of a probability after k hits in n trials; 0 … 1 without trials. */
  static Interval interval(int k, int n, double level) {
    double each = (1 + level) / 2;
    return new Interval(1 - upperBound(n - k, n, each), upperBound(k, n, each), level);
  }
}
