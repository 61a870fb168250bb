package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.decision.CalibrationBaseline;
import io.github.wats.decision.CalibrationBaseline.Change;
import io.github.wats.decision.DriftMonitor.ExpectedAccuracy;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.decision.DriftMonitor.Summary;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.internal.Seeds;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.metrics.Outcomes;
import io.github.wats.nn.TrainedBackbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What {@code monitor} does on real data, with and without drift. The network and its training
 * nodes stay the same; in every run the other nodes are divided anew into validation nodes, which a
 * calibrator is fitted on, and nodes whose labels arrive later. Prints the tables of
 * docs/statistics-monitor.md.
 */
@Tag("slow")
class MonitorSimulationTest {
  private static final int RUNS = Integer.getInteger("wats.runs", 200);
  private static final String METHODS = System.getProperty("wats.methods", "ts,wats,ridge");
  private static final int[] SIZES = {500, 2000, 10_000};
  private static final int LEAST_AT_FIT = 500; // nodes to compare with, none of them new
  private static final double FALSE_ALARM = 0.01;
  private static final double EACH = FALSE_ALARM / 2; // of labels, and of the other checks
  private static final double MARGIN = 0.02;

  /** One graph with the logits of one network. */
  private record World(CalibrationData data, boolean[] leftOut) {
    World(Graph graph, Logits logits) {
      this(CalibrationData.of(graph, logits), new boolean[graph.nodeCount()]);
    }
  }

  /** Counts over the runs for one number of new labels. */
  private static final class Counts {
    int runs;
    int labels; // of the last run
    int calibration;
    int withoutMargin;
    int any;
    int covered;
    double width;
    double gap;

    void add(Result result) {
      runs++;
      labels = result.labels;
      calibration += result.calibration ? 1 : 0;
      withoutMargin += result.withoutMargin ? 1 : 0;
      any += result.any ? 1 : 0;
      covered += result.covered ? 1 : 0;
      width += result.width;
      gap += result.gap;
    }
  }

  private record Result(
      int labels,
      boolean calibration,
      boolean withoutMargin,
      boolean any,
      boolean covered,
      double width,
      double gap) {}

  @ParameterizedTest
  @ValueSource(strings = {"cora", "citeseer", "pubmed", "computers", "photo"})
  void falseAlarmsAreRareAndDriftIsNoticed(String name) throws IOException {
    Dataset dataset = Datasets.load(new DataFolder(Shared.datasets()), name);
    Split split = Splits.random(dataset.nodeCount(), Splits.Fractions.DEFAULT, 0);
    Labels labels = dataset.labels();
    Graph graph = dataset.graph();
    TrainedBackbone gcn = train("gcn", dataset, split, 0);
    World same = new World(graph, gcn.logits(graph, dataset.requiredFeatures()));
    Graph thinned = withoutEdges(graph, 0.2);
    Map<String, World> worlds = new LinkedHashMap<>();
    worlds.put("no drift", same);
    worlds.put("GCN, other seed", another("gcn", dataset, split, 1));
    worlds.put("GAT for GCN", another("gat", dataset, split, 0));
    worlds.put("MLP for GCN", another("mlp", dataset, split, 0));
    worlds.put(
        "20 % of edges removed",
        new World(thinned, gcn.logits(thinned, dataset.requiredFeatures())));
    worlds.put("class prior", new World(same.data, otherPrior(labels)));
    for (String method : METHODS.split(",")) {
      Calibrator<?> calibrator = Methods.named(method).calibrator(Map.of());
      print("%s %s, the nodes of the evaluation:%n", name, method);
      run(calibrator, labels, split, Map.of("no drift", same), 0)
          .forEach((key, result) -> print("  %s %s%n", key, result));
      Map<String, Counts> counts = new LinkedHashMap<>();
      for (int run = 0; run < RUNS; run++) {
        run(calibrator, labels, again(split, run), worlds, run)
            .forEach((key, result) -> counts.computeIfAbsent(key, k -> new Counts()).add(result));
      }
      counts.forEach(
          (key, c) ->
              print(
                  "%s|%s|%s|%d|runs %d|calibration %d|margin 0: %d|any %d|covered %.1f %%|"
                      + "half width %.2f|gap %.2f%n",
                  name,
                  method,
                  key,
                  c.labels,
                  c.runs,
                  c.calibration,
                  c.withoutMargin,
                  c.any,
                  100.0 * c.covered / c.runs,
                  50 * c.width / c.runs,
                  100 * c.gap / c.runs));
      counts.forEach(
          (key, c) -> {
            if (key.startsWith("no drift")) {
              double most = 0.01 * c.runs + 3 * Math.sqrt(0.01 * c.runs);
              assertThat(c.any).as(name + " " + method + " " + key).isLessThanOrEqualTo((int) most);
              assertThat(c.covered / (double) c.runs).isGreaterThan(0.9);
            }
          });
    }
  }

  private static void print(String template, Object... values) {
    System.out.printf(Locale.ROOT, template, values);
  }

  private static World another(String kind, Dataset dataset, Split split, long seed) {
    Graph graph = dataset.graph();
    return new World(
        graph, train(kind, dataset, split, seed).logits(graph, dataset.requiredFeatures()));
  }

  private static TrainedBackbone train(String kind, Dataset dataset, Split split, long seed) {
    TrainingData data =
        new TrainingData(dataset.graph(), dataset.requiredFeatures(), dataset.labels());
    return PaperSettings.backbone(kind, dataset.name())
        .train(data, split, seed, TrainingListener.SILENT);
  }

  /** The same training nodes, and as many validation nodes as before, drawn anew. */
  private static Split again(Split split, long run) {
    boolean[] train = split.train().toMask();
    int n = train.length;
    int[] others = IntStream.range(0, n).filter(i -> !train[i]).toArray();
    Seeds.shuffleInPlace(others, 0, others.length, Seeds.derive(run, "again"));
    int count = split.validation().size();
    return new Split(
        split.train(),
        NodeSet.of(n, Arrays.copyOf(others, count)),
        NodeSet.of(n, Arrays.copyOfRange(others, count, others.length)));
  }

  private static Graph withoutEdges(Graph graph, double share) {
    GraphBuilder builder = GraphBuilder.withNodes(graph.nodeCount());
    for (int i = 0; i < graph.nodeCount(); i++) {
      for (int k = 0; k < graph.degree(i); k++) {
        int j = graph.neighbor(i, k);
        long bits = Seeds.bits(Seeds.derive(i, "edges"), j);
        if (i < j && Seeds.unit(bits) >= share) {
          builder.edge(i, j);
        }
      }
    }
    return builder.build();
  }

  /** Four of five nodes of every second class never arrive. */
  private static boolean[] otherPrior(Labels labels) {
    boolean[] out = new boolean[labels.nodeCount()];
    for (int i = 0; i < out.length; i++) {
      out[i] = labels.get(i) % 2 == 1 && Seeds.below(Seeds.bits(1, i), 5) > 0;
    }
    return out;
  }

  /** Fits on the validation nodes, then monitors labels of test nodes in every world. */
  private static Map<String, Result> run(
      Calibrator<?> calibrator, Labels labels, Split split, Map<String, World> worlds, long seed) {
    CalibrationData fitData = worlds.get("no drift").data.withLabels(labels).withSplit(split);
    FittedCalibrator fitted = calibrator.fit(fitData, seed);
    Probabilities then = fitted.calibrate(fitData).probabilities();
    Optional<CalibrationBaseline> baseline =
        CalibrationBaseline.crossFitted(calibrator, fitData, seed, note -> print("%s%n", note));
    int[] order = split.test().toArray();
    Seeds.shuffleInPlace(order, 0, order.length, Seeds.derive(seed, "arrival"));
    Map<String, Result> results = new LinkedHashMap<>();
    worlds.forEach(
        (name, world) -> {
          CalibrationData data = world.data.withLabels(labels).withSplit(split);
          Probabilities now = fitted.calibrate(data).probabilities();
          int[] arriving = Arrays.stream(order).filter(i -> !world.leftOut[i]).toArray();
          for (int size : SIZES) {
            int count = Math.min(size, arriving.length);
            if (count >= 0.9 * size) {
              int[] fresh = Arrays.copyOf(arriving, count);
              int[] old = old(order, fresh);
              Summary summary = Summary.of(only(fitData, split, old), then).orElseThrow();
              results.put(
                  name + "|" + size,
                  monitor(summary, baseline, only(data, split, fresh), now, fresh));
            }
          }
        });
    return results;
  }

  /** The nodes at the fit that do not arrive later or, if these are few, all. */
  private static int[] old(int[] order, int[] fresh) {
    Set<Integer> arrived = Arrays.stream(fresh).boxed().collect(Collectors.toSet());
    int[] others = Arrays.stream(order).filter(i -> !arrived.contains(i)).toArray();
    return others.length >= LEAST_AT_FIT ? others : order;
  }

  /** Only these nodes are monitored. */
  private static CalibrationData only(CalibrationData data, Split split, int[] nodes) {
    boolean[] seen = new boolean[data.nodeCount()];
    Arrays.fill(seen, true);
    Arrays.stream(nodes).forEach(i -> seen[i] = false);
    Arrays.stream(split.validation().toArray()).forEach(i -> seen[i] = false);
    NodeSet test = NodeSet.of(seen.length, nodes);
    return data.withSplit(new Split(NodeSet.ofMask(seen), split.validation(), test));
  }

  private static Result monitor(
      Summary summary,
      Optional<CalibrationBaseline> baseline,
      CalibrationData data,
      Probabilities now,
      int[] fresh) {
    Outcomes outcomes = Outcomes.of(now, data.requireLabels(), fresh);
    List<Finding> checks = new ArrayList<>(summary.checks(data, now, EACH));
    List<Change> changes = baseline.orElseThrow().changes(outcomes, EACH, MARGIN);
    Finding calibration = CalibrationBaseline.check(changes, EACH);
    checks.add(calibration);
    Finding strict = CalibrationBaseline.check(baseline.get().changes(outcomes, EACH, 0), EACH);
    ExpectedAccuracy expected = ExpectedAccuracy.of(now, data.requireSplit().test(), baseline);
    double accuracy =
        IntStream.range(0, outcomes.size()).filter(outcomes::isCorrect).count()
            / (double) outcomes.size();
    return new Result(
        fresh.length,
        calibration.alarm(),
        strict.alarm(),
        checks.stream().anyMatch(Finding::alarm),
        accuracy >= expected.low() && accuracy <= expected.high(),
        expected.high() - expected.low(),
        changes.get(0).now().mean());
  }
}
