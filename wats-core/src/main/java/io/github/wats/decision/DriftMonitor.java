package io.github.wats.decision;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Compares new data with a summary of the data of a fit, and labels that have arrived with the
 * calibrated probabilities. Training nodes are left out everywhere: networks are more confident on
 * them.
 */
public final class DriftMonitor {
  /** Points of a stored distribution function. */
  private static final int POINTS = 100;

  private static final int PSI_BINS = 10;

  /** Differences below these are too small to act on, even if they are certain. */
  private static final double LEAST_KS = 0.1;

  private static final double LEAST_PSI = 0.2;

  /** Half a node in each bin, so that an empty one has a logarithm. */
  private static final double PSEUDO_COUNT = 0.5;

  /** The stakes of the test of calibration, on too low and on too high probabilities. */
  private static final double[] STAKES = {0.1, 0.2, 0.4, 0.8, -0.1, -0.2, -0.4, -0.8};

  /** The test also bets on confidences below and from this value on alone. */
  private static final double HIGH_CONFIDENCE = 0.9;

  /** Evidence beyond e^600 is all the same, and finite. */
  private static final double MOST_LOG_WEALTH = 600;

  private static final double Z_95 = 1.959963984540054;

  private DriftMonitor() {}

  /**
   * A distribution function.
   *
   * @param values ascending
   * @param shares the share of nodes at or below each value, the last 1
   */
  public record Distribution(List<Double> values, List<Double> shares) {
    public Distribution {
      values = List.copyOf(values);
      shares = List.copyOf(shares);
      boolean rises = !values.isEmpty() && values.size() == shares.size();
      for (int k = 1; rises && k < values.size(); k++) {
        rises = values.get(k) > values.get(k - 1) && shares.get(k) >= shares.get(k - 1);
      }
      rises &= !shares.isEmpty() && shares.get(0) >= 0 && shares.get(shares.size() - 1) == 1;
      Check.argument(rises, "values must rise, and shares up to 1, got %s and %s", values, shares);
    }

    /** At most 101 points: quantiles with the exact share of nodes up to them. */
    static Distribution of(double[] numbers) {
      double[] sorted = numbers.clone();
      Arrays.sort(sorted);
      List<Double> values =
          IntStream.rangeClosed(0, POINTS)
              .mapToObj(k -> sorted[(int) ((long) k * (sorted.length - 1) / POINTS)])
              .distinct()
              .toList();
      return new Distribution(values, shares(values, numbers));
    }

    private static List<Double> shares(List<Double> values, double[] numbers) {
      double[] places = values.stream().mapToDouble(Double::doubleValue).toArray();
      int[] counts = new int[places.length + 1];
      for (double number : numbers) {
        int found = Arrays.binarySearch(places, number);
        counts[found >= 0 ? found : -found - 1]++;
      }
      Arrays.parallelPrefix(counts, Integer::sum);
      return IntStream.range(0, places.length)
          .mapToObj(k -> (double) counts[k] / numbers.length)
          .toList();
    }

    /** {@code max |F_new − F|} at the stored values (Kolmogorov, Smirnov). */
    double ks(List<Double> other) {
      return IntStream.range(0, values.size())
          .mapToDouble(k -> Math.abs(shares.get(k) - other.get(k)))
          .max()
          .orElse(0);
    }

    /** The indices of the values that end bins of at least a tenth of the nodes. */
    int[] binEnds() {
      List<Integer> ends = new ArrayList<>();
      double begun = 0;
      for (int k = 0; k < values.size() - 1; k++) {
        if (shares.get(k) - begun >= 1.0 / PSI_BINS - 1e-9 && shares.get(k) < 1) {
          ends.add(k);
          begun = shares.get(k);
        }
      }
      return ends.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /**
   * What a fit saw of the nodes outside the training set.
   *
   * @param nodes how many there were
   * @param quantities distributions by name: {@code confidence} and, with a graph, {@code degree}
   *     and wavelet features
   * @param classShares how often each class was predicted
   * @param prior the mean calibrated probability of each class
   */
  public record Summary(
      int nodes,
      Map<String, Distribution> quantities,
      List<Double> classShares,
      List<Double> prior) {
    public Summary {
      Check.argument(nodes >= 1, "a summary needs at least one node, got %d", nodes);
      Check.argument(
          classShares.size() == prior.size(),
          "class shares and prior must have the same classes, got %d and %d",
          classShares.size(),
          prior.size());
      quantities = Collections.unmodifiableMap(new LinkedHashMap<>(quantities));
      classShares = List.copyOf(classShares);
      prior = List.copyOf(prior);
    }

    /** The summary of calibrated data; empty if all nodes are training nodes. */
    public static Optional<Summary> of(CalibrationData data, Probabilities calibrated) {
      int[] nodes = monitored(data).toArray();
      if (nodes.length == 0) {
        return Optional.empty();
      }
      Map<String, Distribution> all = new LinkedHashMap<>();
      measure(data, calibrated, nodes).forEach((name, x) -> all.put(name, Distribution.of(x)));
      double[] prior = new double[calibrated.classCount()];
      for (int node : nodes) {
        for (int c = 0; c < prior.length; c++) {
          prior[c] += calibrated.get(node, c) / nodes.length;
        }
      }
      return Optional.of(
          new Summary(nodes.length, all, list(predictedShares(calibrated, nodes)), list(prior)));
    }

    /**
     * One check of the size of differences per quantity and one of the distribution function. The
     * probability of an alarm without drift, for independent nodes, is at most 1 − level.
     *
     * @param others how many further checks share the level
     */
    public List<Finding> checks(
        CalibrationData data, Probabilities calibrated, double level, int others) {
      Check.argument(
          calibrated.classCount() == prior.size(),
          "the summary has %d classes, got probabilities of %d",
          prior.size(),
          calibrated.classCount());
      int[] monitored = monitored(data).toArray();
      Check.argument(monitored.length > 0, "there must be nodes that are no training nodes");
      Map<String, double[]> now = measure(data, calibrated, monitored);
      now.keySet().retainAll(quantities.keySet());
      double each = (1 - level) / (2 * now.size() + 1 + others);
      double noise = 1.0 / nodes + 1.0 / monitored.length;
      List<Finding> checks = new ArrayList<>();
      now.forEach(
          (name, numbers) -> {
            Distribution then = quantities.get(name);
            List<Double> shares = Distribution.shares(then.values, numbers);
            int[] ends = then.binEnds();
            checks.add(
                psi(name, bins(then.shares, ends), bins(shares, ends), monitored.length, each));
            double limit = Math.sqrt(-Math.log(each / 2) / 2 * noise);
            checks.add(new Finding(name + " ks", then.ks(shares), Math.max(LEAST_KS, limit)));
          });
      double[] classes = classShares.stream().mapToDouble(Double::doubleValue).toArray();
      checks.add(
          psi("classes", classes, predictedShares(calibrated, monitored), monitored.length, each));
      return checks;
    }

    /**
     * {@code Σ (a − b) ln(a / b)} over the shares of bins. Without drift, divided by 1/n + 1/m it
     * is about χ², whose tail is bounded as by Laurent and Massart (2000, Lemma 1).
     */
    private Finding psi(String name, double[] then, double[] now, int count, double each) {
      double sum = 0;
      for (int b = 0; b < then.length; b++) {
        double a = smoothed(then[b], nodes, then.length);
        double c = smoothed(now[b], count, then.length);
        sum += (a - c) * Math.log(a / c);
      }
      double freedom = then.length - 1;
      double x = -Math.log(each);
      double quantile = freedom + 2 * Math.sqrt(freedom * x) + 2 * x;
      double limit = quantile * (1.0 / nodes + 1.0 / count);
      return new Finding(name + " psi", sum, Math.max(LEAST_PSI, limit));
    }

    private static double smoothed(double share, int count, int bins) {
      return (share * count + PSEUDO_COUNT) / (count + PSEUDO_COUNT * bins);
    }

    private static double[] bins(List<Double> shares, int[] ends) {
      double[] bins = new double[ends.length + 1];
      double below = 0;
      for (int b = 0; b < bins.length; b++) {
        double upTo = b < ends.length ? shares.get(ends[b]) : 1;
        bins[b] = upTo - below;
        below = upTo;
      }
      return bins;
    }
  }

  /** A measured value that raises an alarm above its limit. */
  public record Finding(String name, double value, double limit) {
    public boolean alarm() {
      return value > limit;
    }
  }

  /** The nodes that are no training nodes. */
  public static NodeSet monitored(CalibrationData data) {
    boolean[] mask = new boolean[data.nodeCount()];
    Arrays.fill(mask, true);
    data.split().map(Split::train).ifPresent(train -> exclude(mask, train));
    return NodeSet.ofMask(mask);
  }

  /** The nodes that are neither training nor validation nodes: their labels had no effect. */
  public static NodeSet unseen(CalibrationData data) {
    boolean[] mask = monitored(data).toMask();
    data.split().map(Split::calibration).ifPresent(nodes -> exclude(mask, nodes));
    return NodeSet.ofMask(mask);
  }

  private static void exclude(boolean[] mask, NodeSet nodes) {
    for (int node : nodes.toArray()) {
      mask[node] = false;
    }
  }

  private static Map<String, double[]> measure(
      CalibrationData data, Probabilities calibrated, int[] nodes) {
    Map<String, double[]> all = new LinkedHashMap<>();
    Graph graph = data.graph();
    if (graph.edgeCount() > 0 && !data.structure().areGiven()) {
      all.put("degree", Arrays.stream(nodes).mapToDouble(graph::degree).toArray());
      data.structure()
          .wavelets(WaveletSettings.DEFAULT)
          .columns()
          .forEach(
              (name, x) -> all.put(name, Arrays.stream(nodes).mapToDouble(i -> x[i]).toArray()));
    }
    all.put("confidence", Arrays.stream(nodes).mapToDouble(calibrated::confidence).toArray());
    return all;
  }

  private static double[] predictedShares(Probabilities calibrated, int[] nodes) {
    double[] shares = new double[calibrated.classCount()];
    for (int node : nodes) {
      shares[calibrated.predictedClass(node)] += 1.0 / nodes.length;
    }
    return shares;
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  /**
   * The accuracy that is expected without labels: the mean confidence, and the 95 % interval of the
   * accuracy that these nodes would show if their probabilities are calibrated.
   */
  public record ExpectedAccuracy(double value, double low, double high) {
    public static ExpectedAccuracy of(Probabilities calibrated, NodeSet nodes) {
      double sum = 0;
      double variance = 0;
      for (int node : nodes.toArray()) {
        double p = calibrated.confidence(node);
        sum += p;
        variance += p * (1 - p);
      }
      double mean = sum / nodes.size();
      double half = Z_95 * Math.sqrt(variance) / nodes.size();
      return new ExpectedAccuracy(mean, Math.max(0, mean - half), Math.min(1, mean + half));
    }
  }

  /**
   * Evidence against calibration: the largest wealth of a gambler who bets on outcomes one by one,
   * in their order, at the odds of the confidences (Shafer 2021). If these are calibrated, it ever
   * exceeds 1/α with a probability of at most α (Ville 1939), so it may be computed again whenever
   * labels have been appended.
   */
  public static double evidence(Outcomes outcomes) {
    int count = STAKES.length;
    double[] logWealth = new double[3 * count]; // on all confidences, on low ones, on high ones
    double most = 0;
    for (int k = 0; k < outcomes.size(); k++) {
      double p = outcomes.confidence(k);
      double gain = (outcomes.isCorrect(k) ? 1 : 0) - p;
      int region = p < HIGH_CONFIDENCE ? count : 2 * count;
      for (int s = 0; s < count; s++) {
        double change = Math.log1p(STAKES[s] * gain);
        logWealth[s] += change;
        logWealth[region + s] += change;
      }
      double wealth = 0;
      for (double log : logWealth) {
        wealth += Math.exp(Math.min(log, MOST_LOG_WEALTH)) / logWealth.length;
      }
      most = Math.max(most, wealth);
    }
    return most;
  }
}
