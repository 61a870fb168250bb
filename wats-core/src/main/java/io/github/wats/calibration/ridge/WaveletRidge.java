package io.github.wats.calibration.ridge;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.Explanation;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.ClassShares;
import io.github.wats.calibration.internal.Doubts;
import io.github.wats.calibration.internal.LabelFits;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The wavelet ridge: with {@code u = ctr(z / T)}, T the temperature of the validation nodes,
 *
 * <pre>  a_i = (x0 + Σ_k f_ik α_k) u_i + ω∘u_i + b + Σ_m β_m D_m,i      q_i = softmax(a_i)</pre>
 *
 * where f holds wavelet features, degree and confidence, ω and b one number per class, and D what
 * neighbors are predicted and known to be. The parameters minimize {@code Σ_i −w_i ln q_i,yi + ½ κ
 * (x0 − 1)² + ½ Σ_g λ_g ‖x_g‖²} over the validation nodes; it is convex, and evidence sets λ for
 * each group, so a useless group is switched off, and with all off this is temperature scaling. The
 * prior κ draws T and x0 to 1 where nodes are few; w undoes that validation nodes were drawn by
 * class ({@link ClassWeights}). The seed has no effect.
 *
 * <p><b>Labels of neighbors.</b> With {@link NeighborLabels#USE} the known labels of training
 * <i>and</i> validation nodes inform their neighbors, never the node itself. The fitted calibrator
 * remembers these labels for the graph it was fitted on; see {@link Fitted} for other graphs.
 *
 * <p><b>Several labels</b> have the same penalties λ, by evidence over all of them ({@link
 * Evidence}), and the prior κ draws T to the temperature of all outcomes together. A label without
 * both outcomes gets that temperature.
 */
public record WaveletRidge(
    @Setting(help = "whether predicted classes may change; keep-class costs accuracy and ECE")
        Mode mode,
    @Setting(help = "whether known labels of neighbors are used") NeighborLabels neighborLabels,
    @Setting(help = "weight of the temperature 1, in nodes; 0 for none", min = 0)
        double temperaturePrior,
    @Setting(help = "whether validation nodes drawn by class are weighted")
        ClassWeights classWeights)
    implements Calibrator<WaveletRidge.Fitted>, LabelFits {
  public static final WaveletRidge DEFAULT =
      new WaveletRidge(Mode.FREE, NeighborLabels.USE, 8, ClassWeights.AUTO);

  /**
   * Six numbers per validation node and class are held: 240 MB for 5,000 nodes and so many classes.
   */
  private static final int MAX_CLASSES = 1_000;

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "ridge",
              "ridge",
              "a convex logit model of structure, confidence, classes and neighbors",
              Method.Scope.NODE,
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

  /** Whether validation nodes are weighted to the class shares of the training nodes. */
  public enum ClassWeights {
    /** If a test at 0.1 % finds that they were drawn by class, and training labels may be used. */
    AUTO,

    /** Never. */
    OFF
  }

  public WaveletRidge {
    SettingsSchema.check(WaveletRidge.class, mode, neighborLabels, temperaturePrior, classWeights);
  }

  public WaveletRidge withMode(Mode newMode) {
    return new WaveletRidge(newMode, neighborLabels, temperaturePrior, classWeights);
  }

  public WaveletRidge withNeighborLabels(NeighborLabels newNeighborLabels) {
    return new WaveletRidge(mode, newNeighborLabels, temperaturePrior, classWeights);
  }

  public WaveletRidge withTemperaturePrior(double newPrior) {
    return new WaveletRidge(mode, neighborLabels, newPrior, classWeights);
  }

  public WaveletRidge withClassWeights(ClassWeights newClassWeights) {
    return new WaveletRidge(mode, neighborLabels, temperaturePrior, newClassWeights);
  }

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    return fit(data, this, false, seed);
  }

  /** The fit of a calibrator that is this ridge, or a pool with it. */
  Fitted fit(CalibrationData data, Calibrator<?> calibrator, boolean pooled, long seed) {
    boolean labels = readsLabels(data.hasTrainingLabels());
    KnownLabels known = known(data);
    RidgeFit.Sample sample = sample(data, known);
    Layout layout = Layout.ridge(data.classCount(), labels);
    boolean both = pooled && labels && sample.columns().isPresent();
    RidgeFit[] fits = new RidgeFit[both ? 2 : 1];
    Rows.forEachRow(
        fits.length,
        layout.manyClasses() ? 0 : Long.MAX_VALUE, // these two at a time would need much memory
        k -> {
          boolean last = k == fits.length - 1;
          fits[k] = RidgeFit.of(sample, last ? layout : Layout.ridge(data.classCount(), false));
        });
    List<RidgeFit> all = List.of(fits);
    Pool pool = pooled ? Pool.of(sample, all) : Pool.NONE;
    return fitted(sample, known, all, pool, Doubts.of(sample.rows()), calibrator, seed);
  }

  private Fitted fitted(
      RidgeFit.Sample sample,
      KnownLabels known,
      List<RidgeFit> fits,
      Pool pool,
      List<String> doubts,
      Calibrator<?> calibrator,
      long seed) {
    RidgeFit last = fits.get(fits.size() - 1);
    boolean labels = last.model().layout().has(Layout.Group.LABELS);
    List<String> notes = new ArrayList<>(pool.notes());
    notes.addAll(doubts);
    notes.addAll(sample.shares().notes());
    if (classWeights == ClassWeights.AUTO
        && Arrays.stream(trainingCounts(sample.rows())).sum() == 0) {
      notes.add(
          "without labels of training nodes it was not tested whether validation nodes were drawn"
              + " by class");
    }
    notes.add(
        neighborLabels == NeighborLabels.USE && !labels
            ? "no training label is known: neighbors' labels were not used"
            : known.note(last.model().uses(Layout.Group.LABELS)));
    return new Fitted(
        fits.stream().map(RidgeFit::model).toList(),
        pool,
        known,
        KeepClass.DEFAULT,
        last.report(sample, calibrator, seed, notes));
  }

  @Override
  public List<FittedCalibrator> fitLabels(
      CalibrationData pooled, int count, IntFunction<CalibrationData> data, long seed) {
    CalibrationRows rows = CalibrationRows.of(pooled);
    double center = TemperatureSolver.solve(rows).temperature();
    KnownLabels[] known = new KnownLabels[count];
    RidgeFit.Sample[] samples = new RidgeFit.Sample[count];
    Layout[] layouts = new Layout[count];
    Design[] designs = new Design[count]; // null with too few nodes
    Rows.forEachRow(
        count,
        Long.MAX_VALUE,
        l -> {
          CalibrationData label = divided(data.apply(l), center);
          known[l] = known(label);
          layouts[l] = Layout.ridge(2, readsLabels(label.hasTrainingLabels()));
          RidgeFit.Sample sample = sample(label, known[l]);
          samples[l] = sample.withoutColumns(); // they are too many to be held for all labels
          if (sample.columns().isPresent()) {
            designs[l] = Design.of(sample, layouts[l]);
          }
        });
    List<Design> all = Arrays.stream(designs).filter(Objects::nonNull).toList();
    Iterator<Optional<Evidence.Result>> found = Evidence.fit(all).iterator();
    List<FittedCalibrator> fits = new ArrayList<>();
    for (int l = 0; l < count; l++) {
      Optional<Design> design = Optional.ofNullable(designs[l]);
      RidgeFit fit = RidgeFit.of(samples[l], layouts[l], design, design.flatMap(d -> found.next()));
      List<RidgeFit> one = List.of(fit.undivided(center));
      fits.add(fitted(samples[l], known[l], one, Pool.NONE, List.of(), this, seed));
    }
    RidgeModel model = RidgeModel.plain(Layout.ridge(2, false), center);
    FitReport report = rows.report(this, seed, List.of(), true, List.of());
    fits.add(new Fitted(List.of(model), Pool.NONE, KnownLabels.NONE, KeepClass.DEFAULT, report));
    return fits;
  }

  private static CalibrationData divided(CalibrationData data, double divisor) {
    double[] divisors = new double[data.nodeCount()];
    Arrays.fill(divisors, divisor);
    return data.withLogits(data.logits().dividedBy(divisors));
  }

  /** The validation nodes with their weights, temperature and columns. */
  RidgeFit.Sample sample(CalibrationData data, KnownLabels known) {
    int classes = data.classCount();
    Check.argument(
        classes <= MAX_CLASSES,
        "ridge takes at most %d classes, since it holds six numbers per node and class, got %d: use"
            + " ridge-temperature",
        MAX_CLASSES,
        classes);
    CalibrationRows rows = CalibrationRows.of(data);
    boolean labels = readsLabels(data.hasTrainingLabels());
    return RidgeFit.Sample.of(
        rows,
        shares(rows),
        temperaturePrior,
        t -> data.columns(new RidgeInputs(classes, t, true, labels), known));
  }

  private ClassShares shares(CalibrationRows rows) {
    return classWeights == ClassWeights.AUTO
        ? ClassShares.of(rows.labels(), trainingCounts(rows))
        : ClassShares.none(rows.nodes().size());
  }

  /** How many training nodes each class has, as far as their labels may be used (C). */
  private int[] trainingCounts(CalibrationRows rows) {
    return neighborLabels == NeighborLabels.USE
        ? rows.data().trainingCounts()
        : new int[rows.logits().classCount()];
  }

  @Override
  public double temperature(CalibrationRows rows) {
    return TemperatureSolver.solve(RidgeFit.Sample.loss(rows, shares(rows)), temperaturePrior)
        .temperature();
  }

  private KnownLabels known(CalibrationData data) {
    return readsLabels(data.hasTrainingLabels()) ? KnownLabels.of(data) : KnownLabels.NONE;
  }

  private boolean readsLabels(boolean trainingLabels) {
    return neighborLabels == NeighborLabels.USE && trainingLabels;
  }

  @Override
  public Optional<NodeInputs> inputs(int classes, double temperature, boolean trainingLabels) {
    return Optional.of(new RidgeInputs(classes, temperature, true, readsLabels(trainingLabels)));
  }

  /**
   * A fitted wavelet ridge, or a pool with it. It calibrates any graph with the same classes.
   *
   * <p>Where the fit used neighbors' labels, it uses the same labels on the graph of the fit, edge
   * for edge. On another graph it uses those of the training and validation nodes of the data; if
   * they have no labels or no split, the label columns are 0, as for a node without labeled
   * neighbors.
   *
   * @param models the ridges of a pool, else one; the last reads all inputs
   */
  public record Fitted(
      List<RidgeModel> models, Pool pool, KnownLabels known, KeepClass rule, FitReport report)
      implements FittedCalibrator {
    private static final String LEAD = "lead";
    private static final String PLAIN = "plain-"; // the ridge of a pool that reads no labels

    private RidgeModel model() {
      return models.get(models.size() - 1);
    }

    private boolean readsLabels() {
      return model().layout().has(Layout.Group.LABELS);
    }

    private boolean usesLabels() {
      return model().uses(Layout.Group.LABELS);
    }

    private boolean keepsClass() {
      Calibrator<?> settings = report.calibrator();
      WaveletRidge ridge =
          settings instanceof AutoCalibrator auto ? auto.ridge() : (WaveletRidge) settings;
      return ridge.mode == Mode.KEEP_CLASS;
    }

    @Override
    public Optional<String> otherInputs(CalibrationData data) {
      return usesLabels() ? known.otherInputs(data) : Optional.empty();
    }

    @Override
    public Optional<NodeInputs> inputs() {
      return Optional.of(
          new RidgeInputs(model().layout().classCount(), temperature(), true, readsLabels()));
    }

    /** Models that fell back to temperature scaling read none. */
    @Override
    public NodeColumns columns(CalibrationData data) {
      NodeInputs recipe = inputs().orElseThrow();
      return models.stream().allMatch(RidgeModel::isPlain)
          ? NodeColumns.zeros(data.nodeCount(), recipe.width())
          : data.columns(recipe, known.on(data));
    }

    @Override
    public List<String> notes(CalibrationData data) {
      boolean reads = usesLabels();
      KnownLabels here = reads ? known.on(data) : KnownLabels.NONE;
      return List.of(
          reads && here.count() == 0 && data.inputs().isEmpty()
              ? "neighbors' labels were not used: the known labels are those of the graph of the"
                  + " fit, and this is another graph"
              : here.note(reads && data.hasNeighbors()));
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      int classes = logits.classCount();
      double[] result = new double[logits.nodeCount() * classes];
      Rows.forEach(
          logits.nodeCount(),
          100L * result.length,
          (from, to) -> {
            List<RidgeModel.LogitContributions> workers = workers(logits, columns);
            for (int i = from; i < to; i++) {
              pool.write(i, logits, temperature(), workers, result, i * classes);
              if (keepsClass()) {
                rule.rowInPlace(result, i * classes, classes, logits.predictedClass(i));
              }
            }
          });
      Probabilities probabilities = Probabilities.of(logits.nodeCount(), classes, result);
      return Calibration.of(
          probabilities, node -> explain(logits, columns, probabilities, node), List.of());
    }

    private List<RidgeModel.LogitContributions> workers(Logits logits, NodeColumns columns) {
      return models.stream().map(one -> one.new LogitContributions(logits, columns)).toList();
    }

    @Override
    public Optional<String> formula() {
      String free =
          pool.weights().length == 0
              ? RidgeFormula.ridge(readsLabels())
              : RidgeFormula.pool(pool.weights().length);
      int classes = model().layout().classCount();
      return Optional.of(keepsClass() ? free + RidgeFormula.keepClass(rule, classes) : free);
    }

    private Explanation explain(
        Logits logits, NodeColumns columns, Probabilities probabilities, int node) {
      List<RidgeModel.LogitContributions> workers = workers(logits, columns);
      double[] free = new double[logits.classCount()];
      pool.write(node, logits, temperature(), workers, free, 0);
      int preferred = 0;
      for (int c = 1; c < free.length; c++) {
        preferred = free[c] > free[preferred] ? c : preferred;
      }
      int predicted = logits.predictedClass(node);
      return new Explanation.OfLogits(
          node,
          predicted,
          Calibration.confidenceBefore(logits, node),
          probabilities.get(node, predicted),
          preferred,
          preferred != predicted && keepsClass(),
          usesLabels() && columns.hasLabels(),
          pool.explain(workers.get(workers.size() - 1).explain(node), free));
    }

    /** T: the temperature of the validation nodes. */
    public double temperature() {
      return model().temperature();
    }

    @Override
    public CalibratorState state() {
      Map<String, CalibratorState.Array> arrays = model().arrays();
      Map<String, String> texts = new LinkedHashMap<>();
      arrays.put(LEAD, CalibratorState.Array.of(rule.lead()));
      pool.store(arrays);
      if (models.size() > 1) {
        models.get(0).storeParameters(PLAIN, arrays);
      }
      if (readsLabels()) {
        known.store(arrays, texts);
      }
      return new CalibratorState(arrays, texts, report);
    }

    /** A file without a lead is of a ridge from before there were a prior and weights. */
    static Fitted restore(Calibrator<?> calibrator, CalibratorState state) {
      boolean labels = state.arrays().containsKey(Layout.Group.LABELS.text());
      int classes = RidgeModel.classCount(state);
      RidgeModel last = RidgeModel.restore(state, Layout.ridge(classes, labels));
      Pool pool =
          calibrator instanceof AutoCalibrator ? Pool.restore(state, labels ? 4 : 3) : Pool.NONE;
      boolean former = !state.arrays().containsKey(LEAD);
      return new Fitted(
          pool.weights().length == 4
              ? List.of(last.restoreWithoutLabels(state, PLAIN), last)
              : List.of(last),
          pool,
          labels ? KnownLabels.restore(state, classes) : KnownLabels.NONE,
          former ? KeepClass.FORMER : new KeepClass(state.positive(LEAD)),
          former && calibrator instanceof WaveletRidge ridge
              ? state
                  .report()
                  .of(ridge.withTemperaturePrior(0).withClassWeights(ClassWeights.OFF), 0)
              : state.report());
    }

    @Override
    public String toString() {
      return "Fitted[" + report + "]";
    }
  }
}
