package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Training;
import io.github.wats.internal.Seeds;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.Optional;

/**
 * CaGCN (Wang, Liu, Shi, Yang, NeurIPS 2021): {@code p_i = softmax(z_i · softplus(t_i))}, {@code t
 * = GCN(z)} with one hidden layer. Keeps every predicted class. Adding a constant to a node's
 * logits does change the result, since the network sees them. As in the code of GETS and WATS there
 * is no margin loss and no weight decay.
 *
 * @param selfLoops whether convolutions include the node itself; the authors of WATS leave it out
 *     on Photo and Computers
 */
public record CaGcn(
    @Setting(help = "hidden units", min = 1, max = 10_000) int hidden,
    @Setting(help = "dropout rate of the hidden layer", min = 0, below = 1) double dropout,
    @Setting(help = "whether convolutions have self-loops") boolean selfLoops,
    Training training)
    implements Calibrator<CaGcn.Fitted> {
  /** Without early stopping. */
  private static final int EPOCHS = 200;

  public static final CaGcn DEFAULT = new CaGcn(16, 0.5, true, Training.DEFAULT);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "cagcn",
          "CaGCN",
          "a scale per node by graph convolution of the logits",
          Method.Scope.GRAPH,
          true,
          Fitted::restore);

  public CaGcn {
    SettingsSchema.check(CaGcn.class, hidden, dropout, selfLoops, training);
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    new FitMemory(8, 16, 8L * data.classCount()).check("cagcn", data, training);
    CaGcnModel model = new CaGcnModel(this, data, Seeds.derive(seed, "weights"));
    FitReport report = GradientFit.fit(this, training, EPOCHS, model, rows, data, seed);
    return new Fitted(CalibratorState.of(report, StoredWeights.arrays(model.parameters())), report);
  }

  @Override
  public boolean readsRowConstants() {
    return true;
  }

  @Override
  public boolean usesTrainingNodes() {
    return training.usesTrainingNodes();
  }

  /** The network as it was fitted. */
  public record Fitted(CalibratorState state, FitReport report) implements FittedCalibrator {
    private static Fitted restore(CaGcn calibrator, CalibratorState state) {
      StoredWeights.check(state, "gcn", state.array("gcn.0.weight").rows(), calibrator.hidden);
      return new Fitted(state, state.report());
    }

    @Override
    public Calibration compute(CalibrationData data) {
      CaGcnModel model = new CaGcnModel((CaGcn) report.calibrator(), data, 0);
      StoredWeights.copy(state, model.parameters());
      return Calibration.ofTemperatures(data.logits(), model.temperatures(), Optional.empty());
    }
  }
}
