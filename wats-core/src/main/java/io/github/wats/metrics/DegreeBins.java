package io.github.wats.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Outcomes of similar degree: for people in ranges, for {@link Metric#DEGREE_ECE} equally many. */
public record DegreeBins(List<Bin> bins) {
  /** The smallest and largest degree of a bin; its mean confidence and accuracy. */
  public record Bin(int minDegree, int maxDegree, int count, double confidence, double accuracy) {}

  public DegreeBins {
    bins = List.copyOf(bins);
  }

  /** For JSON; bins that share a degree differ in {@code degrees}. */
  public List<Map<String, Object>> fields() {
    List<String> degrees = labels();
    List<Map<String, Object>> all = new ArrayList<>();
    for (int b = 0; b < bins.size(); b++) {
      Bin bin = bins.get(b);
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("degrees", degrees.get(b));
      fields.put("minDegree", bin.minDegree);
      fields.put("maxDegree", bin.maxDegree);
      fields.put("count", bin.count);
      fields.put("confidence", bin.confidence);
      fields.put("accuracy", bin.accuracy);
      all.add(fields);
    }
    return all;
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

  /** The number of the range of a degree: 0, 1, 2, 3–4, 5–8, 9–16 and so on. */
  public static int range(int degree) {
    return degree == 0 ? 0 : 1 + Integer.SIZE - Integer.numberOfLeadingZeros(degree - 1);
  }

  /** The ranges that hold outcomes, which must have degrees. No degree is in two of them. */
  public static DegreeBins ofRanges(Outcomes outcomes) {
    int[] rangeOf = new int[outcomes.size()];
    Arrays.setAll(rangeOf, k -> range(outcomes.degree(k)));
    return of(outcomes, rangeOf, Integer.SIZE + 2);
  }

  /** The bins of {@link Metric#DEGREE_ECE} that hold outcomes, which must have degrees. */
  public static DegreeBins of(Outcomes outcomes, int binCount) {
    return of(outcomes, outcomes.binned(Metric.Order.DEGREE, binCount), binCount);
  }

  private static DegreeBins of(Outcomes outcomes, int[] binOf, int binCount) {
    int[] lowest = new int[binCount];
    int[] highest = new int[binCount];
    Arrays.fill(lowest, Integer.MAX_VALUE);
    for (int k = 0; k < binOf.length; k++) {
      lowest[binOf[k]] = Math.min(lowest[binOf[k]], outcomes.degree(k));
      highest[binOf[k]] = Math.max(highest[binOf[k]], outcomes.degree(k));
    }
    return new DegreeBins(
        Bins.of(outcomes, binOf, binCount)
            .filled((b, n, mean, accuracy) -> new Bin(lowest[b], highest[b], n, mean, accuracy)));
  }
}
