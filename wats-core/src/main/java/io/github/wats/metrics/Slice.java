package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.internal.Holm;
import io.github.wats.metrics.Evaluation.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * How well some of the nodes are calibrated, such as those of low degree.
 *
 * @param by what the nodes were grouped by, such as {@code degree}
 * @param name of this group, such as {@code 3–5}
 * @param count the number of nodes, at least 1
 * @param confidence the mean confidence
 * @param interval 95 % interval of the gap, given the confidences: Wilson's interval of the
 *     accuracy
 * @param pValue of a gap this large in either direction if every node is right with the probability
 *     of its confidence; also for a single node
 * @param holm the p-value after Holm's correction over all slices computed together
 */
public record Slice(
    String by,
    String name,
    int count,
    double accuracy,
    double confidence,
    Interval interval,
    double pValue,
    double holm) {
  /** Up to this many nodes the distribution of the number of hits is exact, then normal. */
  private static final int MOST_EXACT = 1000;

  private static final double Z_95 = 1.959963984540054;

  /** Mean confidence minus accuracy: above 0 if overconfident. */
  public double gap() {
    return confidence - accuracy;
  }

  /** For JSON. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("by", by);
    fields.put("slice", name);
    fields.put("count", count);
    fields.put("accuracy", accuracy);
    fields.put("confidence", confidence);
    fields.put("gap", gap());
    fields.put("low", interval.low());
    fields.put("high", interval.high());
    fields.put("pValue", pValue);
    fields.put("holm", holm);
    return fields;
  }

  /** Whether the gap is significant at the level 0.05 after the correction. */
  public boolean isSignificant() {
    return holm < PairedComparison.SIGNIFICANT;
  }

  /**
   * The significant slice with the largest gap; empty if none is significant.
   *
   * @param slices computed together
   */
  public static Optional<Slice> worst(List<Slice> slices) {
    return slices.stream().filter(Slice::isSignificant).max(byGap());
  }

  /** By the size of the gap. */
  public static Comparator<Slice> byGap() {
    return Comparator.comparingDouble(slice -> Math.abs(slice.gap()));
  }

  /** The slices of every grouping, corrected together. */
  public static List<Slice> of(Outcomes outcomes, List<Groups> groupings) {
    List<Slice> slices = new ArrayList<>();
    for (Groups groups : groupings) {
      for (int group = 0; group < groups.names.size(); group++) {
        int chosen = group;
        int[] members =
            IntStream.range(0, outcomes.size()).filter(k -> groups.of[k] == chosen).toArray();
        double[] confidences = Arrays.stream(members).mapToDouble(outcomes::confidence).toArray();
        int hits = (int) Arrays.stream(members).filter(outcomes::isCorrect).count();
        Slice slice = of(groups.by, groups.names.get(group), confidences, hits);
        long units = Arrays.stream(members).map(outcomes::unit).distinct().count();
        slices.add(units == members.length ? slice : slice.ofUnits(outcomes, members));
      }
    }
    return corrected(slices);
  }

  /**
   * For each class the mean of its probability against the share of nodes that have it: the signed
   * class-wise gaps, over all nodes.
   */
  public static List<Slice> ofClasses(Outcomes outcomes, IntFunction<String> className) {
    List<Slice> slices = new ArrayList<>();
    for (int c = 0; c < outcomes.classCount(); c++) {
      int label = c;
      double[] probabilities = new double[outcomes.size()];
      Arrays.setAll(probabilities, k -> outcomes.probability(k, label));
      int hits =
          (int) IntStream.range(0, outcomes.size()).filter(k -> outcomes.label(k) == label).count();
      slices.add(of("class probability", className.apply(c), probabilities, hits));
    }
    return corrected(slices);
  }

  private static Slice of(String by, String name, double[] expected, int hits) {
    int count = expected.length;
    double accuracy = (double) hits / count;
    double confidence = Arrays.stream(expected).sum() / count;
    Interval wilson = Interval.ofProportion(accuracy, count);
    double low = confidence - Math.max(accuracy, wilson.high()); // equal but for rounding
    double high = confidence - Math.min(accuracy, wilson.low());
    Interval interval = new Interval(low, high, wilson.level());
    double p = count <= MOST_EXACT ? exact(expected, hits) : normal(expected, hits);
    return new Slice(by, name, count, accuracy, confidence, interval, p, p);
  }

  /**
   * With dependent outcomes in some units: the gap is normal with the variance of the sums over
   * units, for the interval of their residuals (Liang and Zeger 1986).
   */
  private Slice ofUnits(Outcomes outcomes, int[] members) {
    double error = error(outcomes, members, gap());
    double ifCalibrated = error(outcomes, members, 0);
    double p = ifCalibrated == 0 ? 1 : 2 * Normal.cdf(-Math.abs(gap()) / ifCalibrated);
    Interval range = new Interval(gap() - Z_95 * error, gap() + Z_95 * error, interval.level());
    return new Slice(by, name, count, accuracy, confidence, range, p, p);
  }

  /** The standard error of the mean gap, if that is {@code mean}. */
  private static double error(Outcomes outcomes, int[] members, double mean) {
    Map<Integer, Double> sums = new LinkedHashMap<>();
    for (int k : members) {
      double own = outcomes.confidence(k) - (outcomes.isCorrect(k) ? 1 : 0) - mean;
      sums.merge(outcomes.unit(k), own, Double::sum);
    }
    return Math.sqrt(sums.values().stream().mapToDouble(sum -> sum * sum).sum()) / members.length;
  }

  private static List<Slice> corrected(List<Slice> slices) {
    Map<Integer, Double> p = new LinkedHashMap<>();
    for (int k = 0; k < slices.size(); k++) {
      p.put(k, slices.get(k).pValue);
    }
    Map<Integer, Double> holm = Holm.adjust(p);
    return IntStream.range(0, slices.size())
        .mapToObj(k -> slices.get(k).withHolm(holm.getOrDefault(k, 1.0)))
        .toList();
  }

  private Slice withHolm(double corrected) {
    return new Slice(by, name, count, accuracy, confidence, interval, pValue, corrected);
  }

  /** Twice the smaller tail of the sum of independent hits, computed hit by hit. */
  private static double exact(double[] chances, int hits) {
    double[] sums = new double[chances.length + 1]; // the probability of so many hits
    sums[0] = 1;
    for (int k = 0; k < chances.length; k++) {
      for (int s = k + 1; s > 0; s--) {
        sums[s] = sums[s] * (1 - chances[k]) + sums[s - 1] * chances[k];
      }
      sums[0] *= 1 - chances[k];
    }
    double atMost = Arrays.stream(sums, 0, hits + 1).sum();
    double atLeast = Arrays.stream(sums, hits, sums.length).sum();
    return Math.min(1, 2 * Math.min(atMost, atLeast));
  }

  /** The same by the normal distribution with a continuity correction. */
  private static double normal(double[] chances, int hits) {
    double excess = Math.abs(Arrays.stream(chances).sum() - hits) - 0.5;
    double deviation = Math.sqrt(Arrays.stream(chances).map(p -> p * (1 - p)).sum());
    return excess <= 0 ? 1 : 2 * Normal.cdf(-excess / deviation);
  }

  /**
   * Which outcome is in which group, by the index of outcomes; {@link Outcomes#node} gives a node.
   *
   * @param of the group of each outcome (n)
   */
  public record Groups(String by, List<String> names, int[] of) {
    private static final int MOST_NAMES = 1000;

    /** What needs no graph: {@code class} (predicted), {@code confidence} or {@code degree}. */
    public static Optional<Groups> of(
        String by, Outcomes outcomes, int most, IntFunction<String> className) {
      int size = outcomes.size();
      return switch (by) {
        case "class" ->
            Optional.of(byName(by, size, k -> className.apply(outcomes.predictedClass(k))));
        case "confidence" -> Optional.of(byValue(by, size, outcomes::confidence, most, ""));
        case "degree" ->
            Optional.of(outcomes)
                .filter(Outcomes::hasDegrees)
                .map(all -> byValue(by, size, all::degree, most, "no neighbors"));
        default -> Optional.empty();
      };
    }

    /** A group for each name, numbers before words. */
    public static Groups byName(String by, int size, IntFunction<String> nameOf) {
      String[] own = IntStream.range(0, size).mapToObj(nameOf).toArray(String[]::new);
      Comparator<String> byNumber =
          Comparator.comparingInt(n -> n.matches("\\d+") ? n.length() : 99);
      List<String> names =
          Arrays.stream(own).distinct().sorted(byNumber.thenComparing(n -> n)).toList();
      Check.argument(
          names.size() <= MOST_NAMES,
          "nodes must have at most %d different names, got %d; write a coarser column",
          MOST_NAMES,
          names.size());
      return new Groups(by, names, Arrays.stream(own).mapToInt(names::indexOf).toArray());
    }

    /**
     * The outcomes of similar values: one group for each value, or about {@code most} groups of
     * about equally many outcomes. Equal values are in the same group, and frequent ones alone.
     *
     * @param valueOf NaN for outcomes without a value, which are a group of their own
     * @param none the name of that group
     */
    public static Groups byValue(
        String by, int size, IntToDoubleFunction valueOf, int most, String none) {
      Check.argument(most >= 1, "there must be at least one group, got %d", most);
      double[] values = new double[size];
      Arrays.setAll(values, k -> valueOf.applyAsDouble(k) + 0.0); // no negative zero
      double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).sorted().toArray();
      double[] tops = tops(sorted, most);
      List<String> names = new ArrayList<>();
      for (int g = 0; g < tops.length; g++) {
        double below = g == 0 ? Double.NEGATIVE_INFINITY : tops[g - 1];
        double lowest = Arrays.stream(sorted).filter(v -> v > below).findFirst().orElseThrow();
        names.add(text(lowest) + (lowest == tops[g] ? "" : "–" + text(tops[g])));
      }
      names.addAll(sorted.length < size ? List.of(none) : List.of());
      int[] of = new int[size];
      for (int k = 0; k < size; k++) {
        int place = Arrays.binarySearch(tops, values[k]); // NaN is above every number
        of[k] = place >= 0 ? place : -place - 1;
      }
      return new Groups(by, names, of);
    }

    /**
     * The largest value of each group. A group ends when it has its share of the outcomes; a value
     * that has as many by itself is a group of its own.
     */
    private static double[] tops(double[] sorted, int most) {
      double[] distinct = Arrays.stream(sorted).distinct().toArray();
      if (distinct.length <= most) {
        return distinct;
      }
      List<Double> tops = new ArrayList<>();
      int start = 0; // of the group
      int next = 0;
      for (int d = 0; d < distinct.length; d++) {
        int first = next;
        while (next < sorted.length && sorted[next] == distinct[d]) {
          next++;
        }
        boolean heavy = (long) (next - first) * most >= sorted.length;
        if (heavy && first > start) {
          tops.add(distinct[d - 1]);
        }
        if (heavy || (long) (next - start) * most >= sorted.length || next == sorted.length) {
          tops.add(distinct[d]);
          start = next;
        }
      }
      return tops.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static String text(double value) {
      return value == Math.rint(value) && Math.abs(value) < 1e15
          ? Long.toString((long) value)
          : String.format(Locale.ROOT, "%.4f", value);
    }
  }
}
