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
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.internal.LabelFits;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Logits;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Wavelet-aware temperature scaling (arXiv 2506.23782): {@code p_i = softmax(z_i / T_i)}, {@code
 * T_i = softplus(MLP(H_i)) + 1e-6}, where H_i are the wavelet features of node i and the MLP has
 * one hidden layer, ReLU and dropout. Keeps every predicted class; adding a constant to a node's
 * logits changes nothing. Of several labels, each has an MLP of its own.
 *
 * @param wavelets settings of the wavelet features, without effect on others
 */
public record Wats(
    @Setting(help = "node features: wavelet, or degree, betweenness, clustering joined by +")
        NodeFeatures features,
    WaveletSettings wavelets,
    @Setting(help = "hidden units", min = 1, max = 10_000) int hidden,
    @Setting(help = "dropout rate of the hidden layer", min = 0, below = 1) double dropout,
    Training training)
    implements Calibrator<Wats.Fitted>, LabelFits {
  /** Without early stopping. */
  private static final int EPOCHS = 200;

  public static final Wats DEFAULT =
      new Wats(NodeFeatures.WAVELET, WaveletSettings.DEFAULT, 32, 0.4, Training.DEFAULT);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "wats",
          "WATS",
          "a temperature per node from wavelets on the graph",
          Method.Scope.NODE,
          true,
          Fitted::restore);

  public Wats {
    SettingsSchema.check(Wats.class, features, wavelets, hidden, dropout, training);
  }

  public Wats withWavelets(WaveletSettings newWavelets) {
    return new Wats(features, newWavelets, hidden, dropout, training);
  }

  public Wats withK(int k) {
    return withWavelets(wavelets.withK(k));
  }

  public Wats withS(double... s) {
    return withWavelets(wavelets.withS(s));
  }

  public Wats withTraining(Training newTraining) {
    return new Wats(features, wavelets, hidden, dropout, newTraining);
  }

  @Override
  public Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return Optional.of(recipe());
  }

  private NodeInputs recipe() {
    return new NodeInputs.Structure(features, wavelets);
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    NodeColumns columns = data.columns(recipe(), KnownLabels.NONE);
    WatsModel model =
        new WatsModel(columns, data.logits(), hidden, dropout, Seeds.derive(seed, "weights"));
    FitReport report = GradientFit.fit(this, training, EPOCHS, model, rows, data, seed);
    return new Fitted(CalibratorState.of(report, StoredWeights.arrays(model.parameters())), report);
  }

  /** Shares the wavelet features alone; labels without a fit get the temperature of all. */
  @Override
  public List<FittedCalibrator> fitLabels(
      CalibrationData pooled, int labels, IntFunction<CalibrationData> data, long seed) {
    FittedCalibrator[] all = new FittedCalibrator[labels + 1];
    Rows.forEachRow(labels, Long.MAX_VALUE, l -> all[l] = fit(data.apply(l), seed));
    all[labels] = Methods.reference().calibrator().fit(pooled, seed);
    return List.of(all);
  }

  @Override
  public boolean usesTrainingNodes() {
    return training.usesTrainingNodes();
  }

  /** The MLP as it was fitted. */
  public record Fitted(CalibratorState state, FitReport report) implements FittedCalibrator {
    private static Fitted restore(Wats calibrator, CalibratorState state) {
      long features = calibrator.features.columnCount(calibrator.wavelets);
      StoredWeights.check(
          state, "mlp", (int) Math.min(features, Integer.MAX_VALUE), calibrator.hidden);
      return new Fitted(state, state.report());
    }

    @Override
    public Optional<String> formula() {
      return Optional.of(
          """
          hidden = Max(Add(MatMul(features, mlp.0.weight), mlp.0.bias), 0)
          raw = Add(MatMul(hidden, mlp.1.weight), mlp.1.bias)
          T = Add(Add(Max(raw, 0), Log(Add(Exp(Neg(Abs(raw))), 1))), 1e-6)
          """);
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      Wats wats = (Wats) report.calibrator();
      WatsModel model = new WatsModel(columns, logits, wats.hidden, wats.dropout, 0);
      StoredWeights.copy(state, model.parameters());
      FeatureTable inputs = columns.toTable(wats.recipe());
      return Calibration.ofTemperatures(logits, model.temperatures(), Optional.of(inputs));
    }
  }
}
