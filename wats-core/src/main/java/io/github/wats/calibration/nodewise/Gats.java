package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.GraphFingerprint;
import io.github.wats.calibration.StoredArray;
import io.github.wats.calibration.StoredForm;
import io.github.wats.calibration.Training;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * GATS (Hsu, Shen, Tomani, Cremers, NeurIPS 2022): {@code p_i = softmax(z_i / T_i)} with T_i
 * gathered from neighbors by attention; the formulas are with {@link GatsModel}. Keeps every
 * predicted class. Adding a constant to a node's logits does change the result, since attention
 * compares them.
 *
 * <p>Nodes the network was trained on, and their neighbors, have a factor of their own. Those of
 * the graph of the fit are remembered; on another graph they are what the input names, or none.
 *
 * @param heads of the attention: 2 in the WATS experiments, 8 in the GATS paper
 */
public record Gats(@Setting(help = "attention heads", min = 1) int heads, Training training)
    implements Calibrator<Gats.Fitted> {
  /** Without early stopping. */
  private static final int EPOCHS = 200;

  private static final String TRAINING_NODES = "training-nodes";
  private static final String GRAPH = "graph";

  public static final Gats DEFAULT = new Gats(2, Training.DEFAULT);

  public Gats {
    SettingsSchema.check(Gats.class, heads, training);
  }

  public Gats withHeads(int newHeads) {
    return new Gats(newHeads, training);
  }

  public Gats withTraining(Training newTraining) {
    return new Gats(heads, newTraining);
  }

  @Override
  public Fitted fit(CalibrationInput input, Labels labels, Split split, long seed) {
    long start = System.nanoTime();
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    new FitMemory(4, 64, 20L * input.classCount()).check("gats", input, split, training);
    int[] trained = split.train().toArray();
    GatsModel model = new GatsModel(heads, input, trained, Seeds.derive(seed, "weights"));
    FitReport report =
        GradientFit.fit(this, training, EPOCHS, model, rows, labels, split, seed, start);
    StoredArray remembered = StoredArray.of(Arrays.stream(trained).asDoubleStream().toArray());
    return new Fitted(
        this,
        FittedWeights.of(model.parameters()),
        remembered,
        GraphFingerprint.of(input.graph()),
        report);
  }

  /** The network as it was fitted, and the nodes of its graph it takes for trained on. */
  public static final class Fitted implements FittedTemperatures {
    private static final long serialVersionUID = 1L;

    private final Gats calibrator;
    private final FittedWeights weights;
    private final StoredArray trainingNodes;
    private final String graph;
    private final FitReport report;

    private Fitted(
        Gats calibrator,
        FittedWeights weights,
        StoredArray trainingNodes,
        String graph,
        FitReport report) {
      this.calibrator = calibrator;
      this.weights = weights;
      this.trainingNodes = trainingNodes;
      this.graph = graph;
      this.report = report;
    }

    @Override
    public double[] temperatures(CalibrationInput input) {
      int classes = weights.get(GatsModel.WEIGHT).rows();
      Check.argument(
          input.classCount() == classes,
          "gats was fitted on %d classes, got logits of %d",
          classes,
          input.classCount());
      GatsModel model = new GatsModel(calibrator.heads, input, trainedOn(input), 0);
      weights.copyTo(model.parameters());
      return model.temperatures();
    }

    private int[] trainedOn(CalibrationInput input) {
      return input
          .trainingNodes()
          .map(NodeSet::toArray)
          .orElseGet(
              () ->
                  GraphFingerprint.of(input.graph()).equals(graph)
                      ? trainingNodes.integers()
                      : new int[0]);
    }

    @Override
    public FitReport fitReport() {
      return report;
    }

    @Override
    public StoredForm storedForm() {
      Map<String, StoredArray> arrays = new LinkedHashMap<>(weights.byName());
      arrays.put(TRAINING_NODES, trainingNodes);
      return new StoredForm(arrays, Map.of(GRAPH, graph), report);
    }

    static Fitted restore(Gats calibrator, StoredForm form) {
      Map<String, StoredArray> arrays = new LinkedHashMap<>(form.arrays());
      StoredArray nodes = form.array(TRAINING_NODES);
      arrays.remove(TRAINING_NODES);
      return new Fitted(
          calibrator, new FittedWeights(arrays), nodes, form.text(GRAPH), form.report());
    }
  }
}
