package io.github.wats.metrics;

import java.util.Arrays;

/**
 * The smooth calibration error (Błasiok, Nakkiran, ICLR 2024): residuals {@code confidence −
 * [correct]} are smoothed over the confidence by a Gaussian kernel of width σ, reflected at 0 and
 * 1, and the error is the integral of their size. The width is the one that equals the error.
 *
 * <p>The reflected kernel is diagonal in cosines: {@code r_σ(t) = Σ_k c_k exp(−(πkσ)²/2) cos(πkt)}
 * with {@code c_k = (2/n) Σ_i residual_i cos(πk confidence_i)}, half of it for k = 0. Residuals are
 * shared between the two points of a grid beside their confidence.
 */
final class SmoothError {
  /** Steps of the grid of confidences. The integral uses the middle of every second one. */
  private static final int GRID = 8192;

  private static final int PERIOD = 2 * GRID - 1; // a mask

  /** Terms beyond {@code DECAY / σ} are smaller than 1e−14 of their coefficient. */
  private static final double DECAY = 8 / Math.PI;

  private static final int MOST_TERMS = 2048;
  private static final double SMALLEST_WIDTH = DECAY / MOST_TERMS;

  /** Of the width. */
  private static final double TOLERANCE = 1e-9;

  private static final double[] COSINES = new double[2 * GRID]; // cos(π m / GRID)

  static {
    Arrays.setAll(COSINES, m -> Math.cos(Math.PI * m / GRID));
  }

  private final double[] residuals = new double[GRID + 1]; // by confidence, over n
  private final double[] coefficients = new double[MOST_TERMS + 1];
  private int computed; // coefficients computed so far

  private SmoothError(Outcomes outcomes) {
    int n = outcomes.size();
    for (int k = 0; k < n; k++) {
      double confidence = outcomes.confidence(k);
      double residual = (confidence - (outcomes.isCorrect(k) ? 1 : 0)) / n;
      double place = confidence * GRID;
      int below = Math.min((int) place, GRID - 1);
      residuals[below] += residual * (below + 1 - place);
      residuals[below + 1] += residual * (place - below);
    }
  }

  /**
   * {@code error − width} falls at least as fast as the width grows: widths are divided by 4 until
   * it is positive, then its root is found by regula falsi (Illinois variant).
   */
  static double of(Outcomes outcomes) {
    SmoothError error = new SmoothError(outcomes);
    double low = 1;
    double excessLow = error.at(low) - low;
    double high = low;
    double excessHigh = excessLow;
    while (excessLow <= 0 && low > SMALLEST_WIDTH) { // small widths last: they have many terms
      high = low;
      excessHigh = excessLow;
      low = Math.max(SMALLEST_WIDTH, low / 4);
      excessLow = error.at(low) - low;
    }
    if (excessLow <= 0) {
      return low + excessLow;
    }
    double width = low;
    double excess = excessLow;
    while (Math.abs(excess) > TOLERANCE && high - low > TOLERANCE) {
      width = (low * excessHigh - high * excessLow) / (excessHigh - excessLow);
      boolean wasAbove = excess > 0;
      excess = error.at(width) - width;
      if (excess > 0) {
        low = width;
        excessLow = excess;
        excessHigh /= wasAbove ? 2 : 1; // the other end moves too
      } else {
        high = width;
        excessHigh = excess;
        excessLow /= wasAbove ? 1 : 2;
      }
    }
    return width;
  }

  /** The integral of |r_σ| over 0 … 1. */
  private double at(double width) {
    int terms = (int) Math.min(MOST_TERMS, DECAY / width);
    double[] smoothed = new double[GRID / 2];
    for (int k = 0; k <= terms; k++) {
      double angle = Math.PI * k * width;
      double factor = coefficient(k) * Math.exp(-angle * angle / 2);
      for (int i = 0; i < smoothed.length; i++) {
        smoothed[i] += factor * COSINES[k * (2 * i + 1) & PERIOD];
      }
    }
    return Arrays.stream(smoothed).map(Math::abs).sum() / smoothed.length;
  }

  private double coefficient(int k) {
    for (; computed <= k; computed++) {
      double sum = 0;
      for (int j = 0; j <= GRID; j++) {
        if (residuals[j] != 0) {
          sum += residuals[j] * COSINES[computed * j & PERIOD];
        }
      }
      coefficients[computed] = computed == 0 ? sum : 2 * sum;
    }
    return coefficients[k];
  }
}
