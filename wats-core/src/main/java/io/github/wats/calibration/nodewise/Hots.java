package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.internal.CenteredLogits;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.internal.Warnings;
import io.github.wats.engine.layer.GcnNetwork;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * HoTS, homophily-aware temperature scaling (NeurIPS 2026, arXiv 2609.32426): {@code T_i = T0 + β
 * √(2 C ln C · max(1 − e_i, 0.001)) / (|h̃_i| + 0.02)^α}, e the normalized entropy of the network's
 * probabilities, {@code h̃ = (h − 1/C) / (1 − 1/C)} with an estimate h of the node's homophily.
 * Keeps every predicted class; adding a constant to a node's logits changes nothing.
 *
 * <p>With {@link Variant#EXACT}, the labels of training and validation nodes inform their
 * neighbors, never the node itself: those of the fit on the graph of the fit, those of the data on
 * another graph.
 *
 * @param variant how h and the three parameters are found
 */
public record Hots(
    @Setting(help = "estimate of homophily and fit: ours or that of the authors' code")
        Variant variant)
    implements Calibrator<FittedCalibrator> {
  /** How homophily is estimated and T0, β and α are fitted. */
  public enum Variant {
    /** From labels and predictions of neighbors; the optimum, by L-BFGS from three starts. */
    EXACT,

    /** As published: by a GCN on node features; Adam, stopped on the training nodes. */
    AUTHORS
  }

  public static final Hots DEFAULT = new Hots(Variant.EXACT);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "hots",
              "HoTS",
              "a temperature per node from its homophily and entropy",
              Method.Scope.NODE,
              true,
              Fitted::restore)
          .withComplexity(90);

  private static final String LABELS_USED =
      "neighbors' labels were used: those of training and validation nodes";

  private static final double LEAST_CERTAINTY = 0.001;
  private static final double LEAST_CLOSENESS = 0.02;
  private static final double IN_LOGARITHM = 1e-10;

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    TemperatureSolver.Solution scaled = TemperatureSolver.solve(rows);
    Map<String, CalibratorState.Array> network = new LinkedHashMap<>();
    KnownLabels known = KnownLabels.NONE;
    double[] h;
    if (variant == Variant.EXACT) {
      known = KnownLabels.of(data);
      NodeInputs recipe = new HomophilyInputs(data.classCount(), scaled.temperature());
      h = homophily(data.columns(recipe, known));
    } else {
      GcnNetwork gcn = Homophily.network(data, Seeds.derive(seed, "weights"));
      Homophily.train(gcn, data);
      network.putAll(StoredWeights.arrays(gcn.parameters()));
      h = Homophily.predicted(gcn, data);
    }
    HotsLoss.Law law = law(data.logits(), h);
    HotsLoss loss = loss(data, law, rows.nodes());
    HotsFit fit =
        variant == Variant.EXACT
            ? HotsFit.exact(loss)
            : HotsFit.authors(loss, loss(data, law, trainingNodes(data)));
    List<String> warnings = usesTrainingNodes() ? Warnings.stoppedOnTrainingNodes(data) : List.of();
    FitReport report =
        rows.report(this, seed, fit.losses(), fit.converged(), warnings)
            .withEarlyStopping(
                usesTrainingNodes() ? EarlyStopping.TRAINING_NODES : EarlyStopping.NONE,
                fit.stopLosses());
    return new Fitted(fit.w(), scaled.temperature(), known, network, report);
  }

  @Override
  public Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return variant == Variant.EXACT
        ? Optional.of(new HomophilyInputs(classes, temperature))
        : Optional.empty();
  }

  @Override
  public boolean usesTrainingNodes() {
    return variant == Variant.AUTHORS;
  }

  @Override
  public boolean needsFeatures() {
    return variant == Variant.AUTHORS;
  }

  private static NodeSet trainingNodes(CalibrationData data) {
    NodeSet nodes = data.requireSplit().train().withKnownLabel(data.requireLabels());
    Check.argument(
        !nodes.isEmpty(),
        "variant authors stops on training nodes: there must be one with a known label, got none");
    return nodes;
  }

  private static double[] homophily(NodeColumns columns) {
    double[] h = new double[columns.nodeCount()];
    Rows.forEachRow(h.length, 20L * h.length, i -> columns.write(i, h, i));
    return h;
  }

  private static HotsLoss loss(CalibrationData data, HotsLoss.Law law, NodeSet nodes) {
    Labels labels = data.requireLabels().select(nodes);
    double[] logits = CenteredLogits.of(data.logits().select(nodes));
    return new HotsLoss(logits, law.select(nodes.toArray()), labels);
  }

  /** What the temperatures of all nodes depend on. With one class nothing is uncertain. */
  private static HotsLoss.Law law(Logits logits, double[] h) {
    Probabilities p = logits.softmax();
    int classes = p.classCount();
    double[] spread = new double[h.length];
    double[] closeness = new double[h.length];
    for (int i = 0; i < h.length; i++) {
      double entropy = 0;
      for (int c = 0; c < classes; c++) {
        entropy -= p.get(i, c) * Math.log(p.get(i, c) + IN_LOGARITHM);
      }
      double certainty = classes == 1 ? 1 : 1 - entropy / Math.log(classes);
      double above = classes == 1 ? 0 : (h[i] - 1.0 / classes) / (1 - 1.0 / classes);
      spread[i] = Math.sqrt(2 * classes * Math.log(classes) * Math.max(certainty, LEAST_CERTAINTY));
      closeness[i] = Math.abs(above) + LEAST_CLOSENESS;
    }
    return new HotsLoss.Law(spread, closeness);
  }

  /**
   * The fitted temperatures.
   *
   * @param w the three parameters
   * @param temperature at which neighbors' predictions are averaged
   * @param network the weights that predict homophily; empty with {@link Variant#EXACT}
   */
  record Fitted(
      double[] w,
      double temperature,
      KnownLabels known,
      Map<String, CalibratorState.Array> network,
      FitReport report)
      implements FittedCalibrator {
    private static Fitted restore(Hots calibrator, CalibratorState state) {
      Map<String, CalibratorState.Array> network = new LinkedHashMap<>(state.arrays());
      KnownLabels known = KnownLabels.NONE;
      if (calibrator.variant == Variant.EXACT) {
        network.clear();
        known = KnownLabels.restore(state, Integer.MAX_VALUE);
      } else {
        network.keySet().removeIf(name -> !name.startsWith("gcn."));
        StoredWeights.check(state, "gcn", state.array("gcn.0.weight").rows(), Homophily.HIDDEN);
      }
      double[] w = state.array("w", 1, HotsLoss.SIZE).doubles();
      return new Fitted(w, state.positive("temperature"), known, network, state.report());
    }

    @Override
    public CalibratorState state() {
      Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>(network);
      Map<String, String> texts = new LinkedHashMap<>();
      if (network.isEmpty()) {
        known.store(arrays, texts);
      }
      arrays.put("w", CalibratorState.Array.of(w));
      arrays.put("temperature", CalibratorState.Array.of(temperature));
      return new CalibratorState(arrays, texts, report);
    }

    @Override
    public Optional<NodeInputs> inputs() {
      return report.calibrator().inputs(report.classCount(), temperature, true);
    }

    @Override
    public NodeColumns columns(CalibrationData data) {
      return data.columns(inputs().orElseThrow(), known.on(data));
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      return calibration(logits, homophily(columns));
    }

    @Override
    public Calibration compute(CalibrationData data) {
      if (network.isEmpty()) {
        return FittedCalibrator.super.compute(data);
      }
      GcnNetwork gcn = Homophily.network(data, 0);
      StoredWeights.copy(state(), gcn.parameters());
      return calibration(data.logits(), Homophily.predicted(gcn, data));
    }

    @Override
    public Optional<String> otherInputs(CalibrationData data) {
      return network.isEmpty() ? known.otherInputs(data) : Optional.empty();
    }

    @Override
    public List<String> notes(CalibrationData data) {
      double uniform = 1.0 / data.classCount(); // where temperatures have no effect
      boolean used =
          network.isEmpty()
              && data.hasNeighbors()
              && known.on(data).count() > 0
              && IntStream.range(0, data.nodeCount())
                  .anyMatch(i -> Calibration.confidenceBefore(data.logits(), i) > uniform);
      return used ? List.of(LABELS_USED) : List.of();
    }

    private Calibration calibration(Logits logits, double[] h) {
      double[] temperatures = law(logits, h).temperatures(w);
      FeatureTable inputs = FeatureTable.copyOfRows(h.length, List.of("homophily"), h);
      return Calibration.ofTemperatures(logits, temperatures, Optional.of(inputs));
    }

    @Override
    public String toString() {
      return "Fitted[" + report + "]";
    }
  }
}
