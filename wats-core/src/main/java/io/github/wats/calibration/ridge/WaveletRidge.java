package io.github.wats.calibration.ridge;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.scaling.TemperatureSolver;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import io.github.wats.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The wavelet ridge: with {@code u = ctr(z / T0)}, T0 the exact temperature of the calibration
 * nodes,
 *
 * <pre>  a_i = (x0 + Σ_k f_ik α_k) u_i + ω∘u_i + b + Σ_m β_m D_m,i      q_i = softmax(a_i)</pre>
 *
 * where f holds wavelet features, degree and confidence, ω and b one number per class, and D what
 * neighbors are predicted and known to be. The parameters minimize {@code Σ_i −ln q_i,yi + ½ Σ_g
 * λ_g ‖x_g‖²} over the calibration nodes; it is convex, and evidence sets λ for each group, so a
 * useless group switches itself off and with all off this is temperature scaling. No seed has any
 * effect.
 *
 * <p><b>Labels of neighbors.</b> With {@link NeighborLabels#USE} the known labels of training
 * <i>and</i> calibration nodes inform their neighbors, never the node itself. The fitted calibrator
 * remembers these labels for the graph it was fitted on; see {@link FittedRidge} for other graphs.
 */
public record WaveletRidge(
    @Setting(help = "whether predicted classes may change") Mode mode,
    @Setting(help = "whether known labels of neighbors are used") NeighborLabels neighborLabels)
    implements Calibrator<FittedRidge> {
  public static final WaveletRidge DEFAULT = new WaveletRidge(Mode.KEEP_CLASS, NeighborLabels.USE);

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
    /** Labels of training and calibration nodes do, a node's own never. */
    USE,

    /** None does: labels have an effect only through the fit on the calibration nodes. */
    IGNORE
  }

  public WaveletRidge withMode(Mode newMode) {
    return new WaveletRidge(newMode, neighborLabels);
  }

  public WaveletRidge withNeighborLabels(NeighborLabels newNeighborLabels) {
    return new WaveletRidge(mode, newNeighborLabels);
  }

  @Override
  public FittedRidge fit(CalibrationInput input, Labels labels, Split split, long seed) {
    long started = System.nanoTime();
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    TemperatureSolver.Solution whole = TemperatureSolver.solve(rows.logits(), rows.labels());
    double temperature = whole.temperature();
    KnownLabels known = knownLabels(input, labels, split);
    boolean labelsUsed = known.trainingCount() > 0;
    Layout layout = Layout.ridge(input.classCount(), labelsUsed);
    RidgeFit fit =
        RidgeFit.of(
            rows,
            layout,
            temperature,
            () -> new Columns.OfRidge(input, temperature, countsAtHome(known, input, labelsUsed)));
    List<String> notes = new ArrayList<>(rows.notes());
    notes.addAll(whole.notes());
    notes.add(labelNote(known, fit.model().isPlain()));
    notes.addAll(fit.notes());
    double seconds = (System.nanoTime() - started) * 1e-9;
    FitReport report =
        FitReport.ofSolver(this, seed, fit.losses(), fit.converged(), seconds).withNotes(notes);
    return new FittedRidge(this, fit.model(), labelsUsed ? known : KnownLabels.NONE, report);
  }

  private KnownLabels knownLabels(CalibrationInput input, Labels labels, Split split) {
    return neighborLabels == NeighborLabels.USE
        ? KnownLabels.of(input.graph(), labels, split.train(), split.calibration())
        : KnownLabels.NONE;
  }

  private static Optional<KnownLabels.Counts> countsAtHome(
      KnownLabels known, CalibrationInput input, boolean used) {
    return used
        ? Optional.of(known.countedAtHome(input.graph(), input.classCount()))
        : Optional.empty();
  }

  static Optional<KnownLabels.Counts> counts(
      KnownLabels known, CalibrationInput input, boolean used) {
    return used
        ? Optional.of(known.countedOn(input.graph(), input.classCount()))
        : Optional.empty();
  }

  private String labelNote(KnownLabels known, boolean fellBack) {
    if (neighborLabels == NeighborLabels.IGNORE) {
      return "neighbors' labels were not used";
    }
    if (known.trainingCount() == 0) {
      return "no training label is known: neighbors' labels were not used";
    }
    return fellBack
        ? "neighbors' labels were not used"
        : "neighbors' labels were used: %d of training and %d of calibration nodes"
            .formatted(known.trainingCount(), known.count() - known.trainingCount());
  }
}
