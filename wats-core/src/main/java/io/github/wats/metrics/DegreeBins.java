package io.github.wats.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The bins of {@link Metric#DEGREE_ECE}: outcomes sorted by degree, equally many in each. */
public record DegreeBins(List<Bin> bins) {
  /** The smallest and largest degree of a bin; its mean confidence and accuracy. */
  public record Bin(int minDegree, int maxDegree, int count, double confidence, double accuracy) {}

  public DegreeBins {
    bins = List.copyOf(bins);
  }

  /**
   * The degrees of each bin for people, such as {@code 3–5}. No two overlap: a degree that several
   * bins share is written with a letter for each of its parts, such as {@code 1a}, {@code 1b–2}.
   */
  public List<String> labels() {
    List<String> labels = new ArrayList<>();
    int part = 0; // of the smallest degree of a bin, counted from 0
    for (int b = 0; b < bins.size(); b++) {
      int low = bins.get(b).minDegree;
      int high = bins.get(b).maxDegree;
      boolean begun = b > 0 && bins.get(b - 1).maxDegree == low;
      boolean goesOn = b + 1 < bins.size() && bins.get(b + 1).minDegree == high;
      part = begun ? part + 1 : 0;
      String from = low + (begun || (low == high && goesOn) ? letters(part) : "");
      if (low < high) {
        part = 0;
        labels.add(from + "–" + high + (goesOn ? letters(part) : ""));
      } else {
        labels.add(from);
      }
    }
    return labels;
  }

  /** a … z, then aa, ab, … */
  private static String letters(int part) {
    return (part < 26 ? "" : letters(part / 26 - 1)) + (char) ('a' + part % 26);
  }

  /** The bins that hold outcomes, which must have degrees. */
  public static DegreeBins of(Outcomes outcomes, int binCount) {
    int[] binOf = outcomes.binned(Metric.Order.DEGREE, binCount);
    int[] lowest = new int[binCount];
    int[] highest = new int[binCount];
    Arrays.fill(lowest, Integer.MAX_VALUE);
    for (int k = 0; k < binOf.length; k++) {
      lowest[binOf[k]] = Math.min(lowest[binOf[k]], outcomes.degree(k));
      highest[binOf[k]] = Math.max(highest[binOf[k]], outcomes.degree(k));
    }
    return new DegreeBins(
        Bins.of(outcomes, Metric.Order.DEGREE, binCount)
            .filled((b, n, mean, accuracy) -> new Bin(lowest[b], highest[b], n, mean, accuracy)));
  }
}
