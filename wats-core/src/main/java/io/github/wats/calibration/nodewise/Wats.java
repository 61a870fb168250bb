package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedTemperatures;
import io.github.wats.calibration.Settings;
import io.github.wats.calibration.StoredForm;
import io.github.wats.calibration.Training;
import io.github.wats.features.Coefficients;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.Signal;
import io.github.wats.features.StructuralFeatures;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Wavelet-aware temperature scaling (arXiv 2506.23782): {@code p_i = softmax(z_i / T_i)}, {@code
 * T_i = softplus(MLP(H_i)) + 1e-6}, where H_i are the wavelet features of node i and the MLP has
 * one hidden layer, ReLU and dropout. Keeps every predicted class; adding a constant to a node's
 * logits changes nothing.
 *
 * @param features "wavelet", or what takes their place in the paper's ablation, such as {@code
 *     degree+betweenness}: see {@link StructuralFeatures#parse}
 * @param wavelets settings of the wavelet features, without effect on others
 * @param hidden units of the hidden layer
 * @param dropout the share of hidden units left out in each step of the fit
 */
public record Wats(
    String features, WaveletSettings wavelets, int hidden, double dropout, Training training)
    implements Calibrator<Wats.Fitted> {
  private static final String WAVELET = "wavelet";

  public static final Wats DEFAULT =
      new Wats(WAVELET, WaveletSettings.DEFAULT, 32, 0.4, Training.DEFAULT);

  public Wats {
    features = features.trim().toLowerCase(Locale.ROOT);
    if (!features.equals(WAVELET)) {
      StructuralFeatures.parse(features);
    }
    Check.argument(hidden >= 1, "hidden must be at least 1, got %d", hidden);
    Check.argument(dropout >= 0 && dropout < 1, "dropout must be in [0, 1), got %s", dropout);
  }

  static Settings defaults() {
    return DEFAULT.settings().with(Training.EPOCHS, Training.AUTO);
  }

  static Wats from(Settings settings) {
    double[] scales =
        Arrays.stream(settings.text("s").split(",", -1))
            .mapToDouble(part -> Settings.NONE.with("s", part).number("s"))
            .toArray();
    WaveletSettings wavelets =
        WaveletSettings.of(settings.integer("k"), scales)
            .withCoefficients(settings.choice("coefficients", Coefficients.class))
            .withSignal(settings.choice("signal", Signal.class));
    return new Wats(
        settings.text("features"),
        wavelets,
        settings.integer("hidden"),
        settings.number("dropout"),
        Training.from(settings));
  }

  @Override
  public String method() {
    return "wats";
  }

  @Override
  public Settings settings() {
    Object scales =
        wavelets.scales().size() == 1
            ? wavelets.scales().get(0)
            : wavelets.scales().stream().map(Object::toString).collect(Collectors.joining(","));
    return training.addTo(
        Settings.NONE
            .with("features", features)
            .with("k", wavelets.order())
            .with("s", scales)
            .with("coefficients", wavelets.coefficients())
            .with("signal", wavelets.signal())
            .with("hidden", hidden)
            .with("dropout", dropout));
  }

  /** What the MLP sees of each node. */
  public FeatureTable featuresOf(Graph graph) {
    return features.equals(WAVELET)
        ? WaveletFeatures.of(graph, wavelets)
        : StructuralFeatures.of(graph, StructuralFeatures.parse(features), 0);
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
    FitReport report = GradientFit.fit(this, training, model, rows, labels, split, seed, start);
    return new Fitted(FittedWeights.of(model.parameters()), report);
  }

  /** The MLP as it was fitted. */
  public static final class Fitted implements FittedTemperatures {
    private static final long serialVersionUID = 1L;

    private final FittedWeights weights;
    private final FitReport report;

    /**
     * The features of the graph seen last, as long as there is memory: some take minutes. Nothing
     * but time depends on it.
     */
    private transient volatile @Nullable SoftReference<GraphFeatures> last;

    private record GraphFeatures(Graph graph, FeatureTable table) {}

    private Fitted(FittedWeights weights, FitReport report) {
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
      FeatureTable table = from(report.settings()).featuresOf(graph);
      remember(graph, table);
      return table;
    }

    private void remember(Graph graph, FeatureTable table) {
      last = new SoftReference<>(new GraphFeatures(graph, table));
    }

    /** As {@link #temperatures(CalibrationInput)} with features computed before. */
    public double[] temperatures(FeatureTable table, CalibrationInput input) {
      Wats recipe = from(report.settings());
      WatsModel model = new WatsModel(table, input.logits(), recipe.hidden, recipe.dropout, 0);
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

    static Fitted restore(StoredForm form) {
      return new Fitted(FittedWeights.of(form), form.report());
    }
  }
}
