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
import java.util.Map;
import java.util.Optional;

/**
 * GATS (Hsu, Shen, Tomani, Cremers, NeurIPS 2022): {@code p_i = softmax(z_i / T_i)} with T_i
 * gathered from neighbors by attention; the formulas are with {@link GatsModel}. Keeps every
 * predicted class. Adding a constant to a node's logits does change the result, since attention
 * compares them.
 *
 * <p>Nodes the network was trained on, and their neighbors, have a factor of their own. Those of
 * the graph of the fit are remembered; on another graph they are what the data names, or none.
 *
 * @param heads of the attention: 2 in the WATS experiments, 8 in the GATS paper
 */
public record Gats(
    @Setting(help = "attention heads", min = 1, max = 1_000) int heads, Training training)
    implements Calibrator<Gats.Fitted> {
  /** Without early stopping. */
  private static final int EPOCHS = 200;

  private static final String TRAINING_NODES = "training-nodes";
  private static final String GRAPH = "graph";

  public static final Gats DEFAULT = new Gats(2, Training.DEFAULT);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "gats",
          "GATS",
          "a temperature per node by attention to its neighbors",
          Method.Scope.GRAPH,
          true,
          Fitted::restore);

  public Gats {
    SettingsSchema.check(Gats.class, heads, training);
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    new FitMemory(4, 64, 20L * data.classCount()).check("gats", data, training);
    int[] trained = data.requireSplit().train().toArray();
    GatsModel model = new GatsModel(heads, data, trained, Seeds.derive(seed, "weights"));
    FitReport report = GradientFit.fit(this, training, EPOCHS, model, rows, data, seed);
    Map<String, CalibratorState.Array> arrays = StoredWeights.arrays(model.parameters());
    arrays.put(TRAINING_NODES, CalibratorState.Array.of(trained));
    Map<String, String> texts = Map.of(GRAPH, data.graph().fingerprint());
    return new Fitted(new CalibratorState(arrays, texts, report), report);
  }

  @Override
  public boolean readsRowConstants() {
    return true;
  }

  @Override
  public boolean usesTrainingNodes() {
    return true;
  }

  /** The network as it was fitted, and the nodes of its graph it takes for trained on. */
  public record Fitted(CalibratorState state, FitReport report) implements FittedCalibrator {
    private static Fitted restore(Gats calibrator, CalibratorState state) {
      state.array(GatsModel.WEIGHT, state.array(GatsModel.WEIGHT).rows(), calibrator.heads);
      state.array("omega", 1, 1);
      state.array("bias", 1, 1);
      state.array("gamma", 2, 1);
      trainingNodes(state);
      state.text(GRAPH);
      return new Fitted(state, state.report());
    }

    private static int[] trainingNodes(CalibratorState state) {
      int count = state.array(TRAINING_NODES).columns();
      return state.integers(TRAINING_NODES, count, 0, Integer.MAX_VALUE);
    }

    @Override
    public Calibration compute(CalibrationData data) {
      int heads = ((Gats) report.calibrator()).heads;
      GatsModel model = new GatsModel(heads, data, trainedOn(data), 0);
      StoredWeights.copy(state, model.parameters());
      return Calibration.ofTemperatures(data.logits(), model.temperatures(), Optional.empty());
    }

    private int[] trainedOn(CalibrationData data) {
      if (data.split().isPresent()) {
        return data.split().get().train().toArray();
      }
      boolean sameGraph = data.graph().fingerprint().equals(state.text(GRAPH));
      return sameGraph ? trainingNodes(state) : new int[0];
    }
  }
}
