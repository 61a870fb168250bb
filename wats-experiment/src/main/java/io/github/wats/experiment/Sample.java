package io.github.wats.experiment;

import io.github.wats.internal.Check;
import java.util.List;

/**
 * Mean and sample standard deviation of values over runs.
 *
 * @param count how many values, at least 1
 * @param std {@code √(Σ (x − mean)² / (count − 1))}; 0 for a single value
 */
public record Sample(int count, double mean, double std) {
  public static Sample of(List<Double> values) {
    int count = values.size();
    Check.argument(count > 0, "a sample needs at least one value, got none");
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    double mean = sum / count;
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return new Sample(count, mean, count == 1 ? 0 : Math.sqrt(squares / (count - 1)));
  }
}
