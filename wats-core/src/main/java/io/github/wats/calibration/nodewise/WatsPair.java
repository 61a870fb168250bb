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
import io.github.wats.calibration.Training;
import io.github.wats.calibration.internal.PairInputs;
import io.github.wats.calibration.internal.ScoreLine;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Logits;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * WATS for pairs of nodes: the logit of a pair is {@code u/T + b} with u the line of Platt scaling
 * in its score, and T and b from the wavelet features and degrees of both ends, by the MLP of
 * {@link Wats} with a second output for b.
 *
 * @param hidden units of the hidden layer
 * @param dropout probability of dropping a hidden unit in each step of the fit
 */
public record WatsPair(
    @Setting(help = "whether the order of the ends of a pair matters") boolean directed,
    WaveletSettings wavelets,
    @Setting(help = "hidden units", min = 1, max = 10_000) int hidden,
    @Setting(help = "dropout rate of the hidden layer", min = 0, below = 1) double dropout,
    Training training)
    implements Calibrator<WatsPair.Fitted> {
  /** Without early stopping. */
  private static final int EPOCHS = 200;

  public static final WatsPair DEFAULT =
      new WatsPair(false, WaveletSettings.DEFAULT, 32, 0.4, Training.DEFAULT);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "wats-pair",
          "WATS-pair",
          "for pairs of nodes: a temperature and a bias from wavelets of both ends",
          Method.Scope.PAIR,
          false,
          WatsPair::restore);

  private static final String LINE = "line";

  public WatsPair {
    SettingsSchema.check(WatsPair.class, directed, wavelets, hidden, dropout, training);
  }

  @Override
  public Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return Optional.of(recipe());
  }

  private PairInputs recipe() {
    return new PairInputs(wavelets, directed, false);
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    NodeColumns columns = data.columns(recipe(), KnownLabels.NONE);
    ScoreLine line = ScoreLine.fit(CalibrationRows.of(data));
    CalibrationData scored = data.withLogits(line.apply(data.logits()));
    WatsModel model =
        WatsModel.ofPairs(columns, scored.logits(), hidden, dropout, Seeds.derive(seed, "weights"));
    CalibrationRows rows = CalibrationRows.of(scored);
    FitReport report = GradientFit.fit(this, training, EPOCHS, model, rows, scored, seed);
    Map<String, CalibratorState.Array> arrays =
        new LinkedHashMap<>(StoredWeights.arrays(model.parameters()));
    arrays.put(LINE, line.toArray());
    return new Fitted(CalibratorState.of(report, arrays), report);
  }

  @Override
  public boolean usesTrainingNodes() {
    return training.usesTrainingNodes();
  }

  private static Fitted restore(WatsPair calibrator, CalibratorState state) {
    StoredWeights.check(state, "mlp", calibrator.recipe().width(), calibrator.hidden);
    StoredWeights.checkOutput(state, WatsModel.BIAS, calibrator.hidden);
    ScoreLine.restore(state, LINE);
    return new Fitted(state, state.report());
  }

  /** The MLP as it was fitted. */
  public record Fitted(CalibratorState state, FitReport report) implements FittedCalibrator {
    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      WatsPair wats = (WatsPair) report.calibrator();
      Logits lines = ScoreLine.restore(state, LINE).apply(logits);
      WatsModel model = WatsModel.ofPairs(columns, lines, wats.hidden, wats.dropout, 0);
      StoredWeights.copy(state, model.parameters());
      double[] temperatures = model.temperatures();
      double[] biases = model.biases();
      double[] scores = new double[temperatures.length];
      for (int i = 0; i < scores.length; i++) {
        scores[i] = lines.get(i, 1) / temperatures[i] + biases[i];
      }
      return Calibration.of(Logits.ofBinary(scores).softmax());
    }
  }
}
