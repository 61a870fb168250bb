package io.github.wats.benchmarks;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.experiment.PairedDifference;
import io.github.wats.graph.Graph;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.Columns;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import io.github.wats.metrics.LabelEvaluation;
import io.github.wats.metrics.LabelEvaluation.Label;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
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
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Calibration of nodes with several labels:
 *
 * <pre>  MultiLabelEvidence generated [RUNS]      MultiLabelEvidence [--without-wats] RUN.npz …
 * </pre>
 *
 * Means over runs of the test nodes; rare labels are those with fewer than 20 positive validation
 * nodes. {@code …-alone} fits each label by itself; where that has one outcome, it stays as it is.
 */
public final class MultiLabelEvidence {
  private static final int RARE = 20; // positive validation nodes
  private static final int BINS = 10;
  private static final String REFERENCE = "platt";
  private static final List<String> METHODS =
      List.of("ts", "platt", "beta", "wats", "ridge", "ridge:neighbor-labels=ignore");

  private MultiLabelEvidence() {}

  /** A run, and the probabilities that outcomes were drawn with, where they are known. */
  private record Run(CalibrationData data, Optional<double[]> truth) {
    MultiLabelData labels() {
      return data.requireSeveralLabels();
    }

    /** Whether labels have few positive validation nodes (L). */
    boolean[] rare() {
      int[][] counts = labels().counts(data.requireLabels(), data.requireSplit().validation());
      boolean[] rare = new boolean[counts.length];
      for (int l = 0; l < rare.length; l++) {
        rare[l] = counts[l][1] < RARE;
      }
      return rare;
    }
  }

  public static void main(String[] given) throws IOException {
    List<String> words = new ArrayList<>(List.of(given));
    boolean without = words.remove("--without-wats"); // a network for each label takes longest
    String[] arguments = words.toArray(String[]::new);
    Map<String, List<double[]>> values = new LinkedHashMap<>();
    int rare = 0;
    int labels = 0;
    boolean generated = arguments.length > 0 && arguments[0].equals("generated");
    int runs =
        !generated ? arguments.length : arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
    for (int k = 0; k < runs; k++) {
      Run run = generated ? generated(4000, 40, k) : read(Path.of(arguments[k]));
      labels += run.labels().labelCount();
      for (boolean isRare : run.rare()) {
        rare += isRare ? 1 : 0;
      }
      probabilities(run, without)
          .forEach(
              (name, p) ->
                  values.computeIfAbsent(name, unused -> new ArrayList<>()).add(row(run, p)));
    }
    print(values, runs, labels, rare);
  }

  private static Run read(Path file) throws IOException {
    Columns columns = new Columns(Optional.empty(), List.of(), List.of(), false, true);
    NodeReader.Source source = new NodeReader.Source(file, EnumSet.allOf(NodeField.class));
    EnumSet<NodeField> parts = EnumSet.complementOf(EnumSet.of(NodeField.FEATURES));
    NodeData rows = NodeReader.read(List.of(source), parts, columns).rowsOfLabels();
    NodeData measured = rows.withBothOutcomes(note -> {});
    return new Run(measured.calibrationData(Methods.named("ridge")), Optional.empty());
  }

  private static Map<String, double[]> probabilities(Run run, boolean without) {
    Map<String, double[]> all = new LinkedHashMap<>();
    all.put("uncalibrated", ofClassOne(run.data.logits().softmax()));
    for (String name : METHODS) {
      if (without && name.equals("wats")) {
        continue;
      }
      Calibrator<?> calibrator = Methods.named(name).calibrator();
      all.put(name, calibrated(new MultiLabelCalibrator(calibrator), run.data));
      if (!name.equals("wats") && !name.contains(":")) {
        all.put(name + "-alone", alone(run, calibrator));
      }
    }
    run.truth.ifPresent(p -> all.put("truth", p));
    return all;
  }

  private static double[] calibrated(Calibrator<?> calibrator, CalibrationData data) {
    return ofClassOne(calibrator.fit(data, 0).calibrate(data).probabilities());
  }

  private static double[] ofClassOne(Probabilities p) {
    return IntStream.range(0, p.nodeCount()).mapToDouble(k -> p.get(k, 1)).toArray();
  }

  private static double[] alone(Run run, Calibrator<?> calibrator) {
    double[] result = ofClassOne(run.data.logits().softmax());
    NodeSet validation = run.data.requireSplit().validation();
    int[][] counts = run.labels().counts(run.data.requireLabels(), validation);
    IntFunction<CalibrationData> data = run.labels().labels(run.data);
    for (int l = 0; l < counts.length; l++) {
      if (Math.min(counts[l][0], counts[l][1]) > 0) {
        double[] own = calibrated(calibrator, data.apply(l));
        for (int i = 0; i < own.length; i++) {
          result[i * counts.length + l] = own[i];
        }
      }
    }
    return result;
  }

  /** Micro NLL, then macro NLL and ECE of all, of rare and of frequent labels. */
  private static double[] row(Run run, double[] p) {
    Probabilities predicted = Probabilities.ofRounded(p.length, 1, p);
    Labels outcomes = run.data.requireLabels();
    NodeSet test = run.data.requireSplit().test();
    List<Label> all =
        LabelEvaluation.of(predicted, outcomes, test, run.labels()::label, BINS).labels();
    int[] counted = all.stream().mapToInt(Label::label).toArray();
    int[] rows =
        Arrays.stream(test.toArray())
            .filter(k -> Arrays.binarySearch(counted, run.labels().label(k)) >= 0)
            .toArray();
    Outcomes micro = Outcomes.of(predicted, outcomes, rows);
    boolean[] isRare = run.rare();
    List<Label> rare = all.stream().filter(one -> isRare[one.label()]).toList();
    List<Label> others = all.stream().filter(one -> !isRare[one.label()]).toList();
    return new double[] {
      Metric.NLL.of(micro, BINS).orElseThrow(),
      mean(all, Metric.NLL),
      mean(rare, Metric.NLL),
      mean(others, Metric.NLL),
      100 * Metric.CLASSWISE_ECE.of(micro, BINS).orElseThrow(),
      100 * mean(all, Metric.CLASSWISE_ECE),
      100 * mean(rare, Metric.CLASSWISE_ECE),
      100 * mean(others, Metric.CLASSWISE_ECE)
    };
  }

  private static double mean(List<Label> labels, Metric metric) {
    return labels.isEmpty() ? 0 : LabelEvaluation.mean(labels, metric);
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
    MultiLabelData all = MultiLabelData.of(graph, labels);
    CalibrationData data =
        CalibrationData.of(all, Logits.of(nodes, labels, z))
            .withLabels(Labels.of(2, outcomes))
            .withSplit(all.rows(split));
    return new Run(data, Optional.of(truth));
  }
}
