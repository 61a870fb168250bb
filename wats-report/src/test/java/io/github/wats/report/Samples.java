package io.github.wats.report;

import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.Slice;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.figure.ComparisonFigure;
import io.github.wats.report.figure.Estimate;
import io.github.wats.report.figure.Figure;
import io.github.wats.report.figure.LossFigure;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.Range;
import io.github.wats.report.figure.SensitivityFigure;
import io.github.wats.report.figure.SliceFigure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Seeded numbers to make reports from, all computed by the real metrics. */
public final class Samples {
  private static final long SEED = 7;

  private Samples() {}

  /** An underconfident network, before and after a calibration. */
  public static List<Measured> sides(int nodes, int classes) {
    return List.of(
        measured("before", nodes, classes, -0.2), measured("after WATS", nodes, classes, 0.01));
  }

  /** Outcomes whose confidences are off by {@code excess}, more so at low degrees. */
  public static Measured measured(String name, int nodes, int classes, double excess) {
    return Measured.of(
        name,
        Evaluation.of(outcomes(nodes, classes, excess, 0), Options.REPORT.withSeed(SEED))
            .orElseThrow());
  }

  /** Each run draws its own labels and confidences. */
  public static Outcomes outcomes(int nodes, int classes, double excess, int run) {
    double[][] rows = new double[nodes][classes];
    int[] labels = new int[nodes];
    int[] degrees = degrees(nodes);
    for (int i = 0; i < nodes; i++) {
      double chance = 1.0 / classes;
      double truth = chance + (0.995 - chance) * Math.sqrt(unit("sure" + run, i));
      double shift = excess * (degrees[i] < 3 ? 1.5 : 0.8);
      double confidence = Math.min(0.999, Math.max(chance + 0.001, truth + shift));
      int predicted = (int) (classes * unit("class" + run, i));
      Arrays.fill(rows[i], (1 - confidence) / (classes - 1));
      rows[i][predicted] = confidence;
      boolean right = unit("right" + run, i) < truth;
      labels[i] = right ? predicted : (predicted + 1) % classes;
    }
    return Outcomes.of(Probabilities.of(rows), Labels.of(classes, labels))
        .withDegrees(i -> degrees[i]);
  }

  public static int[] degrees(int nodes) {
    int[] degrees = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      degrees[i] = (int) Math.min(168, 1 / Math.pow(unit("degree", i), 0.9));
    }
    return degrees;
  }

  public static Trend temperatures(int nodes) {
    int[] degrees = degrees(nodes);
    double[] values = new double[nodes];
    for (int i = 0; i < nodes; i++) {
      values[i] = 0.75 - 0.05 * Math.log(degrees[i]) + 0.05 * unit("t", i);
    }
    return Trend.byDegree(i -> degrees[i], values);
  }

  public static FitReport fit() {
    List<Double> losses = new ArrayList<>();
    List<Double> validation = new ArrayList<>();
    for (int e = 0; e < 120; e++) {
      losses.add(0.83 + 0.12 * Math.exp(-e / 20.0) + 0.004 * unit("loss", e));
      validation.add(0.80 + 0.12 * Math.exp(-e / 25.0));
    }
    return new FitReport(
        Wats.DEFAULT.withK(3).withS(0.8),
        0,
        120,
        losses,
        validation,
        true,
        0.5,
        EarlyStopping.TRAINING_NODES,
        List.of("no validation node has class 4"),
        5);
  }

  public static CalibrationReport calibration(int nodes, int classes) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", "0.1.0 (commit 1234567)");
    facts.put("data", "run.npz, SHA-256 " + "0123456789abcdef".repeat(4));
    return new CalibrationReport(
        "run.npz, calibrated by WATS",
        "the network",
        Optional.empty(),
        Optional.empty(),
        sides(nodes, classes),
        Optional.of(fit()),
        Optional.of(temperatures(nodes)),
        Optional.of(changedByTemperature(List.of("17", "2", "341"))),
        new Provenance(
            "wats calibrate run.npz --method wats --seed 0 --report report.html", facts));
  }

  /**
   * Nodes explained by five contributions each; the second one's class was kept against the model.
   */
  public static ChangedNodes changedByShares(List<String> names) {
    List<ChangedNodes.Node> nodes = new ArrayList<>();
    List<Explanation> explanations = new ArrayList<>();
    for (int k = 0; k < names.size(); k++) {
      nodes.add(new ChangedNodes.Node(names.get(k), OptionalInt.of(3 * k)));
      List<Explanation.Contribution> contributions = new ArrayList<>();
      for (String part : List.of("temperature", "structure", "confidence", "class", "neighbors")) {
        double lead = 2 * unit(part, k) - 0.5;
        contributions.add(
            new Explanation.Contribution(part, "the " + part, List.of(0.0, lead, -9.0)));
      }
      explanations.add(
          new Explanation.OfLogits(
              k, 1, 0.41, 0.93 - 0.1 * k, 1 - k % 2, k == 1, true, contributions));
    }
    return new ChangedNodes("ridge", nodes, explanations, List.of());
  }

  /** Nodes explained by a temperature from five features each. */
  public static ChangedNodes changedByTemperature(List<String> names) {
    List<ChangedNodes.Node> nodes = new ArrayList<>();
    List<Explanation> explanations = new ArrayList<>();
    for (int k = 0; k < names.size(); k++) {
      nodes.add(new ChangedNodes.Node(names.get(k), OptionalInt.of(k + 1)));
      List<Explanation.Input> inputs = new ArrayList<>();
      for (int f = 0; f < 5; f++) {
        inputs.add(new Explanation.Input("wave" + f, unit("w" + f, k) - 0.5, 0.1));
      }
      double temperature = 0.5 + 0.3 * k;
      explanations.add(
          new Explanation.OfTemperature(k, 2, 0.41, 0.93 - 0.1 * k, temperature, 0.8, inputs));
    }
    return new ChangedNodes("wats", nodes, explanations, List.of());
  }

  /** Methods, one of them far off and one without a result. */
  public static ComparisonFigure comparison() {
    return new ComparisonFigure(
        "comparison",
        Metric.ECE,
        List.of(
            Estimate.of("uncalibrated", 0.2035, Range.ofShare(0.2035, 0.0212)),
            Estimate.of("TS", 0.0251, Range.ofShare(0.0251, 0.0071)),
            Estimate.of("ETS", 0.0218, Range.ofShare(0.0218, 0.0061)),
            Estimate.of("CaGCN", 0.0499, Range.ofShare(0.0499, 0.0074)),
            Estimate.of("GATS", 0.0263, Range.ofShare(0.0263, 0.0094)),
            Estimate.missing("GETS", "failed in 10 of 10 runs"),
            Estimate.of("WATS", 0.0210, Range.ofShare(0.0210, 0.0050))),
        "uncalibrated",
        OptionalDouble.of(0.0192),
        List.of("ETS", "TS"),
        "no significant difference from",
        "± standard deviation over 10 runs");
  }

  public static List<SensitivityFigure.GridPoint> grid() {
    List<SensitivityFigure.GridPoint> grid = new ArrayList<>();
    for (int k = 2; k <= 5; k++) {
      for (double s : new double[] {0.1, 0.4, 0.8, 1.2, 1.6, 2.0, 2.5}) {
        double error = 0.021 + 0.001 * Math.abs(k - 3) + 0.0004 * Math.abs(s - 0.8);
        grid.add(
            new SensitivityFigure.GridPoint(
                k, s, error + 0.0005 * unit("grid" + k, (int) (10 * s)), 0.004));
      }
    }
    return grid;
  }

  /** One of every kind. */
  public static List<Figure> everyFigure() {
    List<Figure> figures = new ArrayList<>(calibration(1896, 6).page().figures());
    figures.add(comparison().figure());
    figures.add(SensitivityFigure.of(Metric.ECE, grid()));
    figures.add(SliceFigure.of(slices(0.1)));
    figures.add(
        LossFigure.of(List.of(0.9, 0.85, 0.84), List.of(), 3, "").named("loss-of-a-solver"));
    return figures;
  }

  /** By degree and by class, off by {@code excess}. */
  public static List<Slice> slices(double excess) {
    Outcomes outcomes = outcomes(900, 4, excess, 0);
    int[] degrees = degrees(900);
    return Slice.of(
        outcomes,
        List.of(
            Slice.Groups.byValue("degree", 900, i -> degrees[i], 5, ""),
            Slice.Groups.byName(
                "class",
                900,
                k ->
                    outcomes.predictedClass(k) == 2
                        ? "a class of a long name"
                        : "" + outcomes.predictedClass(k))));
  }

  public static double unit(String stream, long index) {
    return Seeds.unit(Seeds.bits(Seeds.derive(SEED, stream), index));
  }
}
