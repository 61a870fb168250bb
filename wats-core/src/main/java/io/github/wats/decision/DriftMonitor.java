package io.github.wats.decision;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.decision.CalibrationBaseline.Change;
import io.github.wats.features.GraphFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Compares new data with a summary of the data of a fit. Training nodes are left out, since
 * networks are more confident on them, and validation nodes where there are others, since their
 * labels were used.
 */
public final class DriftMonitor {
  private static final int POINTS = 20; // of a distribution function
  private static final double LEAST_KS = 0.1; // smaller differences are no reason to act
  private static final double LEAST_PSI = 0.2;
  private static final int MOST_NAMES = 3; // of checks that raise an alarm
  private static final double Z_95 = 1.959963984540054;

  private DriftMonitor() {}

  /** A histogram: ascending values, and the share of nodes up to each and above the one before. */
  public record Distribution(List<Double> values, List<Double> shares) {
    public Distribution {
      values = List.copyOf(values);
      shares = List.copyOf(shares);
      List<Double> sorted = values.stream().filter(Double::isFinite).sorted().distinct().toList();
      Check.argument(
          sorted.equals(values) && values.size() == shares.size() && !values.isEmpty(),
          "values must rise, be finite and have a share each, got %s and %s",
          values,
          shares);
      checkShares("shares", shares);
    }

    /** At most 21 values: quantiles. */
    static Distribution of(double[] numbers) {
      double[] sorted = numbers.clone();
      Arrays.sort(sorted);
      long last = sorted.length - 1L;
      IntStream places = IntStream.rangeClosed(0, POINTS).map(k -> (int) (k * last / POINTS));
      List<Double> values = places.mapToObj(k -> sorted[k]).distinct().toList();
      double[] shares = shares(values, numbers);
      return new Distribution(values, Arrays.stream(shares).limit(values.size()).boxed().toList());
    }

    /** The share of numbers up to each value, and at the end above all values. */
    private static double[] shares(List<Double> values, double[] numbers) {
      double[] shares = new double[values.size() + 1];
      double[] ends = array(values);
      for (double number : numbers) {
        int place = Arrays.binarySearch(ends, number);
        shares[place >= 0 ? place : -place - 1] += 1;
      }
      Arrays.setAll(shares, k -> shares[k] / numbers.length);
      return shares;
    }
  }

  /** A measured value that raises an alarm above its limit. */
  public record Finding(String name, double value, double limit, boolean alarm) {
    public Finding(String name, double value, double limit) {
      this(name, value, limit, value > limit);
    }
  }

  /**
   * What a fit saw of the monitored nodes.
   *
   * @param quantities {@code confidence} and, with a graph, {@code degree} and wavelet features
   * @param classShares how often each class was predicted
   * @param prior the mean calibrated probability of each class; of pairs, which are drawn for a
   *     fit, the shares among the validation pairs
   */
  public record Summary(
      int nodes,
      Map<String, Distribution> quantities,
      List<Double> classShares,
      List<Double> prior) {
    public Summary {
      Check.argument(
          nodes >= 1 && classShares.size() == prior.size(),
          "a summary must have nodes, and as many shares as priors, got %s and %s",
          classShares,
          prior);
      quantities = Collections.unmodifiableMap(new LinkedHashMap<>(quantities));
      classShares = List.copyOf(classShares);
      prior = List.copyOf(prior);
      checkShares("classShares", classShares);
      checkShares("prior", prior);
    }

    /** The summary of calibrated data; empty if all nodes are training nodes. */
    public static Optional<Summary> of(CalibrationData data, Probabilities calibrated) {
      NodeSet rows = monitored(data);
      if (rows.isEmpty()) {
        return Optional.empty();
      }
      Summary all = of(measure(data, calibrated, rows), calibrated, rows.toArray());
      List<Double> drawn = data.pairs().flatMap(of -> data.validationShares()).orElse(all.prior);
      return Optional.of(new Summary(all.nodes, all.quantities, all.classShares, drawn));
    }

    /** The summary of these nodes, of which each quantity has a number. */
    public static Summary of(
        Map<String, double[]> quantities, Probabilities calibrated, int[] nodes) {
      Map<String, Distribution> all = new LinkedHashMap<>();
      quantities.forEach((name, x) -> all.put(name, Distribution.of(x)));
      double[] prior = new double[calibrated.classCount()];
      for (int node : nodes) {
        Arrays.setAll(prior, c -> prior[c] + calibrated.get(node, c) / nodes.length);
      }
      List<Double> shares = Arrays.stream(predictedShares(calibrated, nodes)).boxed().toList();
      List<Double> mean = Arrays.stream(prior).boxed().toList();
      return new Summary(count(quantities, nodes), all, shares, mean);
    }

    /**
     * The population stability index and the distance of Kolmogorov and Smirnov of each quantity.
     * If nodes are independent and nothing has changed, an alarm has a probability of at most
     * falseAlarm, for all of them together.
     */
    public List<Finding> checks(CalibrationData data, Probabilities calibrated, double falseAlarm) {
      NodeSet rows = monitored(data);
      return checks(measure(data, calibrated, rows), calibrated, rows.toArray(), falseAlarm);
    }

    /** The same for these nodes, of which each quantity has a number. */
    public List<Finding> checks(
        Map<String, double[]> measured,
        Probabilities calibrated,
        int[] monitored,
        double falseAlarm) {
      int classes = calibrated.classCount();
      Check.argument(
          classes == prior.size(), "the fit had %d classes, got %d", prior.size(), classes);
      Map<String, double[]> now = new LinkedHashMap<>(measured);
      now.keySet().retainAll(quantities.keySet());
      double each = falseAlarm / (2 * now.size() + 1);
      int count = count(measured, monitored);
      double noise = 1.0 / nodes + 1.0 / count;
      List<Finding> checks = new ArrayList<>();
      now.forEach(
          (name, numbers) -> {
            Distribution then = Objects.requireNonNull(quantities.get(name));
            double[] old = Arrays.copyOf(array(then.shares), then.shares.size() + 1);
            double[] shares = Distribution.shares(then.values, numbers);
            checks.add(psi(name, old, shares, count, each));
            double limit = Math.max(LEAST_KS, Math.sqrt(-Math.log(each / 2) / 2 * noise));
            double[] gaps = new double[old.length];
            Arrays.setAll(gaps, k -> old[k] - shares[k] + (k == 0 ? 0 : gaps[k - 1]));
            double ks = Arrays.stream(gaps).map(Math::abs).max().orElse(0);
            checks.add(new Finding(name + " ks", ks, limit));
          });
      double[] shares = predictedShares(calibrated, monitored);
      checks.add(psi("classes", array(classShares), shares, count, each));
      return checks;
    }

    /**
     * {@code Σ (a − b) ln(a / b)} over the shares of bins, each with half a node more. Without
     * drift, divided by 1/n + 1/m it is about χ², whose tail Laurent and Massart (2000) bound.
     */
    private Finding psi(String name, double[] then, double[] now, int count, double each) {
      double sum = 0;
      for (int b = 0; b < then.length; b++) {
        double a = (then[b] * nodes + 0.5) / (nodes + 0.5 * then.length);
        double c = (now[b] * count + 0.5) / (count + 0.5 * then.length);
        sum += (a - c) * Math.log(a / c);
      }
      double f = then.length - 1;
      double x = -Math.log(each);
      double limit = (f + 2 * Math.sqrt(f * x) + 2 * x) * (1.0 / nodes + 1.0 / count);
      return new Finding(name + " psi", sum, Math.max(LEAST_PSI, limit));
    }
  }

  /**
   * New data beside those of a fit.
   *
   * @param gaps between accuracy and confidence, by {@link CalibrationBaseline#changes}
   * @param labels whether new labels have arrived
   */
  public record Result(List<Finding> checks, List<Change> gaps, boolean labels) {
    /** Data, by {@code checks} at a probability of a false alarm, and labels share it. */
    public static Result of(
        Optional<Summary> summary,
        BiFunction<Summary, Double, List<Finding>> checks,
        Optional<CalibrationBaseline> baseline,
        Optional<Outcomes> outcomes,
        double falseAlarm,
        double margin) {
      Optional<Outcomes> labeled = outcomes.filter(all -> !all.isEmpty());
      double each = labeled.isPresent() ? falseAlarm / 2 : falseAlarm;
      List<Finding> all = new ArrayList<>();
      summary.ifPresent(then -> all.addAll(checks.apply(then, each)));
      List<Change> gaps =
          labeled
              .flatMap(now -> baseline.map(then -> then.changes(now, each, margin)))
              .orElse(List.of());
      all.addAll(gaps.isEmpty() ? List.of() : List.of(CalibrationBaseline.check(gaps, each)));
      return new Result(all, gaps, labeled.isPresent());
    }

    public boolean alarm() {
      return checks.stream().anyMatch(Finding::alarm);
    }

    /** For JSON, without method and notes. */
    public Map<String, Object> fields(
        int nodes,
        double falseAlarm,
        Optional<ExpectedAccuracy> expected,
        Optional<Evaluation> metrics) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("nodes", nodes);
      fields.put("falseAlarm", falseAlarm);
      fields.put("alarm", alarm());
      fields.put("verdict", verdict());
      fields.put("checks", checks);
      fields.put("gaps", gaps);
      expected.ifPresent(of -> fields.put("expectedAccuracy", of));
      metrics.ifPresent(values -> fields.put("metrics", values.fields()));
      return fields;
    }

    /** The result in words. */
    public String verdict() {
      List<String> raised = checks.stream().filter(Finding::alarm).map(Finding::name).toList();
      String labeled = gaps.isEmpty() ? "; labels were not compared" : within(gaps.get(0));
      if (raised.isEmpty()) {
        boolean data = checks.size() > (gaps.isEmpty() ? 0 : 1);
        return "no alarm: "
            + (data ? "the data are like those of the fit" : "no data of the fit to compare with")
            + (labels ? labeled : "; no label has arrived");
      }
      if (!raised.contains(CalibrationBaseline.CHECK)) {
        String advice = "; label some new nodes to see whether the probabilities still hold";
        String changed = "alarm: the data have changed since the fit (" + names(raised);
        return changed + ")" + (labels ? labeled : advice);
      }
      Change worst = Collections.max(gaps, Comparator.comparingDouble(Change::wealth));
      return "alarm: probabilities %sare too %s: fit again with new labels (%s)"
          .formatted(
              worst.then().range().equals("all") ? "" : "of " + worst.then().range() + " ",
              worst.now().mean() < 0 ? "high" : "low",
              names(raised));
    }
  }

  private static String within(Change all) {
    return "; no evidence that the gap between accuracy and confidence, now %s points, is outside %s … %s"
        .formatted(points(all.now().mean()), points(all.low()), points(all.high()));
  }

  private static String points(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share).replace('-', '−');
  }

  private static String names(List<String> checks) {
    int last = checks.size() - 1;
    return checks.size() > MOST_NAMES
        ? checks.size() + " checks"
        : last == 0
            ? checks.get(0)
            : String.join(", ", checks.subList(0, last)) + " and " + checks.get(last);
  }

  /** The nodes that are neither training nor validation nodes; if all are, validation nodes. */
  public static NodeSet monitored(CalibrationData data) {
    if (data.split().isEmpty()) {
      return NodeSet.all(data.nodeCount());
    }
    boolean[] train = data.requireSplit().train().toMask();
    boolean[] fit = data.requireSplit().validation().toMask();
    IntStream all = IntStream.range(0, fit.length);
    int[] others = all.filter(i -> !train[i] && !fit[i]).toArray();
    return others.length == 0 ? data.requireSplit().validation() : NodeSet.of(fit.length, others);
  }

  /** How many independent rows were measured: of several labels, the nodes. */
  private static int count(Map<String, double[]> measured, int[] rows) {
    return measured.values().stream().mapToInt(one -> one.length).findFirst().orElse(rows.length);
  }

  /** Of several labels, what the nodes are, and the confidence in each label. */
  private static Map<String, double[]> measure(
      CalibrationData data, Probabilities calibrated, NodeSet rows) {
    Map<String, double[]> all = new LinkedHashMap<>();
    if (data.severalLabels().isPresent()) {
      MultiLabelData labels = data.severalLabels().get();
      int[] nodes = labels.nodes(rows).toArray();
      addStructure(all, labels.graph(), labels.structure(), nodes);
      for (int l = 0; l < labels.labelCount(); l++) {
        int first = l;
        IntStream own = Arrays.stream(nodes).map(i -> i * labels.labelCount() + first);
        String name = "label " + labels.names().get(l) + ": confidence";
        all.put(name, own.mapToDouble(calibrated::confidence).toArray());
      }
      return all;
    }
    int[] nodes = rows.toArray();
    if (data.pairs().isPresent()) {
      all.put("degree", Arrays.stream(nodes).mapToDouble(data::degree).toArray());
    } else {
      addStructure(all, data.graph(), data.structure(), nodes);
    }
    all.put("confidence", Arrays.stream(nodes).mapToDouble(calibrated::confidence).toArray());
    return all;
  }

  private static void addStructure(
      Map<String, double[]> all, Graph graph, GraphFeatures structure, int[] nodes) {
    if (graph.edgeCount() > 0) {
      all.put("degree", Arrays.stream(nodes).mapToDouble(graph::degree).toArray());
      Map<String, double[]> waves = structure.wavelets(WaveletSettings.DEFAULT).columns();
      waves.replaceAll((name, x) -> Arrays.stream(nodes).mapToDouble(i -> x[i]).toArray());
      all.putAll(waves);
    }
  }

  private static double[] predictedShares(Probabilities calibrated, int[] nodes) {
    double[] shares = new double[calibrated.classCount()];
    for (int node : nodes) {
      shares[calibrated.predictedClass(node)] += 1.0 / nodes.length;
    }
    return shares;
  }

  private static void checkShares(String name, List<Double> shares) {
    double sum = shares.stream().mapToDouble(share -> share >= 0 ? share : Double.NaN).sum();
    Check.argument(
        Math.abs(sum - 1) <= 1e-6, "%s must be at least 0 and sum to 1, got %s", name, shares);
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * The accuracy that is expected without labels: the mean confidence plus the mean gap at the fit,
   * with the 95 % interval of the accuracy that these nodes would show if nothing has changed. It
   * combines the sampling error of their labels and the standard error of the gap.
   */
  public record ExpectedAccuracy(double value, double low, double high) {
    /** Without a baseline, as if the probabilities were perfectly calibrated. */
    public static ExpectedAccuracy of(
        Probabilities calibrated, NodeSet nodes, Optional<CalibrationBaseline> baseline) {
      int n = nodes.size();
      double[] p = Arrays.stream(nodes.toArray()).mapToDouble(calibrated::confidence).toArray();
      double gap = baseline.map(then -> then.gaps().get(0).mean()).orElse(0.0);
      double error = baseline.map(then -> then.gaps().get(0).error()).orElse(0.0);
      double mean = Math.min(1, Math.max(0, Arrays.stream(p).sum() / n + gap));
      double sampling = Math.sqrt(Arrays.stream(p).map(x -> x * (1 - x)).sum()) / n;
      double half = Z_95 * StrictMath.hypot(sampling, error);
      return new ExpectedAccuracy(mean, Math.max(0, mean - half), Math.min(1, mean + half));
    }
  }
}
