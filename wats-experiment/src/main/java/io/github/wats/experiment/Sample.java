package io.github.wats.experiment;

import java.util.List;

/**
 * Mean and sample standard deviation of values over runs.
 *
 * @param count how many values, at least 1
 * @param std {@code √(Σ (x − mean)² / (count − 1))}; 0 for a single value
 */
public record Sample(int count, double mean, double std) {
  public static Sample of(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a sample needs at least one value, got none");
    }
    double mean = sum(values) / values.size();
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    int count = values.size();
    return new Sample(count, mean, count == 1 ? 0 : Math.sqrt(squares / (count - 1)));
  }

  private static double sum(List<Double> values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
