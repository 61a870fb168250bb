package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.NodeGroups;
import io.github.wats.decision.PredictionSets;
import io.github.wats.decision.PredictionSets.Score;
import io.github.wats.decision.PredictionSets.Settings;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphStatistics;
import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.PairedComparison;
import io.github.wats.metrics.PairedComparison.Difference;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.metrics.Slice;
import io.github.wats.metrics.Slice.Groups;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often the intervals, bounds and tests that the program prints are right, on real data. The
 * population is the test nodes of a data set, so every truth is known; each run draws some of them
 * with replacement, as if these were all labeled nodes. Prints the tables of docs/statistics.md.
 */
@Tag("slow")
class CoverageSimulationTest {
  private static final int RUNS = Integer.getInteger("wats.runs", 300);
  private static final int NODES = Integer.getInteger("wats.nodes", 500);
  private static final String DATASETS =
      System.getProperty("wats.datasets", "cora,citeseer,pubmed,computers,photo");
  private static final Set<String> PARTS =
      Set.of(System.getProperty("wats.parts", "metrics,slices,tests,select,sets").split(","));
  private static final List<String> METHODS = List.of("uncalibrated", "ts", "vs", "wats", "ridge");
  private static final List<String> DECIDED = List.of("ts", "wats", "ridge");
  private static final String REFERENCE = "ts";
  private static final int BINS = 10;
  private static final int FEW = 10; // nodes of a slice
  private static final double LEVEL = 0.95;
  private static final double RISK = 0.1;
  private static final List<Metric> MEANS =
      List.of(Metric.ACCURACY, Metric.NLL, Metric.BRIER, Metric.AURC);

  private final CoverageTable intervals = new CoverageTable();
  private final CoverageTable differences = new CoverageTable();
  private final CoverageTable given = new CoverageTable();
  private final CoverageTable drawn = new CoverageTable();
  private final CoverageTable small = new CoverageTable();
  private final CoverageTable tests = new CoverageTable();
  private final CoverageTable bounds = new CoverageTable();
  private final CoverageTable sets = new CoverageTable();

  /**
   * A method on the whole population.
   *
   * @param groupings of {@code evaluate --by}: a value for each node of the graph
   * @param gaps confidence minus 1 or 0, of each node of the graph
   */
  private record Truth(
      String method,
      Probabilities predicted,
      Evaluation evaluation,
      Map<String, double[]> groupings,
      double[] gaps) {
    static Truth of(Population all, String method) {
      Probabilities predicted = all.method(method);
      Graph graph = all.graph();
      int n = graph.nodeCount();
      GraphStatistics statistics = GraphStatistics.of(graph);
      int[] hops = graph.distancesFrom(all.split().train().toArray(), Integer.MAX_VALUE);
      int[] classes = IntStream.range(0, n).map(predicted::predictedClass).toArray();
      Map<String, double[]> groupings = new LinkedHashMap<>();
      groupings.put("degree", array(n, graph::degree));
      groupings.put("confidence", array(n, predicted::confidence));
      groupings.put("class", array(n, i -> classes[i]));
      groupings.put("distance", array(n, i -> hops[i] == Graph.UNREACHED ? Double.NaN : hops[i]));
      groupings.put("agreement", statistics.agreement(classes));
      groupings.put("component", array(n, statistics::componentSize));
      Outcomes outcomes = all.outcomes(predicted, all.nodes());
      Evaluation evaluation = Evaluation.of(outcomes, Evaluation.Options.METRICS).orElseThrow();
      double[] gaps =
          array(n, i -> predicted.confidence(i) - (classes[i] == all.labels().get(i) ? 1 : 0));
      return new Truth(method, predicted, evaluation, groupings, gaps);
    }

    private static double[] array(int n, IntToDoubleFunction value) {
      return IntStream.range(0, n).mapToDouble(value).toArray();
    }

    /** With as many groups as {@code evaluate --by} makes. */
    List<Groups> groups(int[] drawn) {
      List<Groups> groups = new ArrayList<>();
      groupings.forEach(
          (by, value) -> {
            int most = by.equals("class") ? Integer.MAX_VALUE : 5;
            groups.add(Groups.byValue(by, drawn.length, k -> value[drawn[k]], most, "none"));
          });
      return groups;
    }
  }

  @Test
  void intervalsBoundsAndTestsKeepTheirLevel() throws IOException {
    for (String name : DATASETS.split(",")) {
      Population all = Population.of(name, METHODS);
      List<Truth> truths = METHODS.stream().map(method -> Truth.of(all, method)).toList();
      for (int k = 0; k < RUNS; k++) {
        int run = k;
        if (PARTS.contains("metrics")) {
          metrics(all, truths, run);
        }
        if (PARTS.contains("slices")) {
          truths.forEach(truth -> slices(all, truth, run));
        }
        if (PARTS.contains("tests")) {
          drawnLabels(all, truths.get(METHODS.indexOf(REFERENCE)), run);
          equalMethods(all, run);
        }
        if (PARTS.contains("select")) {
          DECIDED.forEach(method -> select(all, method, run));
        }
        if (PARTS.contains("sets")) {
          sets(all, run);
        }
      }
    }
    intervals.print("interval of");
    differences.print("interval of the difference of");
    given.print("interval of a gap, given the nodes");
    drawn.print("interval of a gap, nodes drawn anew, slices by");
    small.print("the same for few nodes");
    tests.print("p < 0.05 though there is nothing");
    bounds.print("bound");
    sets.print("sets");
    double chance = 3 * Math.sqrt(LEVEL * (1 - LEVEL) / RUNS);
    given.assertAtLeast(LEVEL - chance);
    bounds.assertAtLeast(LEVEL - chance);
    sets.assertAtLeast(LEVEL - chance / 5); // a mean over many nodes
    tests.assertAtMost(1 - LEVEL + chance);
    // Large losses of few nodes are often not drawn: docs/statistics.md has where that matters.
    intervals.assertAtLeast(0.92 - chance);
    drawn.assertAtLeast(0.92 - chance);
    differences.assertAtLeast(0.84 - chance);
  }

  private static int[] draw(Population all, String purpose, int run) {
    return all.draw(NODES, Seeds.derive(Seeds.derive(run, purpose), all.name()));
  }

  private static boolean covers(Interval interval, double truth) {
    return interval.low() <= truth && truth <= interval.high();
  }

  /** As calibrate, evaluate and compare print them, and differences to ts. */
  private void metrics(Population all, List<Truth> truths, int run) {
    List<Metric> metrics =
        Stream.concat(PairedComparison.METRICS.stream(), Stream.of(Metric.EQUAL_MASS_ECE)).toList();
    Map<String, List<Outcomes>> drawn = all.outcomes(draw(all, "metrics", run));
    PairedComparison found = PairedComparison.of(drawn, REFERENCE, metrics, BINS, run);
    if (run == 0) {
      Evaluation.Options options = Evaluation.Options.REPORT.withSeed(run);
      assertThat(Evaluation.of(drawn.get(REFERENCE).get(0), options).orElseThrow().intervals())
          .isEqualTo(found.methods().get(REFERENCE).intervals());
    }
    Evaluation reference = truths.get(METHODS.indexOf(REFERENCE)).evaluation;
    for (Truth truth : truths) {
      PairedComparison.Result result = found.methods().get(truth.method);
      for (Metric metric : metrics) {
        double value = truth.evaluation.value(metric);
        boolean holds = covers(result.interval(metric), value);
        intervals.add(metric.title(), all.name(), truth.method, holds);
        result
            .difference(metric)
            .flatMap(Difference::test)
            .ifPresent(
                test -> {
                  assertThat(MEANS).contains(metric);
                  boolean covers = covers(test.interval(), value - reference.value(metric));
                  differences.add(metric.title(), all.name(), truth.method, covers);
                });
      }
    }
  }

  /** The truth is the gap of all test nodes whose value is in the range of the slice. */
  private void slices(Population all, Truth truth, int run) {
    int[] drawn = draw(all, "slices", run);
    Outcomes outcomes = all.outcomes(truth.predicted, drawn);
    for (Groups groups : truth.groups(drawn)) {
      double[] values = truth.groupings.get(groups.by());
      List<Slice> found = Slice.of(outcomes, List.of(groups));
      for (int g = 0; g < found.size(); g++) {
        int group = g;
        double[] range =
            IntStream.range(0, drawn.length)
                .filter(k -> groups.of()[k] == group)
                .mapToDouble(k -> values[drawn[k]])
                .sorted()
                .toArray();
        double gap = gap(all, truth, i -> isIn(range, values[i]));
        Slice slice = found.get(g);
        boolean holds = covers(slice.interval(), gap);
        CoverageTable table = slice.count() < FEW ? small : this.drawn;
        String row = slice.count() < FEW ? "fewer than 10" : groups.by();
        table.add(row, all.name(), truth.method, holds);
      }
    }
    double[] confidences = truth.groupings.get("confidence");
    for (ReliabilityBins.Bin bin : ReliabilityBins.of(outcomes, BINS).bins()) {
      double accuracy =
          Arrays.stream(all.nodes())
              .filter(i -> confidences[i] > bin.from() && confidences[i] <= bin.to())
              .mapToDouble(i -> confidences[i] - truth.gaps[i])
              .average()
              .orElseThrow();
      Interval whisker = Interval.ofProportion(bin.accuracy(), bin.count());
      given.add(
          "accuracy of a reliability bin", all.name(), truth.method, covers(whisker, accuracy));
    }
    for (Slice slice : Slice.ofClasses(outcomes, String::valueOf)) {
      int label = Integer.parseInt(slice.name());
      double gap =
          Arrays.stream(all.nodes())
              .mapToDouble(
                  i -> truth.predicted.get(i, label) - (all.labels().get(i) == label ? 1 : 0))
              .average()
              .orElseThrow();
      given.add("class probability", all.name(), truth.method, covers(slice.interval(), gap));
    }
  }

  /** From the smallest to the largest value; NaN is a range of its own. */
  private static boolean isIn(double[] sorted, double value) {
    return Double.compare(value, sorted[0]) >= 0
        && Double.compare(value, sorted[sorted.length - 1]) <= 0;
  }

  private static double gap(Population all, Truth truth, IntPredicate member) {
    return Arrays.stream(all.nodes())
        .filter(member)
        .mapToDouble(i -> truth.gaps[i])
        .average()
        .orElseThrow();
  }

  /**
   * Labels drawn from the probabilities of ts: ts is calibrated, so every rejection is false; and
   * the gaps of the uncalibrated network are known, given the nodes.
   */
  private void drawnLabels(Population all, Truth truth, int run) {
    int[] drawn = draw(all, "labels", run);
    Probabilities rows = Population.rows(drawn, k -> truth.predicted);
    long stream = Seeds.derive(run, "labels");
    int[] drawnLabels = new int[drawn.length];
    for (int k = 0; k < drawnLabels.length; k++) {
      double unit = Seeds.unit(Seeds.bits(stream, k));
      while (drawnLabels[k] < rows.classCount() - 1 && unit >= rows.get(k, drawnLabels[k])) {
        unit -= rows.get(k, drawnLabels[k]++);
      }
    }
    Labels labels = Labels.of(rows.classCount(), drawnLabels);
    Outcomes outcomes = Outcomes.of(rows, labels).withDegrees(k -> all.graph().degree(drawn[k]));
    Evaluation.of(outcomes, Evaluation.Options.DEFAULT.withSeed(run))
        .flatMap(Evaluation::calibrationTest)
        .orElseThrow()
        .pValues()
        .forEach(
            (metric, p) ->
                tests.add("calibration by " + metric.title(), all.name(), "", p < 1 - LEVEL));
    List<Groups> groups = truth.groups(drawn);
    List<Slice> found = Slice.of(outcomes, groups);
    found.forEach(slice -> tests.add("a slice", all.name(), "", slice.pValue() < 1 - LEVEL));
    boolean any = found.stream().anyMatch(Slice::isSignificant);
    tests.add("any slice, corrected", all.name(), "", any);
    Probabilities raw = Population.rows(drawn, k -> all.method("uncalibrated"));
    List<Slice> gaps = Slice.of(Outcomes.of(raw, labels), groups);
    int next = 0;
    for (Groups grouping : groups) {
      for (int g = 0; g < grouping.names().size(); g++) {
        int group = g;
        double gap =
            IntStream.range(0, drawn.length)
                .filter(k -> grouping.of()[k] == group)
                .mapToDouble(k -> raw.confidence(k) - rows.get(k, raw.predictedClass(k)))
                .average()
                .orElseThrow();
        Slice slice = gaps.get(next++);
        boolean few = slice.count() < FEW;
        String row = "slice of " + (few ? "fewer than 10 nodes" : "10 nodes or more");
        given.add(row, all.name(), "", covers(slice.interval(), gap));
      }
    }
  }

  /** Predictions exchanged between the methods, node by node at random: all have the same risk. */
  private void equalMethods(Population all, int run) {
    List<Probabilities> methods = METHODS.stream().map(all::method).toList();
    int[] drawn = draw(all, "equal", run);
    long stream = Seeds.derive(run, "exchange");
    int[][] orders = new int[drawn.length][];
    for (int k = 0; k < orders.length; k++) {
      orders[k] = IntStream.range(0, methods.size()).toArray();
      Seeds.shuffleInPlace(orders[k], 0, methods.size(), Seeds.derive(stream, k));
    }
    Map<String, List<Outcomes>> outcomes = new LinkedHashMap<>();
    for (int m = 0; m < methods.size(); m++) {
      int method = m;
      Probabilities rows = Population.rows(drawn, k -> methods.get(orders[k][method]));
      outcomes.put(METHODS.get(m), List.of(Outcomes.of(rows, all.labels(drawn))));
    }
    PairedComparison found = PairedComparison.of(outcomes, REFERENCE, MEANS, BINS, run);
    for (Metric metric : MEANS) {
      List<PairedComparison.Test> all4 =
          found.methods().values().stream()
              .flatMap(result -> result.difference(metric).stream())
              .flatMap(difference -> difference.test().stream())
              .toList();
      String title = "difference of " + metric.title();
      all4.forEach(test -> tests.add(title, all.name(), "", test.pValue() < 1 - LEVEL));
      boolean any = all4.stream().anyMatch(test -> test.holm() < 1 - LEVEL);
      tests.add("any " + title + ", corrected", all.name(), "", any);
    }
  }

  /** The held-out nodes are drawn; the truth is the error rate of all test nodes accepted. */
  private void select(Population all, String method, int run) {
    int[] drawn = draw(all, "select", run);
    int[] joined = IntStream.concat(Arrays.stream(drawn), Arrays.stream(all.nodes())).toArray();
    Probabilities rows = Population.rows(joined, k -> all.method(method));
    Labels labels = all.labels(joined);
    int n = joined.length;
    NodeSet heldOut = NodeSet.of(n, IntStream.range(0, drawn.length).toArray());
    NodeSet test = NodeSet.of(n, IntStream.range(drawn.length, n).toArray());
    Target target = new Target(true, RISK, LEVEL);
    NodeGroups one = NodeGroups.one(n);
    Choice choice = Acceptance.choose(target, rows, labels, heldOut, test, one).get(0);
    double risk = choice.found().map(at -> risk(rows, labels, test, at)).orElse(0.0);
    bounds.add("select --risk 0.1", all.name(), method, risk <= RISK);
    double bound = choice.found().map(Acceptance::bound).orElse(1.0);
    bounds.add("its column bound", all.name(), method, risk <= bound);
    NodeGroups classes = NodeGroups.byLabel(rows.predictions(), String::valueOf);
    List<Choice> choices = Acceptance.choose(target, rows, labels, heldOut, test, classes);
    boolean holds = true;
    for (int g = 0; g < choices.size(); g++) {
      NodeSet members = classes.members(g, test);
      holds &=
          choices.get(g).found().map(at -> risk(rows, labels, members, at)).orElse(0.0) <= RISK;
    }
    bounds.add("select --risk 0.1 --by class", all.name(), method, holds);
    Acceptance most =
        Acceptance.choose(new Target(false, 0.8, LEVEL), rows, labels, heldOut, test, one)
            .get(0)
            .found()
            .orElseThrow();
    double mostRisk = risk(rows, labels, test, most);
    bounds.add("select --accept-share 0.8", all.name(), method, mostRisk <= most.bound());
    boolean[] accept = new boolean[n];
    for (int i = 0; i < n; i++) {
      accept[i] = rows.confidence(i) >= most.threshold();
    }
    Interval interval = Acceptance.Measured.of(rows, labels, heldOut, accept).interval();
    intervals.add("test risk of select", all.name(), method, covers(interval, mostRisk));
  }

  private static double risk(Probabilities p, Labels labels, NodeSet nodes, Acceptance at) {
    return Arrays.stream(nodes.toArray())
        .filter(i -> p.confidence(i) >= at.threshold())
        .map(i -> p.predictedClass(i) == labels.get(i) ? 0 : 1)
        .average()
        .orElse(0);
  }

  /** Some test nodes are held out, drawn without replacement; sets are of the others. */
  private void sets(Population all, int run) {
    int[] order = all.nodes().clone();
    Seeds.shuffleInPlace(order, 0, order.length, Seeds.derive(run, "sets"));
    int nodes = all.graph().nodeCount();
    NodeSet heldOut = NodeSet.of(nodes, Arrays.copyOf(order, NODES));
    NodeSet others = NodeSet.of(nodes, Arrays.copyOfRange(order, NODES, order.length));
    NodeGroups one = NodeGroups.one(nodes);
    for (Score score : Score.values()) {
      String name = "--score " + score.name().toLowerCase(Locale.ROOT);
      sets(name, all, new Settings(LEVEL, score, 0), one, heldOut, others);
    }
    sets("--neighbors", all, new Settings(LEVEL, Score.LAC, 0.5), one, heldOut, others);
    Settings plain = new Settings(LEVEL, Score.LAC, 0);
    NodeGroups byClass = NodeGroups.byLabel(all.labels(), String::valueOf);
    sets("--by class, each class", all, plain, byClass, heldOut, others);
    NodeGroups byDegree = NodeGroups.byDegree(all.graph(), 4);
    sets("--by degree, each range", all, plain, byDegree, heldOut, others);
  }

  private void sets(
      String name,
      Population all,
      Settings settings,
      NodeGroups groups,
      NodeSet heldOut,
      NodeSet others) {
    PredictionSets found =
        PredictionSets.of(settings, all.method("wats"), all.labels(), heldOut, groups, all.graph());
    for (int g = 0; g < groups.groups().size(); g++) {
      NodeSet members = groups.members(g, others);
      String group = groups.groups().get(g).name();
      found
          .measure(all.labels(), members)
          .ifPresent(
              measured -> {
                long hits = Math.round(measured.coverage() * measured.nodes());
                sets.add(name, all.name(), group, hits, measured.nodes());
              });
    }
  }
}
