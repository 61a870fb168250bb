package io.github.wats.metrics;

import io.github.wats.internal.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** How one number of nodes goes with another: runs of equally many nodes by rising {@code x}. */
public record Trend(List<Bin> bins) {
  /**
   * One run.
   *
   * @param from the smallest x in it
   * @param to the largest x in it
   * @param count nodes in it, at least 1
   * @param mean of their y
   * @param low the 10 % quantile of their y
   * @param high the 90 % quantile of their y
   */
  public record Bin(double from, double to, int count, double mean, double low, double high) {}

  public Trend {
    bins = List.copyOf(bins);
  }

  /** At most {@code binCount} runs of ⌈n/binCount⌉ nodes; equal x by place. */
  public static Trend of(double[] x, double[] y, int binCount) {
    Bins.check(binCount);
    Check.argument(
        x.length == y.length,
        "x and y must have one value per node, got %d and %d",
        x.length,
        y.length);
    int n = x.length;
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> x[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    int run = Math.max(1, (int) ((n + (long) binCount - 1) / binCount));
    List<Bin> bins = new ArrayList<>();
    for (int start = 0; start < n; start += run) {
      int end = Math.min(n, start + run);
      double[] values = Arrays.stream(order, start, end).mapToDouble(i -> y[i]).sorted().toArray();
      bins.add(
          new Bin(
              x[order[start]],
              x[order[end - 1]],
              values.length,
              Arrays.stream(values).sum() / values.length,
              Resampling.quantile(values, 0.1),
              Resampling.quantile(values, 0.9)));
    }
    return new Trend(bins);
  }
}
