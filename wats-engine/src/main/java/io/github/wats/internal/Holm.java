package io.github.wats.internal;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Holm's correction for several tests at once (Holm, Scandinavian Journal of Statistics 1979). */
public final class Holm {
  private Holm() {}

  /**
   * The i-th smallest of m p-values times {@code m − i + 1}, never below a smaller one's and at
   * most 1; in the order given.
   */
  public static <K> Map<K, Double> adjust(Map<K, Double> p) {
    List<Map.Entry<K, Double>> rising =
        p.entrySet().stream().sorted(Map.Entry.comparingByValue()).toList();
    Map<K, Double> adjusted = new LinkedHashMap<>(p);
    double largest = 0;
    for (int rank = 0; rank < rising.size(); rank++) {
      double corrected = rising.get(rank).getValue() * (p.size() - rank);
      largest = Math.max(largest, Math.min(1, corrected));
      adjusted.put(rising.get(rank).getKey(), largest);
    }
    return adjusted;
  }

  /** Ranks from 1; values that are equal, but for rounding, share the mean of theirs. */
  public static double[] ranks(double[] values) {
    double[] ranks = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      double value = values[i];
      long below = Arrays.stream(values).filter(v -> Rounding.difference(v, value) < 0).count();
      long equal = Arrays.stream(values).filter(v -> Rounding.isEqual(v, value)).count();
      ranks[i] = below + (equal + 1) / 2.0;
    }
    return ranks;
  }
}
