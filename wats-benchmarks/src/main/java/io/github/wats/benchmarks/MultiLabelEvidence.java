package io.github.wats.benchmarks;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedLabels;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.experiment.PairedDifference;
import io.github.wats.graph.Graph;
import io.github.wats.io.format.Columns;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.metrics.LabelEvaluation;
import io.github.wats.metrics.LabelEvaluation.Label;
import io.github.wats.metrics.Metric;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Calibration of nodes with several labels:
 *
 * <pre>  MultiLabelEvidence generated [RUNS]      MultiLabelEvidence [--without-wats] RUN.npz …
 *   MultiLabelEvidence time [NODES LABELS]</pre>
 *
 * Means over runs of the test nodes; rare labels are those with fewer than 20 positive validation
 * nodes. {@code …-alone} fits each label by itself; where that has one outcome, it stays as it is.
 */
public final class MultiLabelEvidence {
  private static final int RARE = 20; // positive validation nodes
  private static final String REFERENCE = "platt";
  private static final List<String> METHODS =
      List.of("ts", "platt", "beta", "wats", "ridge", "ridge:neighbor-labels=ignore");

  private MultiLabelEvidence() {}

  /** A run, and the probabilities that outcomes were drawn with, where they are known. */
  private record Run(MultiLabelData data, Optional<double[]> truth) {}

  public static void main(String[] given) throws IOException {
    List<String> words = new ArrayList<>(List.of(given));
    boolean without = words.remove("--without-wats"); // a network for each label takes longest
    String[] arguments = words.toArray(String[]::new);
    if (arguments.length > 0 && arguments[0].equals("time")) {
      boolean sized = arguments.length == 3;
      time(
          sized ? Integer.parseInt(arguments[1]) : 100_000,
          sized ? Integer.parseInt(arguments[2]) : 100);
      return;
    }
    Map<String, List<double[]>> values = new LinkedHashMap<>();
    int rare = 0;
    int labels = 0;
    boolean generated = arguments.length > 0 && arguments[0].equals("generated");
    int runs =
        !generated ? arguments.length : arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
    for (int k = 0; k < runs; k++) {
      Run run = generated ? generated(4000, 40, k) : read(Path.of(arguments[k]));
      NodeSet validation = run.data.requireSplit().validation();
      labels += run.data.labelCount();
      for (int l = 0; l < run.data.labelCount(); l++) {
        rare += run.data.counts(l, validation)[1] < RARE ? 1 : 0;
      }
      probabilities(run, without)
          .forEach(
              (name, p) ->
                  values.computeIfAbsent(name, unused -> new ArrayList<>()).add(row(run.data, p)));
    }
    print(values, runs, labels, rare);
  }

  private static Run read(Path file) throws IOException {
    Columns columns = new Columns(Optional.empty(), List.of(), List.of(), false, true);
    NodeReader.Source source = new NodeReader.Source(file, EnumSet.allOf(NodeField.class));
    EnumSet<NodeField> parts = EnumSet.complementOf(EnumSet.of(NodeField.FEATURES));
    return new Run(
        NodeReader.read(List.of(source), parts, columns).multiLabelData(), Optional.empty());
  }

  private static Map<String, double[]> probabilities(Run run, boolean without) {
    Map<String, double[]> all = new LinkedHashMap<>();
    double[] z = run.data.logits().toArray();
    all.put("uncalibrated", Arrays.stream(z).map(score -> 1 / (1 + Math.exp(-score))).toArray());
    for (String name : METHODS) {
      if (without && name.equals("wats")) {
        continue;
      }
      Calibrator<?> calibrator = Methods.named(name).calibrator();
      all.put(name, FittedLabels.fit(run.data, calibrator, 0).probabilities(run.data));
      if (!name.equals("wats") && !name.contains(":")) {
        all.put(name + "-alone", alone(run.data, calibrator));
      }
    }
    run.truth.ifPresent(p -> all.put("truth", p));
    return all;
  }

  private static double[] alone(MultiLabelData data, Calibrator<?> calibrator) {
    int labels = data.labelCount();
    double[] result = new double[data.nodeCount() * labels];
    Arrays.setAll(result, k -> 1 / (1 + Math.exp(-data.logits().get(k / labels, k % labels))));
    for (int l : data.withBothOutcomes(data.requireSplit().validation())) {
      var p = calibrator.fit(data.label(l), 0).calibrate(data.label(l)).probabilities();
      for (int i = 0; i < data.nodeCount(); i++) {
        result[i * labels + l] = p.get(i, 1);
      }
    }
    return result;
  }

  /** Micro NLL, then macro NLL and ECE of all, of rare and of frequent labels. */
  private static double[] row(MultiLabelData data, double[] p) {
    NodeSet validation = data.requireSplit().validation();
    LabelEvaluation all =
        LabelEvaluation.of(
                p, data.outcomes().orElseThrow(), data.requireSplit().test(), Options.METRICS)
            .orElseThrow();
    List<Label> rare =
        all.labels().stream()
            .filter(one -> data.counts(one.label(), validation)[1] < RARE)
            .toList();
    List<Label> others = all.labels().stream().filter(one -> !rare.contains(one)).toList();
    return new double[] {
      all.micro().value(Metric.NLL),
      mean(all.labels(), Metric.NLL),
      mean(rare, Metric.NLL),
      mean(others, Metric.NLL),
      100 * all.micro().value(Metric.CLASSWISE_ECE),
      100 * mean(all.labels(), Metric.CLASSWISE_ECE),
      100 * mean(rare, Metric.CLASSWISE_ECE),
      100 * mean(others, Metric.CLASSWISE_ECE)
    };
  }

  private static double mean(List<Label> labels, Metric metric) {
    return labels.stream().mapToDouble(one -> one.value(metric)).average().orElse(0);
  }

  private static void print(Map<String, List<double[]>> values, int runs, int labels, int rare) {
    Report.print(
        "%d runs; %d labels, of which %.1f are rare (fewer than %d positive validation nodes)",
        runs, labels / runs, (double) rare / runs, RARE);
    Report.print("");
    Report.print(
        "| method | micro NLL | macro NLL | rare | frequent | micro ECE | macro ECE | rare |"
            + " frequent |");
    Report.print("| --- |" + " ---: |".repeat(8));
    values.forEach(
        (name, rows) -> {
          StringBuilder line = new StringBuilder("| " + name + " |");
          for (int c = 0; c < 8; c++) {
            line.append(String.format(Locale.ROOT, c < 4 ? " %.4f |" : " %.2f |", means(rows, c)));
          }
          Report.print("%s", line);
        });
    Report.print("");
    Report.print("| difference of macro NLL | mean | 95 %% interval | p | lower in |");
    Report.print("| --- |" + " ---: |".repeat(4));
    for (String name : values.keySet()) {
      String other = name + "-alone";
      if (values.containsKey(other)) {
        difference(values, name, other, runs);
      }
      if (name.startsWith("ridge") && !name.endsWith("-alone")) {
        difference(values, name, REFERENCE, runs);
      }
    }
  }

  private static double means(List<double[]> rows, int column) {
    return rows.stream().mapToDouble(row -> row[column]).average().orElse(Double.NaN);
  }

  private static void difference(
      Map<String, List<double[]>> values, String one, String other, int runs) {
    if (runs < 2) {
      return;
    }
    for (int column : new int[] {1, 2, 3}) {
      List<Double> own =
          values.getOrDefault(one, List.of()).stream().map(row -> row[column]).toList();
      List<Double> its =
          values.getOrDefault(other, List.of()).stream().map(row -> row[column]).toList();
      PairedDifference d = PairedDifference.of(own, its);
      long lower = IntStream.range(0, runs).filter(k -> own.get(k) < its.get(k)).count();
      String which = List.of("all", "rare", "frequent").get(column - 1);
      Report.print(
          "| %s − %s, %s | %.4f | %.4f … %.4f | %.2g | %d of %d |",
          one, other, which, d.mean(), d.low(), d.high(), d.p(), lower, runs);
    }
  }

  /**
   * Nodes with scores s, and outcomes with the logits {@code η = b_l + s_i + 0.8 m_i + 0.5 (ln d_i
   * − 2)}, m the mean of s over neighbors. The network gives {@code z = τ_l (b_l + s_i) + δ_l}: too
   * sure, too high, and without what the graph adds.
   */
  private static Run generated(int nodes, int labels, long seed) {
    Random random = new Random(seed);
    int[] sources = random.ints(4L * nodes, 0, nodes).toArray();
    int[] targets = Arrays.stream(sources).map(i -> random.nextInt(1 + i)).toArray();
    Graph graph = Graph.fromEdges(nodes, sources, targets);
    double[] z = new double[nodes * labels];
    double[] truth = new double[z.length];
    int[] outcomes = new int[z.length];
    for (int l = 0; l < labels; l++) {
      double base = -6 + 5.5 * l / labels;
      double sharp = 2 * Math.exp(0.2 * random.nextGaussian());
      double shift = 0.7 + 0.3 * random.nextGaussian();
      double[] s = random.doubles(nodes).map(unused -> 1.2 * random.nextGaussian()).toArray();
      for (int i = 0; i < nodes; i++) {
        int degree = graph.degree(i);
        double mean = 0;
        for (int k = 0; k < degree; k++) {
          mean += s[graph.neighbor(i, k)] / degree;
        }
        double eta = base + s[i] + 0.8 * mean + 0.5 * (Math.log(Math.max(1, degree)) - 2);
        truth[i * labels + l] = 1 / (1 + Math.exp(-eta));
        z[i * labels + l] = sharp * (base + s[i]) + shift;
        outcomes[i * labels + l] = random.nextDouble() < truth[i * labels + l] ? 1 : 0;
      }
    }
    int[] order = IntStream.range(0, nodes).toArray();
    Split split =
        new Split(
            NodeSet.of(nodes, Arrays.copyOf(order, nodes / 5)),
            NodeSet.of(nodes, Arrays.copyOfRange(order, nodes / 5, 3 * nodes / 10)),
            NodeSet.of(nodes, Arrays.copyOfRange(order, 3 * nodes / 10, nodes)));
    MultiLabelData data =
        MultiLabelData.of(graph, Logits.of(nodes, labels, z))
            .withOutcomes(outcomes)
            .withSplit(split);
    return new Run(data, Optional.of(truth));
  }

  /** Seconds of processor time of a fit and of the calibration of all nodes. */
  private static void time(int nodes, int labels) {
    MultiLabelData data = generated(nodes, labels, 0).data;
    for (String name : List.of("ts", "platt", "beta", "ridge")) {
      double start = processorSeconds();
      FittedLabels fitted = FittedLabels.fit(data, Methods.named(name).calibrator(), 0);
      double middle = processorSeconds();
      fitted.probabilities(data);
      String line = "%d nodes, %d labels, %s: CPU seconds: fit %.1f, calibration of all %.1f";
      Report.print(line, nodes, labels, name, middle - start, processorSeconds() - middle);
    }
  }

  private static double processorSeconds() {
    return 1e-9 * ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }
}
