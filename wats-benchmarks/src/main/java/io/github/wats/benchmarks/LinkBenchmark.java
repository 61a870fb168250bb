package io.github.wats.benchmarks;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.PairData;
import io.github.wats.experiment.PairedDifference;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Seeds;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Links of a graph, calibrated: of its edges 85 % stay, 5 % are validation and 10 % test pairs,
 * each with as many random pairs that are no edge. Two scorers: the dot product of the centered
 * outputs of a GCN that was trained on the classes of the nodes and the 85 %, and Adamic–Adar.
 * Prints means over runs, and paired differences of the methods of pairs to the best that reads
 * scores alone. Arguments: data folder, runs, then data sets, or files of edges for Adamic–Adar
 * alone.
 */
public final class LinkBenchmark {
  private static final double VALIDATION = 0.05;
  private static final double TEST = 0.10;
  private static final List<String> RIVALS = List.of("platt", "beta");
  private static final List<String> OF_PAIRS = List.of("wats-pair", "ridge-pair");
  private static final List<String> METHODS =
      List.of(
          "uncalibrated",
          "ts",
          "platt",
          "quadratic",
          "beta",
          "isotonic",
          "wats-pair",
          "ridge-pair");

  /** Per metric and method a value for each run. */
  private final Map<Metric, Map<String, List<Double>>> values = new LinkedHashMap<>();

  private LinkBenchmark() {
    for (Metric metric : List.of(Metric.NLL, Metric.ECE)) {
      values.put(metric, new LinkedHashMap<>());
    }
  }

  public static void main(String[] args) throws IOException {
    int runs = Integer.parseInt(args[1]);
    for (String name : Arrays.asList(args).subList(2, args.length)) {
      boolean isFile = name.contains(".");
      Optional<Dataset> dataset =
          isFile
              ? Optional.empty()
              : Optional.of(Datasets.load(new DataFolder(Path.of(args[0])), name));
      Graph whole =
          isFile
              ? NodeReader.read(
                      List.of(NodeReader.Source.of(Path.of(name), NodeField.GRAPH)),
                      Set.of(NodeField.GRAPH))
                  .requireGraph()
              : dataset.orElseThrow().graph();
      LinkBenchmark gcn = new LinkBenchmark();
      LinkBenchmark adamic = new LinkBenchmark();
      for (int run = 0; run < runs; run++) {
        Links links = Links.of(whole, run);
        dataset.ifPresent(data -> gcn.add(links, dots(data, name, links), links.run));
        adamic.add(links, links::adamicAdar, run);
      }
      if (dataset.isPresent()) {
        gcn.print(name + ", GCN");
      }
      adamic.print(name + ", Adamic-Adar");
    }
  }

  /** Hidden edges and pairs that are no edge, and the graph of the other edges. */
  private record Links(
      int run, Graph graph, int[] sources, int[] targets, int[] labels, Split split) {
    static Links of(Graph whole, int run) {
      SplittableRandom random = new SplittableRandom(Seeds.derive(run, "links"));
      int count = whole.edgeCount();
      int[] from = new int[count];
      int[] to = new int[count];
      int next = 0;
      for (int i = 0; i < whole.nodeCount(); i++) {
        for (int k = 0; k < whole.degree(i); k++) {
          if (whole.neighbor(i, k) > i) {
            from[next] = i;
            to[next++] = whole.neighbor(i, k);
          }
        }
      }
      for (int k = count - 1; k > 0; k--) {
        int other = random.nextInt(k + 1);
        swap(from, k, other);
        swap(to, k, other);
      }
      int validation = (int) (VALIDATION * count);
      int hidden = validation + (int) (TEST * count);
      int[] sources = Arrays.copyOf(from, 2 * hidden);
      int[] targets = Arrays.copyOf(to, 2 * hidden);
      for (int k = hidden; k < 2 * hidden; k++) {
        do {
          sources[k] = random.nextInt(whole.nodeCount());
          targets[k] = random.nextInt(whole.nodeCount());
        } while (sources[k] == targets[k] || whole.hasEdge(sources[k], targets[k]));
      }
      boolean[] fit = new boolean[2 * hidden];
      boolean[] test = new boolean[2 * hidden];
      int[] labels = new int[2 * hidden];
      for (int k = 0; k < 2 * hidden; k++) {
        fit[k] = k % hidden < validation;
        test[k] = !fit[k];
        labels[k] = k < hidden ? 1 : 0;
      }
      Graph graph =
          Graph.fromEdges(
              whole.nodeCount(),
              Arrays.copyOfRange(from, hidden, count),
              Arrays.copyOfRange(to, hidden, count));
      Split split = new Split(NodeSet.of(2 * hidden), NodeSet.ofMask(fit), NodeSet.ofMask(test));
      return new Links(run, graph, sources, targets, labels, split);
    }

    private static void swap(int[] values, int one, int other) {
      int value = values[one];
      values[one] = values[other];
      values[other] = value;
    }

    double adamicAdar(int pair) {
      int source = sources[pair];
      return IntStream.range(0, graph.degree(source))
          .map(k -> graph.neighbor(source, k))
          .filter(w -> graph.hasEdge(w, targets[pair]))
          .mapToDouble(w -> 1 / Math.log(graph.degree(w)))
          .sum();
    }
  }

  /** Dot products of the centered outputs of a GCN. */
  private static IntToDoubleFunction dots(Dataset dataset, String name, Links links) {
    TrainingData data = new TrainingData(links.graph, dataset.requiredFeatures(), dataset.labels());
    Split nodes = Splits.random(dataset.nodeCount(), Splits.Fractions.DEFAULT, links.run);
    Logits out =
        PaperSettings.backbone("gcn", name)
            .train(data, nodes, Seeds.derive(links.run, "backbone"), TrainingListener.SILENT)
            .logits(links.graph, dataset.requiredFeatures());
    int classes = out.classCount();
    return pair -> {
      double[] a = centered(out, links.sources[pair], classes);
      double[] b = centered(out, links.targets[pair], classes);
      return IntStream.range(0, classes).mapToDouble(c -> a[c] * b[c]).sum();
    };
  }

  private static double[] centered(Logits logits, int node, int classes) {
    double[] row = IntStream.range(0, classes).mapToDouble(c -> logits.get(node, c)).toArray();
    double mean = Arrays.stream(row).average().orElseThrow();
    return Arrays.stream(row).map(x -> x - mean).toArray();
  }

  private void add(Links links, IntToDoubleFunction scorer, int run) {
    double[] scores = IntStream.range(0, links.labels.length).mapToDouble(scorer).toArray();
    CalibrationData data =
        CalibrationData.of(
                PairData.of(links.graph, links.sources, links.targets), Logits.ofBinary(scores))
            .withLabels(Labels.of(2, links.labels))
            .withSplit(links.split);
    for (String name : METHODS) {
      Method method = Methods.named(name);
      Probabilities p = method.calibrator().fit(data, run).calibrate(data).probabilities();
      Outcomes test = Outcomes.of(p, data.requireLabels(), links.split.test());
      Evaluation evaluation = Evaluation.of(test, Evaluation.Options.DEFAULT).orElseThrow();
      values.forEach(
          (metric, byMethod) ->
              byMethod
                  .computeIfAbsent(name, key -> new ArrayList<>())
                  .add(evaluation.value(metric)));
    }
  }

  private void print(String title) {
    Report.print("%n%s, %d runs%n%-14s %8s %8s", title, runs(), "method", "NLL", "ECE (%)");
    for (String method : METHODS) {
      Report.print(
          "%-14s %8.4f %8.2f", method, mean(Metric.NLL, method), 100 * mean(Metric.ECE, method));
    }
    for (String method : OF_PAIRS) {
      for (String rival : RIVALS) {
        PairedDifference nll = difference(Metric.NLL, method, rival);
        PairedDifference ece = difference(Metric.ECE, method, rival);
        Report.print(
            "%s - %s: NLL %+.4f (%+.4f ... %+.4f), p %.1e; ECE %+.2f (%+.2f ... %+.2f), p %.1e",
            method,
            rival,
            nll.mean(),
            nll.low(),
            nll.high(),
            nll.p(),
            100 * ece.mean(),
            100 * ece.low(),
            100 * ece.high(),
            ece.p());
      }
    }
  }

  private int runs() {
    return of(Metric.NLL, METHODS.get(0)).size();
  }

  private List<Double> of(Metric metric, String method) {
    return Objects.requireNonNull(Objects.requireNonNull(values.get(metric)).get(method));
  }

  private double mean(Metric metric, String method) {
    return of(metric, method).stream().mapToDouble(x -> x).average().orElseThrow();
  }

  private PairedDifference difference(Metric metric, String one, String other) {
    return PairedDifference.of(of(metric, one), of(metric, other));
  }
}
