package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.CalibrationRows;
import io.github.wats.calibration.internal.KnownLabels;
import io.github.wats.calibration.internal.Warnings;
import io.github.wats.features.GraphFeatures.Neighborhoods;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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

  /** Of the given means per class, those that are not of labels. */
  private static final int OWN_MEANS = 3;

  private static final String GIVEN_LABELS = "neighbors' labels were used";

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "ridge",
              "ridge",
              "a convex logit model of structure, confidence, classes and neighbors",
              Method.Scope.GRAPH,
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
    KnownLabels known =
        neighborLabels == NeighborLabels.USE ? KnownLabels.of(data) : KnownLabels.NONE;
    Optional<Neighborhoods> given = data.structure().neighborhoods();
    boolean labelsUsed =
        given
            .map(means -> means.width() > OWN_MEANS * data.classCount())
            .orElse(known.trainingCount() > 0);
    RidgeFit fit =
        RidgeFit.of(
            rows,
            Layout.ridge(data.classCount(), labelsUsed),
            t -> new Columns.OfRidge(data, t, counts(known, data, labelsUsed)));
    List<String> warnings = mode == Mode.FREE ? Warnings.nearChance(rows) : List.of();
    FitReport report =
        fit.report(this, seed, labelNote(known, fit.model(), labelsUsed)).withNotes(warnings);
    KnownLabels kept = labelsUsed && given.isEmpty() ? known : KnownLabels.NONE;
    Map<String, CalibratorState.Array> arrays = fit.model().arrays();
    Map<String, String> texts = new LinkedHashMap<>();
    if (labelsUsed) {
      kept.store(arrays, texts);
    }
    return new Fitted(new CalibratorState(arrays, texts, report), report);
  }

  private static Optional<Columns.CountedLabels> counts(
      KnownLabels known, CalibrationData data, boolean used) {
    Optional<Neighborhoods> given = data.structure().neighborhoods();
    if (used && given.isPresent()) {
      return Optional.of(new Columns.GivenCounts(given.get(), data.classCount()));
    }
    return used
        ? Optional.of(LabelCounts.of(known, data.graph(), data.classCount()))
        : Optional.empty();
  }

  private String labelNote(KnownLabels known, RidgeModel model, boolean labelsUsed) {
    if (neighborLabels == NeighborLabels.USE && !labelsUsed) {
      return "no training label is known: neighbors' labels were not used";
    }
    boolean effective = model.uses(Layout.Group.LABELS);
    return effective && known.trainingCount() == 0 ? GIVEN_LABELS : known.note(effective);
  }

  /**
   * A fitted wavelet ridge. It calibrates any graph with the same classes.
   *
   * <p>Where the fit used neighbors' labels, it uses the same labels on the graph of the fit, edge
   * for edge. On another graph it uses those of the training and validation nodes of the data; if
   * they have no labels or no split, the label columns are 0, as for a node without labeled
   * neighbors.
   */
  public record Fitted(CalibratorState state, FitReport report) implements FittedCalibrator {
    private RidgeModel model() {
      boolean labels = state.arrays().containsKey(Layout.Group.LABELS.text());
      Layout layout = Layout.ridge(RidgeModel.classCount(state), labels);
      return RidgeModel.restore(state, layout);
    }

    /** The labels of neighbors on this graph, if the fit used any. */
    private KnownLabels known(RidgeModel model, CalibrationData data) {
      return model.layout().has(Layout.Group.LABELS)
          ? KnownLabels.restore(state, model.layout().classCount()).on(data)
          : KnownLabels.NONE;
    }

    @Override
    public Optional<String> otherInputs(CalibrationData data) {
      return model().uses(Layout.Group.LABELS)
          ? KnownLabels.restore(state, data.classCount()).otherInputs(data)
          : Optional.empty();
    }

    private boolean keepsClass() {
      return ((WaveletRidge) report.calibrator()).mode == Mode.KEEP_CLASS;
    }

    @Override
    public Calibration compute(CalibrationData data) {
      RidgeModel model = model();
      boolean hasLabels = model.layout().has(Layout.Group.LABELS);
      KnownLabels here = known(model, data);
      boolean fitted = model.uses(Layout.Group.LABELS);
      boolean given = data.structure().neighborhoods().isPresent();
      boolean labelsUsed = fitted && (given || (here.count() > 0 && data.graph().edgeCount() > 0));
      Supplier<Columns> columns =
          memoized(
              () -> new Columns.OfRidge(data, model.temperature(), counts(here, data, hasLabels)));
      Probabilities probabilities =
          model.isPlain()
              ? Calibration.ofTemperature(data.logits(), model.temperature()).probabilities()
              : probabilities(model, data, columns.get());
      List<String> notes = new ArrayList<>();
      notes.add(
          fitted && given
              ? GIVEN_LABELS
              : fitted && here.count() == 0
                  ? "neighbors' labels were not used: the known labels are those of the graph of the"
                      + " fit, and this is another graph"
                  : here.note(labelsUsed));
      if (keepsClass()) {
        KeepClass.note(probabilities).ifPresent(notes::add);
      }
      return Calibration.of(
          probabilities,
          node -> explain(model, data, probabilities, columns.get(), labelsUsed, node),
          notes);
    }

    private Probabilities probabilities(RidgeModel model, CalibrationData data, Columns columns) {
      int classes = data.classCount();
      double[] result = new double[data.nodeCount() * classes];
      Rows.forEach(
          data.nodeCount(),
          100L * result.length,
          (from, to) -> {
            RidgeModel.LogitContributions worker = model.new LogitContributions(columns);
            for (int i = from; i < to; i++) {
              worker.writeProbabilities(i, result, i * classes);
              if (keepsClass()) {
                int predicted = data.logits().predictedClass(i);
                KeepClass.rowInPlace(result, i * classes, classes, predicted);
              }
            }
          });
      return Probabilities.of(data.nodeCount(), classes, result);
    }

    private Explanation explain(
        RidgeModel model,
        CalibrationData data,
        Probabilities probabilities,
        Columns columns,
        boolean labelsUsed,
        int node) {
      RidgeModel.LogitContributions worker = model.new LogitContributions(columns);
      int predicted = data.logits().predictedClass(node);
      int preferred = worker.preferredClass(node);
      return new Explanation.OfLogits(
          node,
          predicted,
          Calibration.confidenceBefore(data.logits(), node),
          probabilities.get(node, predicted),
          preferred,
          preferred != predicted && keepsClass(),
          labelsUsed,
          worker.explain(node));
    }

    /**
     * Wavelet features and {@code ln(1 + degree)} (6), then what neighbors are predicted and known
     * to be (M · C), all before scaling.
     */
    @Override
    public Optional<DenseMatrix> columns(CalibrationData data) {
      RidgeModel model = model();
      boolean hasLabels = model.layout().has(Layout.Group.LABELS);
      KnownLabels here = known(model, data);
      Columns columns =
          new Columns.OfRidge(data, model.temperature(), counts(here, data, hasLabels));
      return Optional.of(Columns.matrix(data, columns, model.layout()));
    }

    /** A model that fell back to temperature scaling needs its columns only to explain. */
    private static Supplier<Columns> memoized(Supplier<Columns> columns) {
      AtomicReference<@Nullable Columns> known = new AtomicReference<>();
      return () -> {
        Columns some = known.get();
        if (some == null) {
          some = columns.get();
          known.set(some);
        }
        return some;
      };
    }

    /** T0: the exact temperature of the validation nodes. */
    public double temperature() {
      return model().temperature();
    }

    private static Fitted restore(WaveletRidge calibrator, CalibratorState state) {
      Fitted fitted = new Fitted(state, state.report());
      if (fitted.model().layout().has(Layout.Group.LABELS)) { // checks the arrays
        KnownLabels.restore(state, RidgeModel.classCount(state));
      }
      return fitted;
    }
  }
}
