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
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.engine.layer.PropagatedFeatures;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.Split;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * GETS (Zhuang, Duan, Zhang, Liang, ICLR 2025): {@code p_i = softmax(z_i ∘ softplus(τ_i))}, {@code
 * τ_i = Σ_e gate_ie expert_e,i}, a sparse mixture of seven graph convolutions; the formulas are
 * with {@link GetsModel}. May change a predicted class, since every class has its own scale; adding
 * a constant to a node's logits changes the result.
 */
public record Gets(
    @Setting(help = "hidden units of each expert", min = 1, max = 10_000) int hidden,
    @Setting(help = "dropout rate of the hidden layer", min = 0, below = 1) double dropout,
    @Setting(help = "experts that each node uses", min = 1, max = GetsParameters.EXPERTS - 1)
        int expertsPerNode,
    @Setting(help = "dimension that node features are projected to", min = 1, max = 10_000)
        int featureWidth,
    @Setting(help = "dimension of the degree embedding", min = 1, max = 10_000) int degreeWidth,
    @Setting(help = "weight of the load-balancing penalty on experts", min = 0)
        double loadCoefficient,
    @Setting(help = "whether convolutions and degrees have self-loops") boolean selfLoops,
    Training training)
    implements Calibrator<Gets.Fitted> {
  private static final String GRAPH = "graph";

  /**
   * It has more weights than most graphs have validation nodes: with the 200 epochs of other
   * methods it fits noise, and negative log-likelihoods get worse than without calibration.
   */
  private static final int EPOCHS = 40;

  /** Squares of larger ones, summed over many nodes, leave the range of floats. */
  private static final double LARGEST_FEATURE = 1e15;

  public static final Gets DEFAULT = new Gets(16, 0.5, 2, 32, 16, 1, true, Training.DEFAULT);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "gets",
              "GETS",
              "a scale per node and class by a mixture of graph convolutions",
              Method.Scope.GRAPH,
              false,
              Fitted::restore)
          .withFeatures();

  public Gets {
    SettingsSchema.check(
        Gets.class,
        hidden,
        dropout,
        expertsPerNode,
        featureWidth,
        degreeWidth,
        loadCoefficient,
        selfLoops,
        training);
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    int perEdge = training.earlyStopping() == EarlyStopping.NONE ? 8 : 28; // a second transpose
    new FitMemory(perEdge, 16, bytesPerNode(data)).check("gets", data, training);
    GetsModel model = model(this, data, Seeds.derive(seed, "weights"));
    FitReport report = GradientFit.fit(this, training, EPOCHS, model, rows, data, seed);
    Map<String, CalibratorState.Array> arrays = StoredWeights.arrays(model.parametersAndTables());
    Map<String, String> texts = Map.of(GRAPH, data.graph().fingerprint());
    return new Fitted(new CalibratorState(arrays, texts, report), report);
  }

  /**
   * The first layers of seven experts with their gradients, and once more on the tape of early
   * stopping; logits and rows of tables summed over neighbors; gates; the features themselves; and
   * for each fit or early-stopping node the second layers.
   */
  private long bytesPerNode(CalibrationData data) {
    Split split = data.requireSplit();
    long classes = data.classCount();
    long entries = 2L * data.graph().edgeCount() + data.graph().nodeCount();
    boolean summed = data.features().filter(x -> PropagatedFeatures.pay(entries, x)).isPresent();
    long features =
        data.features()
            .map(x -> bytesOfFeatures(x) + (summed ? 4L * x.columns() : bytesOfFeatures(x)))
            .orElse(0L);
    long firstLayers = training.earlyStopping() == EarlyStopping.NONE ? 320 : 480;
    long perNode = features + firstLayers * hidden + 36L * degreeWidth + 16 * classes + 1100;
    long targets = split.validation().size();
    if (training.earlyStopping() == EarlyStopping.TRAINING_NODES) {
      targets += split.train().size();
    }
    long perTarget = GetsParameters.EXPERTS * (8L * hidden + 32 * classes + 8) + 40 * classes;
    return perNode + perTarget * targets / Math.max(1, data.graph().nodeCount());
  }

  /** A copy for a node, with its transpose. */
  private static long bytesOfFeatures(FeatureMatrix features) {
    return features
        .sparse()
        .map(x -> 16L * x.entryCount() / Math.max(1, x.rows()))
        .orElse(4L * features.columns());
  }

  private static GetsModel model(Gets settings, CalibrationData data, long seed) {
    FeatureMatrix features =
        data.requireFeatures(
            "gets needs node features, and the data has none; of the methods that need none, wats,"
                + " cagcn and gats are closest");
    float[] values =
        features
            .sparse()
            .map(SparseMatrix::values)
            .orElseGet(() -> features.dense().orElseThrow().array());
    IntStream entries = IntStream.range(0, values.length);
    double largest = entries.mapToDouble(k -> Math.abs(values[k])).max().orElse(0);
    Check.argument(
        largest <= LARGEST_FEATURE,
        "gets needs node features in ±%s, got ±%s: scale them, or use a method that needs none",
        LARGEST_FEATURE,
        largest);
    return new GetsModel(settings, data.graph(), data.logits(), features, seed);
  }

  @Override
  public boolean usesTrainingNodes() {
    return training.usesTrainingNodes();
  }

  /** The network as it was fitted. */
  public record Fitted(CalibratorState state, FitReport report) implements FittedCalibrator {
    private static Fitted restore(Gets calibrator, CalibratorState state) {
      GetsParameters.check(state, calibrator);
      state.text(GRAPH);
      return new Fitted(state, state.report());
    }

    @Override
    public Optional<String> transductiveReason() {
      return Optional.of(
          "the degree embeddings of gets are random and drawn for the graph of the fit, so they do"
              + " not carry over to another graph");
    }

    @Override
    public Calibration compute(CalibrationData data) {
      Check.argument(
          data.graph().fingerprint().equals(state.text(GRAPH)),
          "this calibrator was fitted on another graph: %s; fit it again on this one, or use a"
              + " method that carries over, such as wats or ts",
          transductiveReason().orElseThrow());
      GetsModel model = model((Gets) report.calibrator(), data, 0);
      StoredWeights.copy(state, model.parametersAndTables());
      return Calibration.of(model.probabilities());
    }
  }
}
