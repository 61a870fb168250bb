package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.Warnings;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The wavelet ridge: with {@code u = ctr(z / T0)}, T0 the exact temperature of the validation
 * nodes,
 *
 * <pre>  a_i = (x0 + Σ_k f_ik α_k) u_i + ω∘u_i + b + Σ_m β_m D_m,i      q_i = softmax(a_i)</pre>
 *
 * where f holds wavelet features, degree and confidence, ω and b one number per class, and D what
 * neighbors are predicted and known to be. The parameters minimize {@code Σ_i −ln q_i,yi + ½ Σ_g
 * λ_g ‖x_g‖²} over the validation nodes; it is convex, and evidence sets λ for each group, so a
 * useless group is switched off, and with all off this is temperature scaling. The seed has no
 * effect.
 *
 * <p><b>Labels of neighbors.</b> With {@link NeighborLabels#USE} the known labels of training
 * <i>and</i> validation nodes inform their neighbors, never the node itself. The fitted calibrator
 * remembers these labels for the graph it was fitted on; see {@link Fitted} for other graphs.
 */
public record WaveletRidge(
    @Setting(help = "whether predicted classes may change") Mode mode,
    @Setting(help = "whether known labels of neighbors are used") NeighborLabels neighborLabels)
    implements Calibrator<WaveletRidge.Fitted> {
  public static final WaveletRidge DEFAULT = new WaveletRidge(Mode.KEEP_CLASS, NeighborLabels.USE);

  /** Two parameters per class and a dense Hessian: a minute or two with so many classes. */
  private static final int MAX_CLASSES = 1_000;

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "ridge",
              "ridge",
              "a convex logit model of structure, confidence, classes and neighbors",
              Method.Scope.NODE,
              false,
              Fitted::restore)
          .withComplexity(70);

  /** Whether predicted classes may change. */
  public enum Mode {
    /**
     * No predicted class changes. Where the model prefers another class, the predicted one keeps
     * the model's probability for it (at least 1/C) and the others are capped just below.
     */
    KEEP_CLASS,

    /** The model's own probabilities: the class may change, usually for the better. */
    FREE
  }

  /** Whether the known labels of neighbors may inform a node's probabilities. */
  public enum NeighborLabels {
    /** Labels of training and validation nodes do, a node's own never. */
    USE,

    /** None does: labels have an effect only through the fit on the validation nodes. */
    IGNORE
  }

  public WaveletRidge withMode(Mode newMode) {
    return new WaveletRidge(newMode, neighborLabels);
  }

  public WaveletRidge withNeighborLabels(NeighborLabels newNeighborLabels) {
    return new WaveletRidge(mode, newNeighborLabels);
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    Check.argument(
        data.classCount() <= MAX_CLASSES,
        "ridge takes at most %d classes, since its time grows with their cube, got %d: use"
            + " ridge-temperature",
        MAX_CLASSES,
        data.classCount());
    CalibrationRows rows = CalibrationRows.of(data);
    boolean labels = readsLabels(data.hasTrainingLabels());
    KnownLabels known = labels ? KnownLabels.of(data) : KnownLabels.NONE;
    RidgeFit fit =
        RidgeFit.of(
            rows,
            Layout.ridge(data.classCount(), labels),
            t -> data.columns(ridgeInputs(data.classCount(), t, labels), known));
    List<String> warnings = mode == Mode.FREE ? Warnings.nearChance(rows) : List.of();
    boolean effective = fit.model().uses(Layout.Group.LABELS);
    String note =
        neighborLabels == NeighborLabels.USE && !labels
            ? "no training label is known: neighbors' labels were not used"
            : known.note(effective);
    return new Fitted(fit.model(), known, fit.report(this, seed, note).withNotes(warnings));
  }

  private boolean readsLabels(boolean trainingLabels) {
    return neighborLabels == NeighborLabels.USE && trainingLabels;
  }

  private static RidgeInputs ridgeInputs(int classes, double temperature, boolean labels) {
    return new RidgeInputs(classes, temperature, true, labels);
  }

  @Override
  public Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return Optional.of(ridgeInputs(classes, temperature, readsLabels(trainingLabels)));
  }

  /**
   * A fitted wavelet ridge. It calibrates any graph with the same classes.
   *
   * <p>Where the fit used neighbors' labels, it uses the same labels on the graph of the fit, edge
   * for edge. On another graph it uses those of the training and validation nodes of the data; if
   * they have no labels or no split, the label columns are 0, as for a node without labeled
   * neighbors.
   */
  public record Fitted(RidgeModel model, KnownLabels known, FitReport report)
      implements FittedCalibrator {
    @Override
    public Optional<String> otherInputs(CalibrationData data) {
      return model.uses(Layout.Group.LABELS) ? known.otherInputs(data) : Optional.empty();
    }

    private boolean keepsClass() {
      return ((WaveletRidge) report.calibrator()).mode == Mode.KEEP_CLASS;
    }

    @Override
    public Optional<NodeInputs> inputs() {
      return Optional.of(
          ridgeInputs(
              model.layout().classCount(),
              model.temperature(),
              model.layout().has(Layout.Group.LABELS)));
    }

    /** A model that fell back to temperature scaling reads none. */
    @Override
    public NodeColumns columns(CalibrationData data) {
      NodeInputs recipe = inputs().orElseThrow();
      return model.isPlain()
          ? NodeColumns.zeros(data.nodeCount(), recipe.width())
          : data.columns(recipe, known.on(data));
    }

    @Override
    public List<String> notes(CalibrationData data) {
      boolean reads = model.uses(Layout.Group.LABELS);
      KnownLabels here = reads ? known.on(data) : KnownLabels.NONE;
      return List.of(
          reads && here.count() == 0 && data.inputs().isEmpty()
              ? "neighbors' labels were not used: the known labels are those of the graph of the"
                  + " fit, and this is another graph"
              : here.note(reads && data.hasNeighbors()));
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      Probabilities probabilities =
          model.isPlain()
              ? Calibration.ofTemperature(logits, model.temperature()).probabilities()
              : probabilities(logits, columns);
      return Calibration.of(
          probabilities,
          node -> explain(logits, columns, probabilities, node),
          keepsClass() ? KeepClass.note(probabilities).stream().toList() : List.of());
    }

    @Override
    public Optional<String> formula() {
      String weights =
          model.layout().has(Layout.Group.LABELS)
              ? "Concat(diffusion, labels, axis=1)"
              : "diffusion";
      String free = RidgeFormula.FREE.replace("WEIGHTS", weights);
      return Optional.of(
          keepsClass() ? free + RidgeFormula.keepClass(model.layout().classCount()) : free);
    }

    private Probabilities probabilities(Logits logits, NodeColumns columns) {
      int classes = logits.classCount();
      double[] result = new double[logits.nodeCount() * classes];
      Rows.forEach(
          logits.nodeCount(),
          100L * result.length,
          (from, to) -> {
            RidgeModel.LogitContributions worker = model.new LogitContributions(logits, columns);
            for (int i = from; i < to; i++) {
              worker.writeProbabilities(i, result, i * classes);
              if (keepsClass()) {
                KeepClass.rowInPlace(result, i * classes, classes, logits.predictedClass(i));
              }
            }
          });
      return Probabilities.of(logits.nodeCount(), classes, result);
    }

    private Explanation explain(
        Logits logits, NodeColumns columns, Probabilities probabilities, int node) {
      RidgeModel.LogitContributions worker = model.new LogitContributions(logits, columns);
      int predicted = logits.predictedClass(node);
      int preferred = worker.preferredClass(node);
      return new Explanation.OfLogits(
          node,
          predicted,
          Calibration.confidenceBefore(logits, node),
          probabilities.get(node, predicted),
          preferred,
          preferred != predicted && keepsClass(),
          model.uses(Layout.Group.LABELS) && columns.hasLabels(),
          worker.explain(node));
    }

    /** T0: the exact temperature of the validation nodes. */
    public double temperature() {
      return model.temperature();
    }

    @Override
    public CalibratorState state() {
      Map<String, CalibratorState.Array> arrays = model.arrays();
      Map<String, String> texts = new LinkedHashMap<>();
      if (model.layout().has(Layout.Group.LABELS)) {
        known.store(arrays, texts);
      }
      return new CalibratorState(arrays, texts, report);
    }

    private static Fitted restore(WaveletRidge calibrator, CalibratorState state) {
      boolean labels = state.arrays().containsKey(Layout.Group.LABELS.text());
      int classes = RidgeModel.classCount(state);
      return new Fitted(
          RidgeModel.restore(state, Layout.ridge(classes, labels)),
          labels ? KnownLabels.restore(state, classes) : KnownLabels.NONE,
          state.report());
    }

    @Override
    public String toString() {
      return "Fitted[" + report + "]";
    }
  }
}
