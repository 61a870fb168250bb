package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.internal.CalibrationRows;
import io.github.wats.calibration.internal.CenteredLogits;
import io.github.wats.calibration.internal.KnownLabels;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.internal.Warnings;
import io.github.wats.engine.layer.GcnNetwork;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.GraphFeatures.Neighborhoods;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.Setting;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
          Method.Scope.GRAPH,
          true,
          Fitted::restore);

  private static final String LABELS_USED =
      "neighbors' labels were used: those of training and validation nodes";

  private static final double LEAST_CERTAINTY = 0.001;
  private static final double LEAST_CLOSENESS = 0.02;
  private static final double IN_LOGARITHM = 1e-10;

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    TemperatureSolver.Solution scaled = TemperatureSolver.solve(rows);
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>();
    Map<String, String> texts = new LinkedHashMap<>();
    double[] h;
    if (variant == Variant.EXACT) {
      Optional<Neighborhoods> given = data.structure().neighborhoods();
      KnownLabels known = given.isPresent() ? KnownLabels.NONE : KnownLabels.of(data);
      known.store(arrays, texts);
      h = given.map(Neighborhoods::means).orElseGet(() -> expected(data, scaled, known));
    } else {
      GcnNetwork network = Homophily.network(data, Seeds.derive(seed, "weights"));
      Homophily.train(network, data);
      arrays.putAll(StoredWeights.arrays(network.parameters()));
      h = Homophily.predicted(network, data);
    }
    HotsLoss.Law law = law(data.logits(), h);
    HotsLoss loss = loss(data, law, rows.nodes());
    HotsFit fit =
        variant == Variant.EXACT
            ? HotsFit.exact(loss)
            : HotsFit.authors(loss, loss(data, law, trainingNodes(data)));
    arrays.put("w", CalibratorState.Array.of(fit.w()));
    arrays.put("temperature", CalibratorState.Array.of(scaled.temperature()));
    List<String> warnings = usesTrainingNodes() ? Warnings.stoppedOnTrainingNodes(data) : List.of();
    FitReport report =
        rows.report(this, seed, fit.losses(), fit.converged(), warnings)
            .withEarlyStopping(
                usesTrainingNodes() ? EarlyStopping.TRAINING_NODES : EarlyStopping.NONE,
                fit.stopLosses());
    return new Fitted(new CalibratorState(arrays, texts, report), report);
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

  private static Probabilities q(Logits logits, double temperature) {
    return Calibration.ofTemperature(logits, temperature).probabilities();
  }

  private static double[] expected(
      CalibrationData data, TemperatureSolver.Solution scaled, KnownLabels known) {
    Probabilities q = q(data.logits(), scaled.temperature());
    return Homophily.expected(data.graph(), q, known.labels(data.nodeCount()));
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

  /** The fitted temperatures. */
  record Fitted(CalibratorState state, FitReport report) implements FittedCalibrator {
    private static Fitted restore(Hots calibrator, CalibratorState state) {
      state.array("w", 1, HotsLoss.SIZE);
      state.positive("temperature");
      if (calibrator.variant == Variant.EXACT) {
        KnownLabels.restore(state, Integer.MAX_VALUE);
      } else {
        StoredWeights.check(state, "gcn", state.array("gcn.0.weight").rows(), Homophily.HIDDEN);
      }
      return new Fitted(state, state.report());
    }

    @Override
    public Calibration compute(CalibrationData data) {
      if (((Hots) report.calibrator()).variant == Variant.AUTHORS) {
        GcnNetwork network = Homophily.network(data, 0);
        StoredWeights.copy(state, network.parameters());
        return calibration(data, Homophily.predicted(network, data));
      }
      Optional<Neighborhoods> given = data.structure().neighborhoods();
      if (given.isPresent()) {
        return calibration(data, given.get().means());
      }
      Probabilities q = q(data.logits(), state.positive("temperature"));
      KnownLabels stored = KnownLabels.restore(state, data.classCount());
      int[] known = stored.on(data).labels(data.nodeCount());
      Calibration informed = calibration(data, Homophily.expected(data.graph(), q, known));
      if (Arrays.stream(known).allMatch(label -> label < 0)) {
        return informed;
      }
      int[] others =
          Arrays.stream(known).map(y -> y < 0 ? y : (y + 1) % data.classCount()).toArray();
      Calibration misled = calibration(data, Homophily.expected(data.graph(), q, others));
      boolean used = !informed.probabilities().equals(misled.probabilities());
      return used ? informed.withNotes(List.of(LABELS_USED)) : informed;
    }

    @Override
    public Optional<String> otherInputs(CalibrationData data) {
      return ((Hots) report.calibrator()).variant == Variant.EXACT
          ? KnownLabels.restore(state, data.classCount()).otherInputs(data)
          : Optional.empty();
    }

    private Calibration calibration(CalibrationData data, double[] h) {
      double[] temperatures = law(data.logits(), h).temperatures(state.array("w").doubles());
      FeatureTable inputs = FeatureTable.copyOfRows(h.length, List.of("homophily"), h);
      return Calibration.ofTemperatures(data.logits(), temperatures, Optional.of(inputs));
    }
  }
}
