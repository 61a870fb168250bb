package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.StoredForm;
import io.github.wats.calibration.Training;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.StructuralFeatures;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/**
 * Wavelet-aware temperature scaling (arXiv 2506.23782): {@code p_i = softmax(z_i / T_i)}, {@code
 * T_i = softplus(MLP(H_i)) + 1e-6}, where H_i are the wavelet features of node i and the MLP has
 * one hidden layer, ReLU and dropout. Keeps every predicted class; adding a constant to a node's
 * logits changes nothing.
 *
 * @param features what the MLP sees of a node
 * @param wavelets settings of the wavelet features, without effect on others
 * @param hidden units of the hidden layer
 * @param dropout the share of hidden units left out in each step of the fit
 */
public record Wats(
    @Setting(help = "wavelet, or degree, betweenness, clustering joined by +")
        NodeFeatures features,
    WaveletSettings wavelets,
    @Setting(help = "hidden units", min = 1) int hidden,
    @Setting(help = "share of hidden units dropped in training", min = 0, below = 1) double dropout,
    Training training)
    implements Calibrator<Wats.Fitted> {
  /** Without early stopping. */
  private static final int EPOCHS = 200;

  public static final Wats DEFAULT =
      new Wats(NodeFeatures.WAVELET, WaveletSettings.DEFAULT, 32, 0.4, Training.DEFAULT);

  public Wats {
    SettingsSchema.check(Wats.class, features, wavelets, hidden, dropout, training);
  }

  public Wats withFeatures(NodeFeatures newFeatures) {
    return new Wats(newFeatures, wavelets, hidden, dropout, training);
  }

  public Wats withWavelets(WaveletSettings newWavelets) {
    return new Wats(features, newWavelets, hidden, dropout, training);
  }

  public Wats withOrder(int k) {
    return withWavelets(wavelets.withOrder(k));
  }

  public Wats withScales(double... s) {
    return withWavelets(wavelets.withScales(s));
  }

  public Wats withHidden(int newHidden) {
    return new Wats(features, wavelets, newHidden, dropout, training);
  }

  public Wats withDropout(double newDropout) {
    return new Wats(features, wavelets, hidden, newDropout, training);
  }

  public Wats withTraining(Training newTraining) {
    return new Wats(features, wavelets, hidden, dropout, newTraining);
  }

  /** What the MLP sees of each node. */
  public FeatureTable featuresOf(Graph graph) {
    return features.isWavelet()
        ? WaveletFeatures.of(graph, wavelets)
        : StructuralFeatures.of(graph, features.kinds(), 0);
  }

  @Override
  public Fitted fit(CalibrationInput input, Labels labels, Split split, long seed) {
    FeatureTable table = featuresOf(input.graph());
    Fitted fitted = fit(table, input, labels, split, seed);
    fitted.remember(input.graph(), table);
    return fitted;
  }

  /**
   * As {@link #fit} with what {@link #featuresOf} the graph would give, or gave for other logits.
   */
  public Fitted fit(
      FeatureTable table, CalibrationInput input, Labels labels, Split split, long seed) {
    long start = System.nanoTime();
    CalibrationRows rows = CalibrationRows.of(input, labels, split);
    WatsModel model =
        new WatsModel(table, input.logits(), hidden, dropout, Seeds.derive(seed, "weights"));
    FitReport report =
        GradientFit.fit(this, training, EPOCHS, model, rows, labels, split, seed, start);
    return new Fitted(this, FittedWeights.of(model.parameters()), report);
  }

  /** The MLP as it was fitted. */
  public static final class Fitted implements FittedTemperatures {
    private static final long serialVersionUID = 1L;

    private final Wats calibrator;
    private final FittedWeights weights;
    private final FitReport report;

    /**
     * The features of the graph seen last, as long as there is memory: some take minutes. Nothing
     * but time depends on it.
     */
    private transient volatile @Nullable SoftReference<GraphFeatures> last;

    private record GraphFeatures(Graph graph, FeatureTable table) {}

    private Fitted(Wats calibrator, FittedWeights weights, FitReport report) {
      this.calibrator = calibrator;
      this.weights = weights;
      this.report = report;
    }

    @Override
    public double[] temperatures(CalibrationInput input) {
      return temperatures(featuresOf(input.graph()), input);
    }

    /** What the MLP sees of each node, computed once for a graph that is asked for repeatedly. */
    public FeatureTable featuresOf(Graph graph) {
      SoftReference<GraphFeatures> kept = last;
      GraphFeatures known = kept == null ? null : kept.get();
      if (known != null && known.graph.equals(graph)) {
        return known.table;
      }
      FeatureTable table = calibrator.featuresOf(graph);
      remember(graph, table);
      return table;
    }

    private void remember(Graph graph, FeatureTable table) {
      last = new SoftReference<>(new GraphFeatures(graph, table));
    }

    /** As {@link #temperatures(CalibrationInput)} with features computed before. */
    public double[] temperatures(FeatureTable table, CalibrationInput input) {
      WatsModel model =
          new WatsModel(table, input.logits(), calibrator.hidden, calibrator.dropout, 0);
      weights.copyTo(model.parameters());
      return model.temperatures();
    }

    @Override
    public FitReport fitReport() {
      return report;
    }

    @Override
    public StoredForm storedForm() {
      return StoredForm.of(report, weights.byName());
    }

    static Fitted restore(Wats calibrator, StoredForm form) {
      return new Fitted(calibrator, FittedWeights.of(form), form.report());
    }
  }
}
